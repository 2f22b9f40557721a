// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <stdio.h>

// What Swift cannot reach: `stderr` is a mutable global there, and `cmd_ln_init` is variadic.

/// Sends the library's messages to standard error, or nowhere. The setting is one for the whole process.
static inline void hearsay_ps_set_logging(int enabled) { err_set_logfp(enabled ? stderr : NULL); }

/// Makes a configuration out of alternating names and values, which are copied; NULL when one is unknown.
static inline cmd_ln_t *hearsay_ps_config_parse(int count, char **arguments) {
  return cmd_ln_parse_r(NULL, ps_args(), count, arguments, 1);
}
