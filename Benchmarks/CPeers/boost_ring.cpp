// SPDX-License-Identifier: Apache-2.0
#include "peers.h"

#if __has_include(<boost/lockfree/spsc_queue.hpp>)
#include <boost/lockfree/spsc_queue.hpp>

using Ring = boost::lockfree::spsc_queue<float>;

int peer_boost_available(void) { return 1; }
void *peer_boost_create(size_t capacity) { return new Ring(capacity); }
void peer_boost_destroy(void *ring) { delete static_cast<Ring *>(ring); }
size_t peer_boost_write(void *ring, const float *source, size_t count) {
  return static_cast<Ring *>(ring)->push(source, count);
}
size_t peer_boost_read(void *ring, float *target, size_t count) { return static_cast<Ring *>(ring)->pop(target, count); }
#else
int peer_boost_available(void) { return 0; }
void *peer_boost_create(size_t) { return nullptr; }
void peer_boost_destroy(void *) {}
size_t peer_boost_write(void *, const float *, size_t) { return 0; }
size_t peer_boost_read(void *, float *, size_t) { return 0; }
#endif
