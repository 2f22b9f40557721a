// SPDX-License-Identifier: Apache-2.0
//
// The C library's allocator with a counter in front, which also Swift's runtime goes through. A sanitizer puts its own
// in front, and then nothing is counted.
#include "peers.h"

#include <stdatomic.h>

static _Thread_local int counts_here;
static _Atomic uint64_t allocations;

void peer_count_allocations(int counts) { counts_here = counts; }
uint64_t peer_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#include <errno.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) {
  if (counts_here) atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}
void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  count();
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}
#endif
