// SPDX-License-Identifier: Apache-2.0
//
// The capture cycle, on PipeWire's data thread: no allocation, no lock, no log.

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "bridge.h"

#include <time.h>

// The converter fills up during the first cycles and gives less than it takes; nothing is lost then.
#define FIRST_CYCLES 8

// How many frames the graph ran without us before this cycle. Its ticks grow by the length of the cycle before, which
// is known from the frames that came then.
static uint64_t lost_before(struct hearsay_pw_stream *stream, const struct pw_time *time, uint32_t frames) {
  uint64_t lost = 0;
  if (stream->restarted) {
    stream->restarted = 0;
    stream->cycles = 0;
  } else if (stream->cycles < FIRST_CYCLES) {
    stream->cycles++;
  } else if (frames > 0 && time->rate.num == 1) {
    int64_t ticks = (int64_t)(time->ticks - stream->last_ticks);
    lost = hearsay_pw_time_lost(
        ticks, time->rate.denom, time->now - stream->last_time, stream->last_frames, stream->rate);
  }
  stream->last_ticks = time->ticks;
  stream->last_time = time->now;
  stream->last_frames = frames;
  return lost;
}

void hearsay_pw_capture_process(void *data) {
  struct hearsay_pw_stream *stream = data;
  // One buffer a cycle: the stream has two, and a loop over all of them need not end.
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(stream->stream);
  if (buffer == NULL) return;
  if (buffer->buffer != NULL && buffer->buffer->n_datas > 0 && buffer->buffer->datas[0].chunk != NULL) {
    const struct spa_data *memory = &buffer->buffer->datas[0];
    hearsay_pw_span span =
        hearsay_pw_span_captured(memory->data, memory->maxsize, memory->chunk->offset, memory->chunk->size);
    struct pw_time time = {0};
    pw_stream_get_time_n(stream->stream, &time, sizeof time);
    // Also for a cycle without frames, after which there is nothing to compare with.
    uint64_t lost = lost_before(stream, &time, span.frames);
    if (span.frames > 0) {
      uint64_t captured = hearsay_pw_time_captured(
          time.now, hearsay_pw_scale(time.delay, time.rate), hearsay_pw_scale((int64_t)time.buffered, time.rate),
          span.frames, stream->rate);
      const float *samples = SPA_PTROFF(memory->data, span.offset, const float);
      struct timespec now = {0};
      clock_gettime(CLOCK_MONOTONIC, &now);
      stream->capture(
          stream->cycle_context, samples, span.frames, captured, lost,
          (uint64_t)now.tv_sec * SPA_NSEC_PER_SEC + (uint64_t)now.tv_nsec);
    }
  }
  // Always given back: two that are kept stop the stream without a word.
  pw_stream_queue_buffer(stream->stream, buffer);
  pw_loop_signal_event(stream->loop->loop, stream->cycled);
}

hearsay_pw_stream *hearsay_pw_capture_create(
    hearsay_pw_connection *connection, hearsay_pw_properties *properties, uint32_t rate, uint32_t flags,
    const hearsay_pw_stream_events *events, void *context, hearsay_pw_capture_cycle cycle, void *cycle_context) {
  return hearsay_pw_stream_create(
      connection, properties, PW_DIRECTION_INPUT, rate, flags, events, context, cycle, NULL, cycle_context);
}

#endif
