// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Rings of others, filled and emptied in blocks, and a count of allocations. A peer whose headers were not there when
// this was built is not available, and its functions do nothing.

/// boost::lockfree::spsc_queue<float> with its capacity fixed at run time.
int peer_boost_available(void);
void *peer_boost_create(size_t capacity);
void peer_boost_destroy(void *ring);
size_t peer_boost_write(void *ring, const float *source, size_t count);
size_t peer_boost_read(void *ring, float *target, size_t count);

/// PipeWire's spa_ringbuffer over a buffer of a power of two of samples.
int peer_spa_available(void);
void *peer_spa_create(size_t capacity);
void peer_spa_destroy(void *ring);
size_t peer_spa_write(void *ring, const float *source, size_t count);
size_t peer_spa_read(void *ring, float *target, size_t count);

/// From now on (1) or no longer (0) counts what the calling thread allocates.
void peer_count_allocations(int counts);
/// How many allocations were counted so far, of all threads.
uint64_t peer_allocations(void);

/// From here on, valgrind's callgrind counts the instructions of all threads; it was told not to count from the start.
void peer_start_counting(void);
void peer_stop_counting(void);

#ifdef __cplusplus
}
#endif
