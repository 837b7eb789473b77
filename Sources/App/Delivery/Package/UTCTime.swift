/// Times in manifests, such as `2026-11-22T12:00:00Z`, in seconds since 1970.
package enum UTCTime {
  /// The last second that a manifest can name: the end of the year 9999.
  package static let last: Int64 = 253_402_300_799

  /// Writes a time, limited to the range that can be written.
  package static func text(_ seconds: Int64) -> String {
    let seconds = min(max(seconds, 0), last)
    var days = seconds / 86_400
    var year: Int64 = 1970
    while days >= length(ofYear: year) {
      days -= length(ofYear: year)
      year += 1
    }
    var month = 1
    while days >= length(ofMonth: month, year) {
      days -= length(ofMonth: month, year)
      month += 1
    }
    let rest = seconds % 86_400
    return "\(digits(year, 4))-\(digits(Int64(month), 2))-\(digits(days + 1, 2))"
      + "T\(digits(rest / 3600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))Z"
  }

  /// Reads a time; nil for any other text.
  package static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    for (byte, wanted) in zip(bytes, pattern) {
      guard wanted == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == wanted else { return nil }
    }
    func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
    let (year, month, day) = (number(0..<4), Int(number(5..<7)), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard year >= 1970, (1...12).contains(month), (1...length(ofMonth: month, year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var days = day - 1
    for earlier in 1970..<year { days += length(ofYear: earlier) }
    for earlier in 1..<month { days += length(ofMonth: earlier, year) }
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

  private static func length(ofMonth month: Int, _ year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
