// SPDX-License-Identifier: Apache-2.0

internal import HearsayCore

/// A profile as one page of HTML that needs nothing else: no script, no other file, no network.
enum ProfilePage {
  /// The whole page.
  static func html(_ profile: Profile) -> String {
    let report = profile.report
    let heard = profile.listenings.map { listening in
      """
      <figure>
      <figcaption>\(escaped(listening.source)): \(escaped(listening.updates.last?.text ?? ""))</figcaption>
      \(ProfilePicture.wave(of: listening, in: profile))
      </figure>
      """
    }
    let all = LatencyReport.durations(profile.records, sampleRate: profile.sampleRate)
    let histograms = LatencyPath.allCases.compactMap { path -> String? in
      guard let durations = all[path], durations.count > 1 else { return nil }
      return """
        <figure class="small"><figcaption>\(escaped(path.title)), ms</figcaption>
        \(ProfilePicture.histogram(durations))</figure>
        """
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <title>Hearsay profile</title>
      <style>\(style)</style>
      </head>
      <body>
      <h1>Where the time went</h1>
      <table class="facts">\(factRows(profile))</table>
      <h2>From the microphone to the text, and from the text to the ear</h2>
      \(table(report))
      <h2>Stages</h2>
      \(ProfilePicture.bars(report))
      <h2>What was heard, and the partial results as they came</h2>
      \(heard.joined(separator: "\n"))
      <h2>How the times are spread</h2>
      <div class="grid">\(histograms.joined(separator: "\n"))</div>
      </body>
      </html>

      """
  }

  /// The text with what HTML would read as markup written out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // Control characters are not allowed in a page.
      case _ where scalar.value < 32 || scalar.value == 127: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func factRows(_ profile: Profile) -> String {
    let quantum = profile.quantum.map { "\($0) frames" } ?? "as the clients asked"
    let rows = [("graph cycle", quantum)] + ProfileTable.facts(profile).map { ($0.title, $0.text) }
    return rows.map { "<tr><th>\(escaped($0.0))</th><td>\(escaped($0.1))</td></tr>" }.joined()
  }

  private static func table(_ report: LatencyReport) -> String {
    let rows = LatencyPath.allCases.compactMap { path -> String? in
      guard let statistics = report.paths[path] else { return nil }
      let cells = ProfileTable.times(of: statistics).map { "<td>\(ProfileTable.milliseconds($0.1))</td>" }.joined()
      return "<tr><th>\(escaped(path.title))</th><td>\(statistics.count)</td>\(cells)</tr>"
    }
    let names = ["count", "min", "median", "p95", "p99", "max"].map { "<th>\($0)</th>" }.joined()
    return "<table><tr><th>ms</th>\(names)</tr>\(rows.joined())</table>"
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e6e6); --wave: light-dark(#3a6ea5, #7fb2e5);
      --line: light-dark(#d0d7de, #444c56); }
    body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
    th:first-child, .facts td { text-align: left; }
    figure { margin: 1rem 0; } figcaption { font-weight: 600; }
    .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
    svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
    .wave, .bar { fill: var(--wave); } .tail { fill: var(--wave); opacity: .35; } .rule { stroke: var(--line); }
    .final { font-weight: 700; }
    """
}
