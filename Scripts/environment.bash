# SPDX-License-Identifier: Apache-2.0
#
# Read by the other scripts, not run: goes to the package's root, whatever directory the caller is in, and finds Swift.

# Where the caller is, for those who take file names.
# shellcheck disable=SC2034 # Used by the scripts that read this one.
caller=$PWD
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd -- "$root" || exit

# One sentence on the standard error, and out.
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Puts a toolchain that is not on the PATH, but where archives are commonly unpacked, onto it.
find_swift() {
  if ! command -v swift >/dev/null && [[ -x /opt/swift/usr/bin/swift ]]; then
    export PATH="/opt/swift/usr/bin:$PATH"
  fi
  command -v swift >/dev/null ||
    fail "Swift 6.3 or newer is needed and there is no swift on the PATH; get it from https://www.swift.org/install/linux/."
}

# Fails unless the compiler is new enough. Needs the packages that the toolchain itself links against.
require_swift() {
  find_swift
  local version
  version=$(swift --version 2>/dev/null) || version=
  [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] ||
    fail "$(command -v swift) does not run; see https://www.swift.org/install/linux/ for what it needs."
  if ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] < 6003)); then
    fail "Swift 6.3 or newer is needed and $(command -v swift) is ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}; get it from https://www.swift.org/install/linux/."
  fi
}
