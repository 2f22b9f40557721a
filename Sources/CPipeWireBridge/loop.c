// SPDX-License-Identifier: Apache-2.0
//
// The loop: one thread runs it, any thread may wake it.

#if defined(HEARSAY_PIPEWIRE) && defined(__linux__)

#include "bridge.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t initialised = PTHREAD_ONCE_INIT;

// Never undone: libpipewire is shared with whatever else in the process uses it.
static void initialise(void) { pw_init(NULL, NULL); }

static void on_wake(void *data, uint64_t count) {
  struct hearsay_pw_loop *loop = data;
  loop->on_wake(loop->context);
}

static void on_alarm(void *data, uint64_t expirations) {
  struct hearsay_pw_loop *loop = data;
  loop->on_alarm(loop->context);
}

hearsay_pw_loop *hearsay_pw_loop_create(hearsay_pw_notify wake, hearsay_pw_notify alarm, void *context) {
  pthread_once(&initialised, initialise);
  struct hearsay_pw_loop *loop = calloc(1, sizeof *loop);
  if (loop == NULL) return NULL;
  loop->on_wake = wake;
  loop->on_alarm = alarm;
  loop->context = context;
  loop->loop = pw_loop_new(NULL);
  if (loop->loop != NULL) {
    loop->wake = pw_loop_add_event(loop->loop, on_wake, loop);
    loop->alarm = pw_loop_add_timer(loop->loop, on_alarm, loop);
  }
  if (loop->wake == NULL || loop->alarm == NULL) {
    int error = errno;
    hearsay_pw_loop_destroy(loop);
    errno = error;
    return NULL;
  }
  return loop;
}

void hearsay_pw_loop_run(hearsay_pw_loop *loop) {
  loop->running = 1;
  pw_loop_enter(loop->loop);
  // A signal may interrupt the wait; the loop just goes on.
  while (loop->running) pw_loop_iterate(loop->loop, -1);
  pw_loop_leave(loop->loop);
}

void hearsay_pw_loop_quit(hearsay_pw_loop *loop) { loop->running = 0; }

void hearsay_pw_loop_wake(hearsay_pw_loop *loop) { pw_loop_signal_event(loop->loop, loop->wake); }

void hearsay_pw_loop_set_alarm(hearsay_pw_loop *loop, uint64_t nanoseconds) {
  struct timespec value = {
      .tv_sec = (time_t)(nanoseconds / SPA_NSEC_PER_SEC), .tv_nsec = (long)(nanoseconds % SPA_NSEC_PER_SEC)};
  pw_loop_update_timer(loop->loop, loop->alarm, &value, NULL, false);
}

void hearsay_pw_loop_destroy(hearsay_pw_loop *loop) {
  if (loop->wake != NULL) pw_loop_destroy_source(loop->loop, loop->wake);
  if (loop->alarm != NULL) pw_loop_destroy_source(loop->loop, loop->alarm);
  if (loop->loop != NULL) pw_loop_destroy(loop->loop);
  free(loop);
}

hearsay_pw_properties *hearsay_pw_properties_create(void) {
  return (hearsay_pw_properties *)pw_properties_new(NULL, NULL);
}

void hearsay_pw_properties_set(hearsay_pw_properties *properties, const char *key, const char *value) {
  pw_properties_set((struct pw_properties *)properties, key, value);
}

#endif
