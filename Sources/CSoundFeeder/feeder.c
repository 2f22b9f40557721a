// SPDX-License-Identifier: Apache-2.0

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "hearsay_feeder.h"

#include <errno.h>
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Silence before the sound: the graph may leave out a cycle while the link comes up.
#define CYCLES_BEFORE 4
// A member of the graph that died in a cycle never finishes it.
#define STUCK (2 * SPA_NSEC_PER_SEC)

struct hearsay_feeder {
  struct pw_thread_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct spa_hook core_listener;
  struct pw_stream *stream;
  struct spa_hook stream_listener;
  struct spa_source *timer;
  hearsay_feeder_ended ended;
  void *user;
  int has_ended;

  // Loop thread.
  struct spa_io_clock *clock;
  struct spa_io_position *position;
  int is_streaming;
  int is_in_cycle;
  uint64_t started;
  uint64_t next;

  // Data thread; `after` is also read by the loop thread.
  float *samples;
  uint64_t count;
  uint64_t given;
  int before;
  atomic_int after;
};

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SPA_NSEC_PER_SEC + (uint64_t)time.tv_nsec;
}

static void on_process(void *data) {
  struct hearsay_feeder *feeder = data;
  struct pw_buffer *buffer = pw_stream_dequeue_buffer(feeder->stream);
  if (buffer == NULL) return;
  struct spa_data *memory = &buffer->buffer->datas[0];
  uint64_t frames = memory->maxsize / sizeof(float);
  if (buffer->requested > 0 && buffer->requested < frames) frames = buffer->requested;

  uint64_t sound = 0;
  if (feeder->before > 0) {
    feeder->before--;
  } else {
    sound = SPA_MIN(frames, feeder->count - feeder->given);
    if (sound == 0) atomic_fetch_add_explicit(&feeder->after, 1, memory_order_relaxed);
  }
  float *samples = memory->data;
  memcpy(samples, feeder->samples + feeder->given, sound * sizeof(float));
  memset(samples + sound, 0, (frames - sound) * sizeof(float));
  feeder->given += sound;

  memory->chunk->offset = 0;
  memory->chunk->stride = sizeof(float);
  memory->chunk->size = (uint32_t)(frames * sizeof(float));
  pw_stream_queue_buffer(feeder->stream, buffer);
}

static void end(struct hearsay_feeder *feeder, int result) {
  if (feeder->has_ended) return;
  feeder->has_ended = 1;
  feeder->ended(feeder->user, result);
}

static void arm(struct hearsay_feeder *feeder, uint64_t moment) {
  struct timespec value = {
      .tv_sec = (time_t)(moment / SPA_NSEC_PER_SEC), .tv_nsec = (long)(moment % SPA_NSEC_PER_SEC)};
  pw_loop_update_timer(pw_thread_loop_get_loop(feeder->loop), feeder->timer, &value, NULL, true);
}

// Begins the next cycle if it is time and the last one is over; otherwise whatever is missing comes back here.
static void advance(struct hearsay_feeder *feeder) {
  if (!feeder->is_streaming) return;
  // The converters hold back the end of the sound until one more cycle has gone through the graph.
  if (!feeder->is_in_cycle && atomic_load_explicit(&feeder->after, memory_order_relaxed) > 0) end(feeder, 0);
  uint64_t moment = now();
  if (moment < feeder->next) return arm(feeder, feeder->next);
  if (feeder->is_in_cycle && moment < feeder->started + STUCK) return arm(feeder, feeder->started + STUCK);

  uint64_t duration = feeder->position != NULL ? feeder->position->clock.duration : 1024;
  uint64_t rate = feeder->position != NULL ? feeder->position->clock.rate.denom : 48000;
  uint64_t period = rate > 0 && duration > 0 ? duration * SPA_NSEC_PER_SEC / rate : SPA_NSEC_PER_SEC / 50;
  feeder->next = moment + period;
  if (pw_stream_is_driving(feeder->stream)) {
    // Whoever drives keeps the clock.
    struct spa_io_clock *clock = feeder->clock;
    if (clock != NULL) {
      clock->nsec = moment;
      clock->rate = SPA_FRACTION(1, (uint32_t)rate);
      clock->position += clock->duration > 0 ? clock->duration : duration;
      clock->duration = duration;
      clock->delay = 0;
      clock->rate_diff = 1.0;
      clock->next_nsec = feeder->next;
    }
    feeder->is_in_cycle = 1;
    feeder->started = moment;
    pw_stream_trigger_process(feeder->stream);
  }
  arm(feeder, feeder->next);
}

static void on_timer(void *data, uint64_t expirations) { advance(data); }

static void on_trigger_done(void *data) {
  struct hearsay_feeder *feeder = data;
  feeder->is_in_cycle = 0;
  advance(feeder);
}

static void on_state_changed(
    void *data, enum pw_stream_state old, enum pw_stream_state state, const char *message) {
  struct hearsay_feeder *feeder = data;
  feeder->is_streaming = state == PW_STREAM_STATE_STREAMING;
  feeder->is_in_cycle = 0;
  feeder->next = 0;
  if (state == PW_STREAM_STATE_ERROR) end(feeder, -EIO);
  advance(feeder);
}

static void on_io_changed(void *data, uint32_t id, void *area, uint32_t size) {
  struct hearsay_feeder *feeder = data;
  if (id == SPA_IO_Clock) feeder->clock = area;
  if (id == SPA_IO_Position) feeder->position = area;
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .io_changed = on_io_changed,
    .process = on_process,
    .trigger_done = on_trigger_done,
};

static void on_error(void *data, uint32_t id, int sequence, int result, const char *message) {
  if (id == PW_ID_CORE && result != -ENOENT) end(data, result);
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .error = on_error};

// With the loop's lock held.
static int connect(
    struct hearsay_feeder *feeder, const char *remote, const char *name, const char *port_configuration,
    uint32_t rate) {
  struct pw_loop *loop = pw_thread_loop_get_loop(feeder->loop);
  feeder->context = pw_context_new(loop, NULL, 0);
  if (feeder->context == NULL) return -errno;
  feeder->timer = pw_loop_add_timer(loop, on_timer, feeder);
  if (feeder->timer == NULL) return -errno;
  feeder->core = pw_context_connect(feeder->context, pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL), 0);
  if (feeder->core == NULL) return -errno;
  pw_core_add_listener(feeder->core, &feeder->core_listener, &core_events, feeder);
  // Of a class that no session manager touches, and before every other driver.
  struct pw_properties *properties = pw_properties_new(
      PW_KEY_NODE_NAME, name, PW_KEY_MEDIA_CLASS, "Hearsay/Feed", PW_KEY_PRIORITY_DRIVER, "30000",
      PW_KEY_NODE_LATENCY, "1024/48000", "adapter.auto-port-config", port_configuration, NULL);
  feeder->stream = pw_stream_new(feeder->core, name, properties);
  if (feeder->stream == NULL) return -errno;
  pw_stream_add_listener(feeder->stream, &feeder->stream_listener, &stream_events, feeder);
  uint8_t memory[512];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
  struct spa_audio_info_raw format = SPA_AUDIO_INFO_RAW_INIT(
          .format = SPA_AUDIO_FORMAT_F32, .rate = rate, .channels = 1, .position = {SPA_AUDIO_CHANNEL_MONO});
  const struct spa_pod *parameters[1] = {spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &format)};
  return pw_stream_connect(
      feeder->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
      PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS | PW_STREAM_FLAG_DRIVER, parameters, 1);
}

hearsay_feeder *hearsay_feeder_create(
    const char *remote, const char *name, const char *port_configuration, const float *samples, uint64_t count,
    uint32_t rate, hearsay_feeder_ended ended, void *context) {
  pw_init(NULL, NULL);
  struct hearsay_feeder *feeder = calloc(1, sizeof *feeder);
  if (feeder == NULL) return NULL;
  feeder->ended = ended;
  feeder->user = context;
  feeder->before = CYCLES_BEFORE;
  feeder->count = count;
  int error = ENOMEM;
  feeder->samples = calloc(count + 1, sizeof(float));
  if (feeder->samples != NULL) {
    memcpy(feeder->samples, samples, count * sizeof(float));
    feeder->loop = pw_thread_loop_new("sound-feeder", NULL);
    error = errno;
  }
  if (feeder->loop != NULL) {
    pw_thread_loop_lock(feeder->loop);
    error = -connect(feeder, remote, name, port_configuration, rate);
    if (error == 0) error = -pw_thread_loop_start(feeder->loop);
    pw_thread_loop_unlock(feeder->loop);
    if (error == 0) return feeder;
  }
  hearsay_feeder_destroy(feeder);
  errno = error;
  return NULL;
}

void hearsay_feeder_destroy(hearsay_feeder *feeder) {
  if (feeder->loop != NULL) {
    // Afterwards this thread is the only one, so that no lock is needed.
    pw_thread_loop_stop(feeder->loop);
    if (feeder->stream != NULL) {
      feeder->has_ended = 1;
      feeder->is_streaming = 0;
      pw_stream_disconnect(feeder->stream);
      spa_hook_remove(&feeder->stream_listener);
      pw_stream_destroy(feeder->stream);
    }
    if (feeder->core != NULL) {
      spa_hook_remove(&feeder->core_listener);
      pw_core_disconnect(feeder->core);
    }
    if (feeder->timer != NULL) pw_loop_destroy_source(pw_thread_loop_get_loop(feeder->loop), feeder->timer);
    if (feeder->context != NULL) pw_context_destroy(feeder->context);
    pw_thread_loop_destroy(feeder->loop);
  }
  free(feeder->samples);
  free(feeder);
}

#endif
