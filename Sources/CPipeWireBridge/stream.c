// SPDX-License-Identifier: Apache-2.0
//
// What capture and playback have in common: making, corking and destroying a stream.

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "bridge.h"

#include <errno.h>
#include <spa/param/audio/format-utils.h>
#include <stdlib.h>

static void on_state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *message) {
  struct hearsay_pw_stream *stream = data;
  if (stream->closing) return;
  // The graph's clock may jump while we do not run; the next cycle is not compared with the last.
  if (state != PW_STREAM_STATE_STREAMING) stream->restarted = 1;
  stream->events.state_changed(stream->user, (hearsay_pw_state)state, message);
}

static void on_param_changed(void *data, uint32_t id, const struct spa_pod *param) {
  struct hearsay_pw_stream *stream = data;
  if (stream->closing || id != SPA_PARAM_Format || param == NULL) return;
  stream->events.format_agreed(stream->user);
}

static void on_cycled(void *data, uint64_t count) {
  struct hearsay_pw_stream *stream = data;
  if (!stream->closing) stream->events.cycled(stream->user);
}

static const struct pw_stream_events capture_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
    .process = hearsay_pw_capture_process,
};

static const struct pw_stream_events playback_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
    .process = hearsay_pw_playback_process,
};

struct hearsay_pw_stream *hearsay_pw_stream_create(
    struct hearsay_pw_connection *connection, struct hearsay_pw_properties *properties, enum pw_direction direction,
    uint32_t rate, uint32_t flags, const hearsay_pw_stream_events *events, void *context,
    hearsay_pw_capture_cycle capture, hearsay_pw_playback_cycle playback, void *cycle_context) {
  struct hearsay_pw_stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) {
    pw_properties_free((struct pw_properties *)properties);
    return NULL;
  }
  stream->loop = connection->loop;
  stream->events = *events;
  stream->user = context;
  stream->rate = rate;
  stream->capture = capture;
  stream->playback = playback;
  stream->cycle_context = cycle_context;
  stream->restarted = 1;

  int error = 0;
  stream->stream = pw_stream_new(connection->core, "speech", (struct pw_properties *)properties);
  if (stream->stream == NULL) {
    error = errno;
    free(stream);
    errno = error;
    return NULL;
  }
  pw_stream_add_listener(
      stream->stream, &stream->listener, direction == PW_DIRECTION_INPUT ? &capture_events : &playback_events, stream);

  stream->cycled = pw_loop_add_event(stream->loop->loop, on_cycled, stream);
  if (stream->cycled == NULL) {
    error = errno;
  } else {
    uint8_t memory[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    struct spa_audio_info_raw format = SPA_AUDIO_INFO_RAW_INIT(
            .format = SPA_AUDIO_FORMAT_F32, .rate = rate, .channels = 1, .position = {SPA_AUDIO_CHANNEL_MONO});
    const struct spa_pod *parameters[1] = {spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &format)};
    // In the data thread (RT_PROCESS) a cycle costs one quantum of delay, in the loop thread two.
    enum pw_stream_flags wanted =
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS;
    if (flags & HEARSAY_PW_STREAM_CORKED) wanted |= PW_STREAM_FLAG_INACTIVE;
    if (flags & HEARSAY_PW_STREAM_PINNED) wanted |= PW_STREAM_FLAG_DONT_RECONNECT;
    error = -pw_stream_connect(stream->stream, direction, PW_ID_ANY, wanted, parameters, 1);
  }
  if (error == 0) return stream;
  hearsay_pw_stream_destroy(stream);
  errno = error;
  return NULL;
}

void hearsay_pw_stream_set_active(hearsay_pw_stream *stream, int active) {
  pw_stream_set_active(stream->stream, active != 0);
}

uint32_t hearsay_pw_stream_node(hearsay_pw_stream *stream) { return pw_stream_get_node_id(stream->stream); }

void hearsay_pw_stream_destroy(hearsay_pw_stream *stream) {
  stream->closing = 1;
  // Disconnecting takes the node out of the data thread and waits for that. Only then may the listener go: the data
  // thread walks the list that it is in.
  pw_stream_disconnect(stream->stream);
  spa_hook_remove(&stream->listener);
  pw_stream_destroy(stream->stream);
  if (stream->cycled != NULL) pw_loop_destroy_source(stream->loop->loop, stream->cycled);
  free(stream);
}

#endif
