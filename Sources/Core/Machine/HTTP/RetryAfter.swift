/// The wait that a server asks for in the header `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// 365 days in seconds. Longer waits count as this one.
  private static let longest: Int64 = 365 * 86_400

  /// The wait in nanoseconds. nil without the header, with several ones, and with a value that is neither a number of
  /// seconds nor a date. A date in the past is a wait of 0.
  ///
  /// - Parameter now: Nanoseconds since 1970. A date counts from the answer's own `Date`, or else from this.
  package static func nanoseconds(in headers: [HTTPHeader], now: Int64) -> Int64? {
    guard let value = onlyValue("retry-after", headers) else { return nil }
    if let digits = Digits(value[...]) { return min(longest, digits.number) * 1_000_000_000 }
    guard let until = seconds(ofDate: value) else { return nil }
    let (second, rest) = now.quotientAndRemainder(dividingBy: 1_000_000_000)
    if let date = onlyValue("date", headers).flatMap(seconds) {
      return max(0, min(longest, until - date)) * 1_000_000_000
    }
    return max(0, min(longest, until - second) * 1_000_000_000 - rest)
  }

  private static func onlyValue(_ name: String, _ headers: [HTTPHeader]) -> [UInt8]? {
    let found = headers.filter { $0.name.lowercased() == name }
    guard found.count == 1, let header = found.first else { return nil }
    let blanks: [UInt8] = [0x20, 0x09]
    return Array(
      header.value.utf8.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
  }

  /// The seconds since 1970 of a date in one of the three forms that HTTP knows; nil for another text.
  private static func seconds(ofDate text: [UInt8]) -> Int64? {
    var parts = text.split { [0x20, 0x2C, 0x2D, 0x3A].contains($0) }
    // "Sun Nov 6 08:49:37 1994" has the month first and the year last.
    if parts.count == 7 { parts = [parts[0], parts[2], parts[1], parts[6], parts[3], parts[4], parts[5]] }
    if parts.count == 8, parts[7].elementsEqual("GMT".utf8) { parts.removeLast() }
    guard parts.count == 7, let month = months.firstIndex(where: { parts[2].elementsEqual($0.utf8) }) else {
      return nil
    }
    let numbers = [1, 3, 4, 5, 6].compactMap { Digits(parts[$0]) }
    guard numbers.count == 5, (1...31).contains(numbers[0].number), numbers[2].number < 24,
      numbers[3].number < 60, numbers[4].number <= 60
    else { return nil }
    var year = numbers[1].number
    if numbers[1].count == 2 { year += year < 70 ? 2_000 : 1_900 }
    guard (1_970...9_999).contains(year) else { return nil }
    let days = days(year, month, numbers[0].number)
    return ((days * 24 + numbers[2].number) * 60 + numbers[3].number) * 60 + numbers[4].number
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The days since 1970. Years begin in March, so that the leap day is the last one.
  private static func days(_ year: Int64, _ month: Int, _ day: Int64) -> Int64 {
    let year = month < 2 ? year - 1 : year
    let month = Int64(month < 2 ? month + 10 : month - 2)
    return year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 719_469
  }

  private struct Digits {
    let count: Int
    /// More than nine digits count as the largest number of nine.
    private(set) var number: Int64 = 0

    init?(_ text: ArraySlice<UInt8>) {
      count = text.count
      guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      for digit in text { number = min(999_999_999, number * 10 + Int64(digit - 0x30)) }
    }
  }
}
