// SPDX-License-Identifier: Apache-2.0

import Testing

/// Everything that runs servers, one suite after the other: each has several processes and works in real time.
@Suite("On a private audio server", .serialized)
struct LiveTests {}
