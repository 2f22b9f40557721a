// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A value of JSON, and its one line of text.
enum JSONValue: Sendable, Equatable, Encodable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case list([JSONValue])
  case object([String: JSONValue])
  case null

  /// The value on one line, with the keys of objects in alphabetical order.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Nothing in these values can fail to be encoded.
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    case .null: try container.encodeNil()
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .text(value) }
}
