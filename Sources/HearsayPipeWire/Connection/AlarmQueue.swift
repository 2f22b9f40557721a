// SPDX-License-Identifier: Apache-2.0

#if PipeWire && os(Linux)
  internal import HearsayCore

  /// Closures waiting for their time, earliest first.
  ///
  /// Pure: it knows neither clock nor thread.
  struct AlarmQueue {
    /// Names one alarm.
    struct Token: Hashable, Sendable {
      fileprivate let number: Int
    }

    private struct Alarm {
      let time: MonotonicTime
      let token: Token
      let closure: @Sendable () -> Void
    }

    private var alarms: [Alarm] = []
    private var nextNumber = 0

    /// When the earliest alarm is due; `nil` for none.
    var next: MonotonicTime? { alarms.first?.time }

    /// Adds an alarm.
    mutating func add(at time: MonotonicTime, _ closure: @escaping @Sendable () -> Void) -> Token {
      let token = Token(number: nextNumber)
      nextNumber += 1
      let index = alarms.firstIndex { $0.time > time } ?? alarms.endIndex
      alarms.insert(Alarm(time: time, token: token, closure: closure), at: index)
      return token
    }

    /// Takes an alarm back; does nothing for one that is gone.
    mutating func remove(_ token: Token) { alarms.removeAll { $0.token == token } }

    /// Takes out what is due at `time`, in order.
    mutating func takeDue(at time: MonotonicTime) -> [@Sendable () -> Void] {
      let due = alarms.prefix { $0.time <= time }
      alarms.removeFirst(due.count)
      return due.map(\.closure)
    }
  }
#endif
