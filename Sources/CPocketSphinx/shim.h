// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
