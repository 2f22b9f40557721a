// SPDX-License-Identifier: Apache-2.0

/// The characters at which a text may be cut for speaking.
enum SpeechPunctuation {
  /// Ends of sentences that count before white space only: `3.14` and `what?!` go on.
  static let sentenceEnds: Set<Character> = [".", "!", "?", "…", "؟", "۔", "।", "॥", "։", "።"]

  /// Ends of sentences in scripts that put no space behind them.
  static let wideSentenceEnds: Set<Character> = ["。", "！", "？", "．", "｡"]

  /// Ends of clauses that count before white space only.
  static let clauseEnds: Set<Character> = [";", ",", ":", "—", "–", "،", "؛"]

  /// Ends of clauses in scripts that put no space behind them.
  static let wideClauseEnds: Set<Character> = ["、", "，", "；", "：", "､"]

  /// What closes a quotation or a bracket, and belongs to the sentence before it.
  static let closers: Set<Character> = ["\"", "'", "”", "’", "»", "›", ")", "]", "}", "」", "』", "）", "】", "》"]

  /// Words whose full stop is not the end of a sentence, though a name with a capital follows.
  static let titles: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "mt", "rev", "gen", "col", "lt", "sgt", "capt", "sen", "rep", "gov", "vs",
    "fig", "jr", "sr",
  ]
}
