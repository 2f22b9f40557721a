// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// The pictures of a profile, as SVG.
enum ProfilePicture {
  private static let width = 1000.0

  /// The wave of a listening session, and under it each result at the moment at which it was published.
  static func wave(of listening: Profile.Listening, in profile: Profile) -> String {
    let start = firstFrame(of: listening.id, in: profile)
    let results = listening.updates.map { update in
      (seconds: start.map { (update.time - $0).inSeconds } ?? update.audioTime.inSeconds, update: update)
    }
    let step = Profile.peakDuration.inSeconds
    let length = max(0.1, Double(listening.peaks.count) * step, results.map(\.seconds).max() ?? 0)
    let scale = width / length
    let loudest = max(0.01, listening.peaks.max() ?? 0)
    let wave = listening.peaks.enumerated().map { index, peak in
      let height = max(0.5, Double(peak / loudest) * 60)
      return rect("wave", x: Double(index) * step * scale, y: 60 - height, width: step * scale, height: 2 * height)
    }
    let texts = results.enumerated().map { row, result -> String in
      let x = number(max(0, result.seconds) * scale)
      // Towards the end a text ends at its moment instead of beginning there, so that it stays on the page.
      let anchor = result.seconds > length * 0.6 ? "end" : "start"
      let y = 150 + row * 14
      let mark = result.update.isFinal ? "final" : "partial"
      let text = ProfilePage.escaped(result.update.text.isEmpty ? "(nothing)" : result.update.text)
      return "<line class=\"rule\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"\(y)\"/>"
        + "<text class=\"\(mark)\" text-anchor=\"\(anchor)\" x=\"\(x)\" y=\"\(y)\">\(text)</text>"
    }
    let ticks = stride(from: 0.0, through: length, by: length > 20 ? 5 : 1).map { second in
      "<text x=\"\(number(second * scale))\" y=\"134\">\(number(second)) s</text>"
    }
    return svg(height: 160 + results.count * 14, (wave + ticks + texts).joined())
  }

  /// For each path a bar up to the median, and a paler one up to the 95th percentile.
  static func bars(_ report: LatencyReport) -> String {
    // What lasts as long as the speech itself would make all others invisible.
    let paths = LatencyPath.allCases.filter { report.paths[$0] != nil && $0 != .heardToEnd }
    let longest = paths.compactMap { report.paths[$0]?.percentile95.inSeconds }.max() ?? 0
    let scale = longest > 0 ? 600 / longest : 0
    let rows = paths.enumerated().map { row, path -> String in
      guard let statistics = report.paths[path] else { return "" }
      let y = Double(row * 22)
      let median = statistics.median.inSeconds * scale
      let tail = statistics.percentile95.inSeconds * scale
      return "<text x=\"0\" y=\"\(number(y + 14))\">\(ProfilePage.escaped(path.title))</text>"
        + rect("tail", x: 230, y: y + 3, width: tail, height: 14)
        + rect("bar", x: 230, y: y + 3, width: median, height: 14)
        + "<text x=\"\(number(238 + tail))\" y=\"\(number(y + 14))\">"
        + "\(ProfileTable.milliseconds(statistics.median)) · p95 \(ProfileTable.milliseconds(statistics.percentile95)) ms</text>"
    }
    return svg(height: paths.count * 22 + 4, rows.joined())
  }

  /// How many durations fall into each of twenty equal stretches between the shortest and the longest.
  static func histogram(_ durations: [Duration]) -> String {
    let values = durations.map { $0.inSeconds * 1000 }
    guard let least = values.min(), let most = values.max() else { return "" }
    let count = 20
    let step = max(most - least, 1e-6) / Double(count)
    var bins = [Int](repeating: 0, count: count)
    for value in values { bins[min(count - 1, Int((value - least) / step))] += 1 }
    let highest = Double(bins.max() ?? 1)
    let bars = bins.enumerated().map { index, bin in
      let height = 160 * Double(bin) / highest
      return rect("bar", x: Double(index) * width / 20 + 2, y: 170 - height, width: width / 20 - 4, height: height)
    }
    let labels =
      "<text x=\"0\" y=\"200\" style=\"font-size:26px\">\(ProfileTable.decimals(least, 2))</text>"
      + "<text x=\"\(number(width))\" y=\"200\" text-anchor=\"end\" style=\"font-size:26px\">"
      + "\(ProfileTable.decimals(most, 2))</text>"
    return svg(height: 205, bars.joined() + labels)
  }

  // MARK: -

  /// When the session's first frame was captured.
  private static func firstFrame(of id: ListeningID, in profile: Profile) -> MonotonicTime? {
    guard let first = profile.records.first(where: { $0.stage == .delivered && $0.subject == id.rawValue }) else {
      return nil
    }
    let before = AudioFormat(sampleRate: profile.sampleRate).duration(ofFrames: Int(clamping: first.position))
    return MonotonicTime(nanoseconds: first.value) + (.zero - before)
  }

  private static func svg(height: Int, _ content: String) -> String {
    "<svg viewBox=\"0 0 \(Int(width)) \(height)\" role=\"img\">\(content)</svg>"
  }

  private static func rect(_ kind: String, x: Double, y: Double, width: Double, height: Double) -> String {
    "<rect class=\"\(kind)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(0, width)))\" height=\"\(number(height))\"/>"
  }

  private static func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
