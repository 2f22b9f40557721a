// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of a buffer count, and at what time. Pure, and the same in a build without PipeWire.

#include "hearsay_pw.h"

#define FRAME ((uint32_t)sizeof(float))

hearsay_pw_span hearsay_pw_span_captured(const void *data, uint32_t maxsize, uint32_t offset, uint32_t size) {
  hearsay_pw_span none = {0, 0};
  if (data == 0 || offset >= maxsize || ((uintptr_t)data + offset) % FRAME != 0) return none;
  uint32_t room = maxsize - offset;
  hearsay_pw_span span = {offset, (size < room ? size : room) / FRAME};
  return span;
}

uint32_t hearsay_pw_span_wanted(const void *data, uint32_t maxsize, uint64_t requested) {
  if (data == 0 || (uintptr_t)data % FRAME != 0) return 0;
  uint64_t room = maxsize / FRAME;
  // A server that does not say what it wants has old habits: one default quantum keeps it going and adds little delay.
  uint64_t wanted = requested > 0 ? requested : 1024;
  return (uint32_t)(wanted < room ? wanted : room);
}

static int64_t nanoseconds(int64_t frames, uint32_t rate) {
  return rate > 0 ? frames * 1000000000 / (int64_t)rate : 0;
}

uint64_t hearsay_pw_time_captured(
    int64_t now, int64_t delay, int64_t converter_delay, uint32_t frames, uint32_t rate) {
  // A device counts the cycle's own length into its delay, a virtual one does not.
  int64_t length = nanoseconds(frames, rate);
  int64_t back = (delay > length ? delay : length) + (converter_delay > 0 ? converter_delay : 0);
  return now > back ? (uint64_t)(now - back) : 0;
}

uint64_t hearsay_pw_time_heard(int64_t now, int64_t delay, int64_t converter_delay) {
  int64_t heard = now + (delay > 0 ? delay : 0) + (converter_delay > 0 ? converter_delay : 0);
  return heard > 0 ? (uint64_t)heard : 0;
}

uint64_t hearsay_pw_time_lost(
    int64_t ticks, uint32_t tick_rate, int64_t nanoseconds, uint32_t previous_frames, uint32_t rate) {
  // Longer than a minute is another clock, not a gap.
  const int64_t minute = 60;
  if (tick_rate == 0 || previous_frames == 0 || nanoseconds <= 0 || nanoseconds > minute * 1000000000) return 0;
  int64_t by_time = nanoseconds * (int64_t)rate / 1000000000 - (int64_t)previous_frames;
  if (by_time * 2 <= (int64_t)previous_frames) return 0;
  int64_t by_ticks = by_time;
  if (ticks > 0 && ticks <= minute * (int64_t)tick_rate) {
    by_ticks = ticks * (int64_t)rate / (int64_t)tick_rate - (int64_t)previous_frames;
  }
  // The ticks are exact, but belong to the driver: after a change of the driver they jump, and only the time holds.
  int64_t lost = by_ticks <= by_time * 2 ? by_ticks : by_time;
  return lost * 2 > (int64_t)previous_frames ? (uint64_t)lost : 0;
}
