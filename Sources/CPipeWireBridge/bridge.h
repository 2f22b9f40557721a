// SPDX-License-Identifier: Apache-2.0
//
// What the files of the bridge share. Included only in a build with PipeWire.

#pragma once

#include <pipewire/pipewire.h>

#include "hearsay_pw.h"

// Registry objects, listeners and event tables live in heap blocks that outlive what they listen to.

struct hearsay_pw_loop {
  struct pw_loop *loop;
  struct spa_source *wake;
  struct spa_source *alarm;
  hearsay_pw_notify on_wake;
  hearsay_pw_notify on_alarm;
  void *context;
  int running;
};

// A bound object of the registry: a device's node, or the store of defaults.
struct hearsay_pw_object {
  struct spa_list link;
  struct hearsay_pw_connection *connection;
  uint32_t id;
  struct pw_proxy *proxy;
  struct spa_hook proxy_listener;
  struct spa_hook object_listener;
  int is_defaults;
  int is_reported;
};

struct hearsay_pw_connection {
  struct hearsay_pw_loop *loop;
  struct pw_context *context;
  struct pw_core *core;
  struct spa_hook core_listener;
  struct pw_registry *registry;
  struct spa_hook registry_listener;
  struct spa_list objects;
  hearsay_pw_connection_events events;
  void *user;
};

struct hearsay_pw_stream {
  struct hearsay_pw_loop *loop;
  struct pw_stream *stream;
  struct spa_hook listener;
  struct spa_source *cycled;
  hearsay_pw_stream_events events;
  void *user;
  uint32_t rate;
  int closing;
  hearsay_pw_capture_cycle capture;
  hearsay_pw_playback_cycle playback;
  void *cycle_context;
  // Data thread only.
  uint64_t last_ticks;
  int64_t last_time;
  uint32_t last_frames;
  uint32_t cycles;
  // Set by the loop thread, taken back by the data thread.
  _Atomic int restarted;
};

// registry.c
int hearsay_pw_registry_watch(struct hearsay_pw_connection *connection);
void hearsay_pw_registry_forget(struct hearsay_pw_connection *connection);

// stream.c; consumes `properties`.
struct hearsay_pw_stream *hearsay_pw_stream_create(
    struct hearsay_pw_connection *connection, struct hearsay_pw_properties *properties, enum pw_direction direction,
    uint32_t rate, uint32_t flags, const hearsay_pw_stream_events *events, void *context,
    hearsay_pw_capture_cycle capture, hearsay_pw_playback_cycle playback, void *cycle_context);

// The process callbacks, on the data thread.
void hearsay_pw_capture_process(void *data);
void hearsay_pw_playback_process(void *data);

// Converts a count of `rate` units into nanoseconds.
static inline int64_t hearsay_pw_scale(int64_t count, struct spa_fraction rate) {
  return rate.denom == 0 ? 0 : count * (int64_t)rate.num * SPA_NSEC_PER_SEC / (int64_t)rate.denom;
}
