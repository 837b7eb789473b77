/// Why a text is not a duration.
struct DurationFlaw: Error, Equatable {
  var message: String
}

extension Duration {
  /// The longest duration in a document: about a hundred years.
  package static let longestInDocuments = Duration.seconds(36_500 * 86_400 as Int64)

  /// The units, largest first, in nanoseconds.
  package static let units: [(name: String, nanoseconds: Int64)] = [
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
    guard let first = bytes.first, Self.isDigit(first) else {
      let isNegative = bytes.first == UInt8(ascii: "-")
      throw DurationFlaw(
        message: isNegative ? "a duration must not be negative" : "\"\(text)\" is not a duration")
    }
    let tooLong = DurationFlaw(message: "the duration is longer than 36500d")
    var total: Int64 = 0
    var lastUnit = -1
    var offset = 0
    while offset < bytes.count {
      let number = Self.run(bytes, &offset, while: Self.isDigit)
      if offset < bytes.count, bytes[offset] == 0x2E {
        throw DurationFlaw(message: "a duration must not have a decimal point")
      }
      let name = Self.run(bytes, &offset) { !Self.isDigit($0) }
      guard !name.isEmpty else { throw DurationFlaw(message: "the duration \"\(text)\" has no unit") }
      guard let unit = Self.units.firstIndex(where: { $0.name == name }) else {
        throw DurationFlaw(message: "\"\(name)\" is not a unit of time")
      }
      guard unit > lastUnit else {
        throw DurationFlaw(message: "the units of a duration must go from large to small, each once")
      }
      lastUnit = unit
      guard let count = Int64(number) else { throw tooLong }
      let (product, overflow) = count.multipliedReportingOverflow(by: Self.units[unit].nanoseconds)
      let (sum, sumOverflow) = total.addingReportingOverflow(product)
      guard !overflow, !sumOverflow, sum <= Self.longestInDocuments.nanoseconds else { throw tooLong }
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
}

extension Duration {
  /// Whole nanoseconds, rounded toward zero and limited to 64 bits.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !sumOverflow else { return seconds < 0 ? .min : .max }
    return sum
  }
}
