// SPDX-License-Identifier: Apache-2.0

internal import CPeers
internal import HearsayCore

/// A ring of samples that blocks go through: ours or one of others.
@safe
struct PeerRing: @unchecked Sendable {
  // SAFETY: the ring behind the pointer takes one writer and one reader at a time, which is how it is used; `destroy()`
  // comes after both.
  enum Kind: String, CaseIterable {
    case ours = "SampleRing"
    case boost = "boost spsc_queue"
    case spa = "spa_ringbuffer"

    var isAvailable: Bool {
      switch self {
      case .ours: true
      case .boost: peer_boost_available() != 0
      case .spa: peer_spa_available() != 0
      }
    }
  }

  let kind: Kind
  // The handles as the audio thread holds them: plain values.
  private let own: SampleRing
  private let producer: SampleRing.Producer
  private let consumer: SampleRing.Consumer
  private let peer: UnsafeMutableRawPointer?

  init(_ kind: Kind, capacity: Int) {
    self.kind = kind
    own = SampleRing(capacity: kind == .ours ? capacity : 1)
    producer = own.producer
    consumer = own.consumer
    unsafe peer =
      switch kind {
      case .ours: nil
      case .boost: unsafe peer_boost_create(capacity)
      case .spa: unsafe peer_spa_create(capacity)
      }
  }

  func destroy() {
    switch kind {
    case .ours: break
    case .boost: unsafe peer_boost_destroy(peer)
    case .spa: unsafe peer_spa_destroy(peer)
    }
  }

  func write(_ source: UnsafePointer<Float>, count: Int) -> Int {
    switch kind {
    case .ours: unsafe producer.write(source, count: count)
    case .boost: unsafe peer_boost_write(peer, source, count)
    case .spa: unsafe peer_spa_write(peer, source, count)
    }
  }

  func read(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    switch kind {
    case .ours: unsafe consumer.read(into: target, count: count)
    case .boost: unsafe peer_boost_read(peer, target, count)
    case .spa: unsafe peer_spa_read(peer, target, count)
    }
  }
}
