// SPDX-License-Identifier: Apache-2.0
#include "peers.h"

#if defined(HEARSAY_PIPEWIRE) && __has_include(<spa/utils/ringbuffer.h>)
#include <spa/utils/ringbuffer.h>
#include <stdlib.h>
#include <string.h>

struct ring {
  struct spa_ringbuffer indices;
  uint32_t size;
  float *storage;
};

int peer_spa_available(void) { return 1; }

void *peer_spa_create(size_t capacity) {
  struct ring *ring = calloc(1, sizeof *ring);
  if (ring == NULL) return NULL;
  ring->size = (uint32_t)(capacity * sizeof(float));
  // From the start of a cache line on, as ours.
  ring->storage = aligned_alloc(128, (capacity * sizeof(float) + 127) / 128 * 128);
  if (ring->storage != NULL) memset(ring->storage, 0, capacity * sizeof(float));
  spa_ringbuffer_init(&ring->indices);
  return ring;
}

void peer_spa_destroy(void *data) {
  struct ring *ring = data;
  if (ring == NULL) return;
  free(ring->storage);
  free(ring);
}

size_t peer_spa_write(void *data, const float *source, size_t count) {
  struct ring *ring = data;
  uint32_t index;
  int32_t filled = spa_ringbuffer_get_write_index(&ring->indices, &index);
  uint32_t room = ring->size - (uint32_t)filled;
  uint32_t bytes = (uint32_t)(count * sizeof(float));
  if (bytes > room) bytes = room;
  spa_ringbuffer_write_data(&ring->indices, ring->storage, ring->size, index & (ring->size - 1), source, bytes);
  spa_ringbuffer_write_update(&ring->indices, (int32_t)(index + bytes));
  return bytes / sizeof(float);
}

size_t peer_spa_read(void *data, float *target, size_t count) {
  struct ring *ring = data;
  uint32_t index;
  int32_t filled = spa_ringbuffer_get_read_index(&ring->indices, &index);
  uint32_t bytes = (uint32_t)(count * sizeof(float));
  if (filled < 0) return 0;
  if (bytes > (uint32_t)filled) bytes = (uint32_t)filled;
  spa_ringbuffer_read_data(&ring->indices, ring->storage, ring->size, index & (ring->size - 1), target, bytes);
  spa_ringbuffer_read_update(&ring->indices, (int32_t)(index + bytes));
  return bytes / sizeof(float);
}
#else
int peer_spa_available(void) { return 0; }
void *peer_spa_create(size_t capacity) { return (void)capacity, (void *)0; }
void peer_spa_destroy(void *ring) { (void)ring; }
size_t peer_spa_write(void *ring, const float *source, size_t count) { return (void)ring, (void)source, (void)count, 0; }
size_t peer_spa_read(void *ring, float *target, size_t count) { return (void)ring, (void)target, (void)count, 0; }
#endif
