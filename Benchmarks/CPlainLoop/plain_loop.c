// SPDX-License-Identifier: Apache-2.0
#include "plain_loop.h"
#ifdef HEARSAY_POCKETSPHINX
#include <pocketsphinx.h>
#endif
