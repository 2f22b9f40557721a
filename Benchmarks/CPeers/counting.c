// SPDX-License-Identifier: Apache-2.0
#include "peers.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

// Outside of valgrind these are a few instructions that do nothing.
void peer_start_counting(void) { CALLGRIND_START_INSTRUMENTATION; }
void peer_stop_counting(void) { CALLGRIND_STOP_INSTRUMENTATION; }
#else
void peer_start_counting(void) {}
void peer_stop_counting(void) {}
#endif
