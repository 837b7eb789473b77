extension Duration {
  /// The duration that an author means by a number without a unit, or by a text with spaces, capitals, whole words or a
  /// decimal point; nil if that is not clear. Numbers from 1000 on are milliseconds, others seconds.
  package static func meant(by text: String) -> String? {
    let text = normalized(text)
    guard let last = text.last, last.isNumber else { return exact(text) }
    guard let count = Int64(text) else { return exact(text + "s") }
    // An author does not mean a duration of zero.
    guard count > 0 else { return nil }
    guard count >= 1000 else { return "\(count)s" }
    return exact(count.isMultiple(of: 1000) ? "\(count / 1000)s" : "\(count)ms")
  }

  /// A whole number as milliseconds and as seconds, the likelier first, because a number does not contain its
  /// unit; nil for another text.
  static func spellings(ofNumber text: String) -> String? {
    guard let count = Int64(text), count > 0, let seconds = exact("\(count)s") else { return nil }
    let long = Duration(documentText: seconds)?.documentText ?? seconds
    let short = Duration.milliseconds(count).documentText
    let inSeconds = "\"\(long)\" if it is in seconds"
    let inMilliseconds = "\"\(short)\" if it is in milliseconds"
    // Files without units give whole hours and days in seconds.
    let isRound = count.isMultiple(of: 3600) && !count.isMultiple(of: 36_000)
    return count < 1000 || isRound || count.isMultiple(of: 86_400)
      ? "write \(inSeconds), or \(inMilliseconds)" : "write \(inMilliseconds), or \(inSeconds)"
  }

  /// The text, if it is a duration or equals one without a decimal point.
  private static func exact(_ text: String) -> String? {
    if Duration(documentText: text) != nil { return text }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let whole = Int64(parts[0]), parts[0].first?.isNumber == true else { return nil }
    let decimals = parts[1].prefix { $0.isASCII && $0.isNumber }
    let name = parts[1].dropFirst(decimals.count)
    guard let unit = units.first(where: { $0.name == name })?.nanoseconds, decimals.utf8.count <= 9,
      let digits = Int64(decimals)
    else { return nil }
    let scale = decimals.utf8.reduce(Int64(1)) { scale, _ in scale * 10 }
    let (product, overflow) = digits.multipliedReportingOverflow(by: unit)
    let (large, largeOverflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow, !largeOverflow, product % scale == 0 else { return nil }
    let (sum, sumOverflow) = large.addingReportingOverflow(product / scale)
    guard !sumOverflow, sum <= longestInDocuments.nanoseconds else { return nil }
    return Duration.nanoseconds(sum).documentText
  }

  /// The text without spaces, and with the short names of units.
  private static func normalized(_ text: String) -> String {
    var result = ""
    var word = ""
    for character in text.lowercased() + "0" {
      if character == " " { continue }
      if character.isNumber || character == "." {
        result += AdviceText.all.units[word[...]] ?? word
        word = ""
        result.append(character)
      } else {
        word.append(character)
      }
    }
    return String(result.dropLast())
  }
}
