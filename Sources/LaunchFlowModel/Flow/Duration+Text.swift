/// Why a text is no duration.
enum DurationFlaw: Error, Equatable {
  /// A number without its unit.
  case noUnit
  /// A unit that does not exist; the text is given.
  case unknownUnit(String)
  /// A number with a decimal point; what to write instead is given where that is exact.
  case fraction(Duration?)
  /// Units that are not in descending order, or are repeated.
  case order
  /// More than 36,500 days.
  case tooLong
  case malformed
}

extension Duration {
  /// The longest duration in a document: about a hundred years.
  package static let longestInDocuments = Duration.seconds(36_500 * 86_400 as Int64)

  /// The units, largest first, in nanoseconds.
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
    ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]

  /// Reads a duration as documents write it: whole numbers with their units, larger units first (`"1m30s"`,
  /// `"250ms"`); nil for anything else, and for more than 36,500 days.
  package init?(documentText text: String) {
    guard let duration = try? Duration(reading: text) else { return nil }
    self = duration
  }

  init(reading text: String) throws(DurationFlaw) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, Self.isDigit(first) else { throw .malformed }
    var total: Int64 = 0
    var lastUnit = -1
    var offset = 0
    while offset < bytes.count {
      let number = Self.run(bytes, &offset, while: Self.isDigit)
      if offset < bytes.count, bytes[offset] == 0x2E, !number.isEmpty {
        throw Self.fraction(bytes)
      }
      let name = Self.run(bytes, &offset) { !Self.isDigit($0) }
      guard !number.isEmpty else { throw .malformed }
      guard !name.isEmpty else { throw .noUnit }
      guard let unit = Self.units.firstIndex(where: { $0.name == name }) else { throw .unknownUnit(name) }
      guard unit > lastUnit else { throw .order }
      lastUnit = unit
      guard let count = Int64(number) else { throw .tooLong }
      let (product, overflow) = count.multipliedReportingOverflow(by: Self.units[unit].nanoseconds)
      let (sum, sumOverflow) = total.addingReportingOverflow(product)
      guard !overflow, !sumOverflow, sum <= Self.longestInDocuments.nanoseconds else { throw .tooLong }
      total = sum
    }
    self = .nanoseconds(total)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func run(_ bytes: [UInt8], _ offset: inout Int, while isIn: (UInt8) -> Bool) -> String {
    let start = offset
    while offset < bytes.count, isIn(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// What to write for a text such as `1.5s`.
  private static func fraction(_ bytes: [UInt8]) -> DurationFlaw {
    var offset = 0
    let whole = run(bytes, &offset, while: isDigit)
    guard offset < bytes.count, bytes[offset] == 0x2E else { return .fraction(nil) }
    offset += 1
    let decimals = run(bytes, &offset, while: isDigit)
    let name = String(decoding: bytes[offset...], as: UTF8.self)
    guard let unit = units.first(where: { $0.name == name }), !decimals.isEmpty, decimals.utf8.count <= 9,
      var nanoseconds = Int64(whole)?.multipliedReportingOverflow(by: unit.nanoseconds),
      !nanoseconds.overflow,
      let digits = Int64(decimals)
    else { return .fraction(nil) }
    var scale: Int64 = 1
    for _ in decimals.utf8 { scale *= 10 }
    let (product, overflow) = digits.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow, product % scale == 0 else { return .fraction(nil) }
    nanoseconds = nanoseconds.partialValue.addingReportingOverflow(product / scale)
    guard !nanoseconds.overflow, nanoseconds.partialValue <= longestInDocuments.nanoseconds else {
      return .fraction(nil)
    }
    return .fraction(.nanoseconds(nanoseconds.partialValue))
  }

  /// The duration as documents write it (`1m30s`), to the nanosecond; reading it gives the same duration.
  package var documentText: String {
    var rest = nanoseconds.magnitude
    guard rest > 0 else { return "0s" }
    var text = nanoseconds < 0 ? "-" : ""
    for unit in Self.units {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.nanoseconds.magnitude)
      if count > 0 { text += "\(count)\(unit.name)" }
      rest = remainder
    }
    return text
  }

  /// The same, rounded up to a microsecond. Proofs find bounds of `16s999ms999us999ns`, the last instant before 17 s.
  package var boundText: String {
    let (count, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    return rest > 0 && count < .max / 1_000
      ? Duration.nanoseconds((count + 1) * 1_000).documentText : documentText
  }
}

extension Duration {
  /// The duration, as documents write it, that an author means by a number without a unit, by spaces, capitals, whole
  /// words or a decimal point; nil where that is not clear. Numbers from 1000 on are milliseconds, others seconds.
  package static func meant(by text: String) -> String? {
    let text = normalized(text)
    guard let last = text.last, last.isNumber else { return exact(text) }
    guard let count = Int64(text) else { return exact(text + "s") }
    // No time at all is not what an author means.
    guard count > 0 else { return nil }
    guard count >= 1000 else { return "\(count)s" }
    return exact(count.isMultiple(of: 1000) ? "\(count / 1000)s" : "\(count)ms")
  }

  /// How a whole number is written as milliseconds and as seconds, the likelier first: a number does not say which
  /// of the two is meant. nil for another text.
  static func spellings(ofNumber text: String) -> String? {
    guard let count = Int64(text), count > 0, let seconds = exact("\(count)s") else { return nil }
    let long = Duration(documentText: seconds)?.documentText ?? seconds
    let short = Duration.milliseconds(count).documentText
    let inSeconds = "\"\(long)\" if it is in seconds"
    let inMilliseconds = "\"\(short)\" if it is in milliseconds"
    // Whole hours and days are written in seconds where files have no units.
    let isRound = count.isMultiple(of: 3600) && !count.isMultiple(of: 36_000)
    return count < 1000 || isRound || count.isMultiple(of: 86_400)
      ? "write \(inSeconds), or \(inMilliseconds)" : "write \(inMilliseconds), or \(inSeconds)"
  }

  /// The text, if it is a duration or exactly one with a decimal point.
  private static func exact(_ text: String) -> String? {
    do throws(DurationFlaw) {
      _ = try Duration(reading: text)
      return text
    } catch {
      if case .fraction(let exact?) = error { return exact.documentText }
      return nil
    }
  }

  /// The text without spaces, and with the short names of units.
  private static func normalized(_ text: String) -> String {
    var result = ""
    var word = ""
    let units = [
      "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m",
      "minutes": "m", "hour": "h", "hours": "h", "hr": "h", "day": "d", "days": "d", "msec": "ms", "µs": "us",
      "millis": "ms", "milliseconds": "ms",
    ]
    for character in text.lowercased() + "0" {
      if character == " " { continue }
      if character.isNumber || character == "." {
        result += units[word] ?? word
        word = ""
        result.append(character)
      } else {
        word.append(character)
      }
    }
    return String(result.dropLast())
  }
}

extension Duration {
  /// Whole nanoseconds, rounded toward zero; what does not fit into 64 bits becomes the nearest that does.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !sumOverflow else { return seconds < 0 ? .min : .max }
    return sum
  }
}
