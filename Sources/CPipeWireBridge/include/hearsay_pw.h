// SPDX-License-Identifier: Apache-2.0
//
// The only door to libpipewire: opaque handles, plain numbers, strings and callbacks.
//
// Threads. One thread, the loop thread, runs `hearsay_pw_loop_run`. Every function here is for that thread, and every
// callback comes on it, unless its comment says otherwise. Nothing waits for the audio server: what it answers comes
// by a callback. Strings given to a callback are valid during the call only. No callback may destroy the object that
// it comes from.

#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Loop

/// A loop, its wake-up and its one alarm.
typedef struct hearsay_pw_loop hearsay_pw_loop;

/// Called on the loop thread with the context given at creation.
typedef void (*hearsay_pw_notify)(void *_Nullable context);

/// Makes a loop. Any thread; the first call also initialises libpipewire, which is never undone. NULL with `errno` set
/// when the system gives no descriptor.
hearsay_pw_loop *_Nullable hearsay_pw_loop_create(
    hearsay_pw_notify on_wake, hearsay_pw_notify on_alarm, void *_Nullable context);

/// Runs the loop on the calling thread, which is the loop thread from now on, until `hearsay_pw_loop_quit`.
void hearsay_pw_loop_run(hearsay_pw_loop *loop);

/// Makes `hearsay_pw_loop_run` return after the present callbacks.
void hearsay_pw_loop_quit(hearsay_pw_loop *loop);

/// Makes the loop call `on_wake` soon; several calls may count as one. Any thread; writes to an eventfd.
void hearsay_pw_loop_wake(hearsay_pw_loop *loop);

/// Makes the loop call `on_alarm` once after `nanoseconds`; 0 takes the alarm back.
void hearsay_pw_loop_set_alarm(hearsay_pw_loop *loop, uint64_t nanoseconds);

/// Frees the loop. Any thread, once `hearsay_pw_loop_run` has returned and everything made on it is destroyed.
void hearsay_pw_loop_destroy(hearsay_pw_loop *loop);

// MARK: Properties

/// A set of names and values, taken over by the function that it is given to.
typedef struct hearsay_pw_properties hearsay_pw_properties;

/// Makes an empty set. Any thread. NULL when there is no memory.
hearsay_pw_properties *_Nullable hearsay_pw_properties_create(void);

/// Sets one value. Any thread, one at a time.
void hearsay_pw_properties_set(hearsay_pw_properties *properties, const char *key, const char *value);

// MARK: Connection

/// A connection to one audio server, with its registry.
typedef struct hearsay_pw_connection hearsay_pw_connection;

/// What is known of a node that is a device.
typedef struct {
  uint32_t id;
  const char *name;
  const char *_Nullable description;
  const char *media_class;
  const char *_Nullable api;
  const char *_Nullable bus;
  const char *_Nullable form_factor;
  const char *_Nullable factory;
  const char *_Nullable path;
  const char *_Nullable network;
} hearsay_pw_device;

/// What a connection reports.
typedef struct {
  /// The server has answered the greeting.
  void (*greeted)(void *_Nullable context);
  /// The server has handled everything up to the `hearsay_pw_connection_sync` that returned `sequence`.
  void (*synced)(void *_Nullable context, int sequence);
  /// The server reports an error about the connection as a whole: a negative `errno` and its words.
  void (*failed)(void *_Nullable context, int result, const char *message);
  /// A device is there.
  void (*device_added)(void *_Nullable context, const hearsay_pw_device *device);
  /// A link between two nodes is there.
  void (*link_added)(void *_Nullable context, uint32_t id, uint32_t output_node, uint32_t input_node);
  /// Something is gone, perhaps a device or a link.
  void (*global_removed)(void *_Nullable context, uint32_t id);
  /// A value in the session manager's store of defaults; NULL when it was taken out.
  void (*default_changed)(void *_Nullable context, const char *key, const char *_Nullable value);
  /// The session manager's store of defaults is there (1) or gone (0).
  void (*defaults_present)(void *_Nullable context, int present);
} hearsay_pw_connection_events;

/// Connects to the server whose socket is `remote` (a path, or a name in the runtime folder; NULL for what the
/// environment says) and watches its registry. `properties` are the client's. NULL with `errno` set when there is no
/// server or the memory is short.
hearsay_pw_connection *_Nullable hearsay_pw_connection_create(
    hearsay_pw_loop *loop, const char *_Nullable remote, hearsay_pw_properties *properties,
    const hearsay_pw_connection_events *events, void *_Nullable context);

/// Asks for a `synced` with the sequence returned.
int hearsay_pw_connection_sync(hearsay_pw_connection *connection);

/// Disconnects, ends the connection's data thread and frees everything. Its streams are destroyed before.
void hearsay_pw_connection_destroy(hearsay_pw_connection *connection);

// MARK: Streams

/// A capture or playback stream of mono 32-bit float samples.
typedef struct hearsay_pw_stream hearsay_pw_stream;

/// The states of a stream.
typedef enum : int {
  HEARSAY_PW_STATE_ERROR = -1,
  HEARSAY_PW_STATE_UNCONNECTED = 0,
  HEARSAY_PW_STATE_CONNECTING = 1,
  HEARSAY_PW_STATE_PAUSED = 2,
  HEARSAY_PW_STATE_STREAMING = 3,
} hearsay_pw_state;

/// What a stream reports on the loop thread.
typedef struct {
  /// Its state changed; `message` says why when there is something to say.
  void (*state_changed)(void *_Nullable context, hearsay_pw_state state, const char *_Nullable message);
  /// The two sides agreed on a format.
  void (*format_agreed)(void *_Nullable context);
  /// At least one cycle has passed on the data thread.
  void (*cycled)(void *_Nullable context);
} hearsay_pw_stream_events;

/// Takes `frames` captured samples, the first of them captured at `captured_at` (monotonic nanoseconds); before them,
/// by the graph's clock, `lost` frames passed that never came. They are handed over at `now`. Called on the data thread.
typedef void (*hearsay_pw_capture_cycle)(
    void *_Nullable context, const float *samples, uint32_t frames, uint64_t captured_at, uint64_t lost,
    uint64_t now);

/// Fills `frames` samples, the first of which is heard at `heard_at` (monotonic nanoseconds). Called on the data thread.
typedef void (*hearsay_pw_playback_cycle)(
    void *_Nullable context, float *samples, uint32_t frames, uint64_t heard_at);

/// Flags of a stream.
enum {
  /// Starts corked: no cycle before `hearsay_pw_stream_set_active`.
  HEARSAY_PW_STREAM_CORKED = 1,
  /// The session manager must not move it to another device.
  HEARSAY_PW_STREAM_PINNED = 2,
};

/// Makes a capture stream and asks the server for it. `cycle` is called with `cycle_context`, the events with `context`;
/// both stay valid until the stream is destroyed. NULL with `errno` set on failure.
hearsay_pw_stream *_Nullable hearsay_pw_capture_create(
    hearsay_pw_connection *connection, hearsay_pw_properties *properties, uint32_t rate, uint32_t flags,
    const hearsay_pw_stream_events *events, void *_Nullable context,
    hearsay_pw_capture_cycle cycle, void *_Nullable cycle_context);

/// Makes a playback stream, else as `hearsay_pw_capture_create`.
hearsay_pw_stream *_Nullable hearsay_pw_playback_create(
    hearsay_pw_connection *connection, hearsay_pw_properties *properties, uint32_t rate, uint32_t flags,
    const hearsay_pw_stream_events *events, void *_Nullable context,
    hearsay_pw_playback_cycle cycle, void *_Nullable cycle_context);

/// Lets the stream run (1) or corks it (0). The state follows by an event.
void hearsay_pw_stream_set_active(hearsay_pw_stream *stream, int active);

/// The id of the stream's node; `UINT32_MAX` before it is paused for the first time.
uint32_t hearsay_pw_stream_node(hearsay_pw_stream *stream);

/// Destroys the stream. Waits until the data thread is out of the cycle; no callback comes afterwards.
void hearsay_pw_stream_destroy(hearsay_pw_stream *stream);

// MARK: Arithmetic (any thread, also in a build without PipeWire)

/// Where the valid samples of a buffer are.
typedef struct {
  /// Bytes from the start of the memory.
  uint32_t offset;
  /// Whole mono samples of 4 bytes.
  uint32_t frames;
} hearsay_pw_span;

/// The whole samples of a captured buffer of `maxsize` bytes at `data` whose chunk says `offset` and `size`; none when
/// there is no memory, or when the samples would not be aligned.
hearsay_pw_span hearsay_pw_span_captured(const void *_Nullable data, uint32_t maxsize, uint32_t offset, uint32_t size);

/// How many samples to play into a buffer of `maxsize` bytes at `data` when `requested` are wanted; 0 wanted means that
/// the server does not say.
uint32_t hearsay_pw_span_wanted(const void *_Nullable data, uint32_t maxsize, uint64_t requested);

/// When the first of `frames` samples at `rate` was captured, given the cycle's time, the delay from the device and the
/// delay in the converter, in nanoseconds. No sample was captured after the cycle began.
uint64_t hearsay_pw_time_captured(
    int64_t now, int64_t delay, int64_t converter_delay, uint32_t frames, uint32_t rate);

/// When the next sample is heard, given the cycle's time and the delays before it.
uint64_t hearsay_pw_time_heard(int64_t now, int64_t delay, int64_t converter_delay);

/// How many frames at `rate` the graph ran without us between two cycles: `ticks` of `tick_rate` and `nanoseconds`
/// passed, of which the `previous_frames` of the cycle before were delivered. Less than half a cycle is rounding. Ticks
/// alone prove nothing: they jump when another device drives the graph.
uint64_t hearsay_pw_time_lost(
    int64_t ticks, uint32_t tick_rate, int64_t nanoseconds, uint32_t previous_frames, uint32_t rate);

#pragma clang assume_nonnull end
