// SPDX-License-Identifier: Apache-2.0
#include "hearsay_pw.h"
#ifdef HEARSAY_PIPEWIRE
#include <pipewire/pipewire.h>
#endif
