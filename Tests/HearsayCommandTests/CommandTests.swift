// SPDX-License-Identifier: Apache-2.0

import Testing

/// Everything that runs the built command: one after another, because most of it is live audio, and a graph that gets
/// no processor time loses sound.
@Suite(.serialized) enum CommandTests {}
