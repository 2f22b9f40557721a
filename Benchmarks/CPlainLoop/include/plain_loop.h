// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

// What the package is measured against: the same work in plain C.

/// A decoder used as the library's manual shows it. One thread at a time.
typedef struct plain_decoder plain_decoder;

/// Loads a model; alternating names and values. NULL when it cannot, or without the library.
plain_decoder *plain_decoder_open(int count, char **arguments);
void plain_decoder_close(plain_decoder *decoder);

/// Decodes one utterance in chunks of `chunk` samples, asking for the text after each, and returns the final text.
///
/// Valid until the next call. Writes how many words have times to `words`.
const char *plain_decoder_run(plain_decoder *decoder, const int16_t *samples, size_t count, size_t chunk, int *words);

/// The baseline of the ring: two `memcpy` through a buffer of `mask + 1` samples, wrapping as a ring does.
typedef struct plain_ring {
  float *storage;
  size_t mask;
  size_t position;
} plain_ring;

void plain_ring_pass(plain_ring *ring, const float *source, float *target, size_t count);
