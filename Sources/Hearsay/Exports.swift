// SPDX-License-Identifier: Apache-2.0

// An app that imports `Hearsay` has the core's types at hand and imports nothing else.
@_exported public import HearsayCore
