// SPDX-License-Identifier: Apache-2.0

/// Reads what PipeWire's tools print.
enum ServerOutput {
  /// The identifiers and names in the output of `pw-cli ls Node`.
  static func nodes(in text: String) -> [(identifier: String, name: String)] {
    var found: [(identifier: String, name: String)] = []
    var identifier = ""
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.first == "id", words.count > 1 {
        identifier = String(words[1].prefix { $0 != "," })
      } else if words.first == "node.name", let value = quoted(line, by: "\"") {
        found.append((identifier, value))
      }
    }
    return found
  }

  /// The device named by a key in the output of `pw-metadata 0`.
  static func metadata(_ key: String, in text: String) -> String? {
    // update: id:0 key:'default.audio.source' value:'{"name":"mic"}' type:'Spa:String:JSON'
    guard let line = text.split(separator: "\n").last(where: { $0.contains("key:'\(key)'") }),
      let name = line.split(separator: "\"").dropFirst(3).first
    else { return nil }
    return String(name)
  }

  /// The connections in the output of `pw-link -l`, each once.
  static func links(in text: String) -> [VirtualAudioServer.Link] {
    var links: [VirtualAudioServer.Link] = []
    var port = ""
    for line in text.split(separator: "\n") {
      if let arrow = line.firstRange(of: "|-> ") {
        links.append(.init(output: port, input: String(line[arrow.upperBound...])))
      } else if !line.contains("|<- ") {
        port = String(line)
      }
    }
    return links
  }

  private static func quoted(_ line: Substring, by mark: Character) -> String? {
    guard let first = line.firstIndex(of: mark), let last = line.lastIndex(of: mark), first < last else { return nil }
    return String(line[line.index(after: first)..<last])
  }
}
