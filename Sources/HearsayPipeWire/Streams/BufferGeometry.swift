// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import CPipeWireBridge

  /// The arithmetic of the real-time cycle, which is in C, for tests.
  enum BufferGeometry {
    /// Where the valid samples of a captured buffer are: bytes from the start, and whole samples.
    static func captured(
      _ data: UnsafeRawPointer?, maxsize: UInt32, offset: UInt32, size: UInt32
    ) -> (offset: Int, frames: Int) {
      let span = unsafe hearsay_pw_span_captured(data, maxsize, offset, size)
      return (Int(span.offset), Int(span.frames))
    }

    /// How many samples go into a playback buffer.
    static func wanted(_ data: UnsafeRawPointer?, maxsize: UInt32, requested: UInt64) -> Int {
      Int(unsafe hearsay_pw_span_wanted(data, maxsize, requested))
    }

    /// When the first of the frames was captured, in nanoseconds.
    static func capturedAt(now: Int64, delay: Int64, converterDelay: Int64, frames: UInt32, rate: UInt32) -> UInt64 {
      hearsay_pw_time_captured(now, delay, converterDelay, frames, rate)
    }

    /// How many frames are missing between two cycles.
    static func lost(ticks: Int64, tickRate: UInt32, nanoseconds: Int64, previousFrames: UInt32, rate: UInt32) -> UInt64
    {
      hearsay_pw_time_lost(ticks, tickRate, nanoseconds, previousFrames, rate)
    }
  }
#endif
