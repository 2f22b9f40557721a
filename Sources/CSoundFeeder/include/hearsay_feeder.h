// SPDX-License-Identifier: Apache-2.0
//
// A sound that drives the graph: what the virtual audio server plays into its microphones with.

#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// A stream that gives samples to the node that it is linked to, and is the clock of the graph meanwhile.
///
/// A cycle begins when its time has come and the cycle before has gone through the whole graph. So sound is in real
/// time on a machine that keeps up, and late, but never lost, on one that does not.
typedef struct hearsay_feeder hearsay_feeder;

/// Called once on the feeder's thread: 0 when the last sample has gone through the graph, a negative `errno` when the
/// server is lost or refuses the stream.
typedef void (*hearsay_feeder_ended)(void *_Nullable context, int result);

/// Makes a feeder of `count` mono samples at `rate`, which are copied, and the thread that it runs on.
///
/// It is called `name` in the graph of the server at the socket `remote`, and waits until it is linked. From its end
/// until it is destroyed it gives silence. NULL with `errno` set on failure.
hearsay_feeder *_Nullable hearsay_feeder_create(
    const char *remote, const char *name, const char *port_configuration, const float *samples, uint64_t count,
    uint32_t rate, hearsay_feeder_ended ended, void *_Nullable context);

/// Takes the feeder out of the graph, ends its thread and frees it. Not from `ended`; no callback comes afterwards.
void hearsay_feeder_destroy(hearsay_feeder *feeder);

#pragma clang assume_nonnull end
