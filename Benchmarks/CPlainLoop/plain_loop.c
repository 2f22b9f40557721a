// SPDX-License-Identifier: Apache-2.0
#include "plain_loop.h"

#include <stdlib.h>
#include <string.h>

#ifdef HEARSAY_POCKETSPHINX
#include <pocketsphinx.h>
#include <sphinxbase/err.h>

struct plain_decoder {
  ps_decoder_t *decoder;
  char text[4096];
};

plain_decoder *plain_decoder_open(int count, char **arguments) {
  err_set_logfp(NULL);
  cmd_ln_t *config = cmd_ln_parse_r(NULL, ps_args(), count, arguments, 1);
  if (config == NULL) return NULL;
  ps_decoder_t *decoder = ps_init(config);
  cmd_ln_free_r(config);
  if (decoder == NULL) return NULL;
  plain_decoder *result = calloc(1, sizeof *result);
  if (result == NULL) {
    ps_free(decoder);
    return NULL;
  }
  result->decoder = decoder;
  return result;
}

void plain_decoder_close(plain_decoder *decoder) {
  if (decoder == NULL) return;
  ps_free(decoder->decoder);
  free(decoder);
}

static void keep(plain_decoder *decoder) {
  const char *text = ps_get_hyp(decoder->decoder, NULL);
  strncpy(decoder->text, text ? text : "", sizeof decoder->text - 1);
}

const char *plain_decoder_run(plain_decoder *decoder, const int16_t *samples, size_t count, size_t chunk, int *words) {
  ps_start_utt(decoder->decoder);
  for (size_t index = 0; index < count; index += chunk) {
    size_t part = count - index < chunk ? count - index : chunk;
    ps_process_raw(decoder->decoder, samples + index, part, 0, 0);
    keep(decoder);
  }
  ps_end_utt(decoder->decoder);
  keep(decoder);
  *words = 0;
  for (ps_seg_t *segment = ps_seg_iter(decoder->decoder); segment; segment = ps_seg_next(segment)) {
    int first, last;
    ps_seg_frames(segment, &first, &last);
    *words += ps_seg_word(segment) != NULL && last >= first;
  }
  return decoder->text;
}
#else
plain_decoder *plain_decoder_open(int count, char **arguments) {
  (void)count, (void)arguments;
  return NULL;
}
void plain_decoder_close(plain_decoder *decoder) { (void)decoder; }
const char *plain_decoder_run(plain_decoder *decoder, const int16_t *samples, size_t count, size_t chunk, int *words) {
  (void)decoder, (void)samples, (void)count, (void)chunk;
  *words = 0;
  return "";
}
#endif

void plain_ring_pass(plain_ring *ring, const float *source, float *target, size_t count) {
  size_t offset = ring->position & ring->mask;
  size_t until_end = ring->mask + 1 - offset;
  size_t first = count < until_end ? count : until_end;
  memcpy(ring->storage + offset, source, first * sizeof(float));
  memcpy(ring->storage, source + first, (count - first) * sizeof(float));
  memcpy(target, ring->storage + offset, first * sizeof(float));
  memcpy(target + first, ring->storage, (count - first) * sizeof(float));
  ring->position += count;
}
