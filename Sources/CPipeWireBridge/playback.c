// SPDX-License-Identifier: Apache-2.0
//
// The playback cycle, on PipeWire's data thread: no allocation, no lock, no log.

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "bridge.h"

void hearsay_pw_playback_process(void *data) {
  struct hearsay_pw_stream *stream = data;
  // One buffer a cycle: a second one asks for nothing and holds a third of a second, which would be heard late.
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(stream->stream);
  if (buffer == NULL) return;
  if (buffer->buffer != NULL && buffer->buffer->n_datas > 0 && buffer->buffer->datas[0].chunk != NULL) {
    struct spa_data *memory = &buffer->buffer->datas[0];
    uint32_t frames = hearsay_pw_span_wanted(memory->data, memory->maxsize, buffer->requested);
    if (frames > 0) {
      struct pw_time time = {0};
      pw_stream_get_time_n(stream->stream, &time, sizeof time);
      struct spa_fraction rate = {1, stream->rate};
      int64_t waiting = hearsay_pw_scale((int64_t)time.queued, rate);
      int64_t converter = hearsay_pw_scale((int64_t)time.buffered, time.rate);
      uint64_t heard =
          hearsay_pw_time_heard(time.now, hearsay_pw_scale(time.delay, time.rate), waiting + converter);
      stream->playback(stream->cycle_context, memory->data, frames, heard);
    }
    memory->chunk->offset = 0;
    memory->chunk->stride = sizeof(float);
    memory->chunk->size = frames * (uint32_t)sizeof(float);
    buffer->size = frames;
  }
  pw_stream_queue_buffer(stream->stream, buffer);
  pw_loop_signal_event(stream->loop->loop, stream->cycled);
}

hearsay_pw_stream *hearsay_pw_playback_create(
    hearsay_pw_connection *connection, hearsay_pw_properties *properties, uint32_t rate, uint32_t flags,
    const hearsay_pw_stream_events *events, void *context, hearsay_pw_playback_cycle cycle, void *cycle_context) {
  return hearsay_pw_stream_create(
      connection, properties, PW_DIRECTION_OUTPUT, rate, flags, events, context, NULL, cycle, cycle_context);
}

#endif
