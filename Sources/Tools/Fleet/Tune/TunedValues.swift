import LaunchFlowAuthoring
import LaunchFlowModel

/// The values of a key that are tried, in ascending order: nanoseconds or counts. nil is not a value, after all others.
package struct TunedValues: Hashable, Sendable {
  package let all: [Int64?]

  /// Reads `1s..10s` or `1s,2s,none`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - key: The key.
  ///   - points: How many values of a range there are at most, at least 2.
  /// - Throws: `InvalidText` with what to write instead.
  init(_ text: String, for key: TunedKey, points: Int) throws(InvalidText) {
    if let dots = text.firstRange(of: "..") {
      let from = try Self.number(String(text[..<dots.lowerBound]), for: key)
      let to = try Self.number(String(text[dots.upperBound...]), for: key)
      guard from <= to else {
        throw InvalidText(
          "the range \(text) is reversed; write \(text[dots.upperBound...])..\(text[..<dots.lowerBound])")
      }
      all = Self.range(from, to, points: max(2, points), isCount: key.isCount)
      return
    }
    var values: [Int64?] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part == "none", key.isOptional {
        values.append(nil)
      } else {
        values.append(try Self.number(String(part), for: key))
      }
    }
    guard values.count <= Self.most else {
      throw InvalidText("\(values.count) values are too many; write at most \(Self.most), or a range")
    }
    all = Self.ordered(values)
  }

  /// The most values of one key.
  package static let most = 1_000

  private static func ordered(_ values: [Int64?]) -> [Int64?] {
    Array(Set(values)).sorted { ($0 ?? .max) < ($1 ?? .max) }
  }

  /// The ends of a range, and the multiples of a round step between them.
  private static func range(_ from: Int64, _ to: Int64, points: Int, isCount: Bool) -> [Int64] {
    let span = to - from
    guard span > 0 else { return [from] }
    let least = max(1, (span + Int64(points) - 2) / Int64(points - 1))
    var step: Int64 = isCount ? 1 : max(1, min(1_000_000, span))
    var (digit, power) = (step, Int64(1))
    if !isCount { (digit, power) = (1, step) }
    while step < least {
      digit = digit == 1 ? 2 : digit == 2 ? 5 : 1
      if digit == 1 { power = power.multipliedReportingOverflow(by: 10).partialValue }
      step = digit * power
    }
    var values = [from]
    var next = (from / step + 1) * step
    while next < to {
      values.append(next)
      next += step
    }
    return values + [to]
  }

  private static func number(_ text: String, for key: TunedKey) throws(InvalidText) -> Int64 {
    if key.isCount {
      guard let count = Int64(text), (1...1_000).contains(count) else {
        throw InvalidText("'\(text)' is not a number of attempts; write a whole number from 1 to 1000")
      }
      return count
    }
    guard let time = Duration(documentText: text) else {
      let meant = Duration.meant(by: text).map { "did you mean '\($0)'?" }
      let none = key.isOptional && text.isEmpty == false ? " or 'none'" : ""
      throw InvalidText("'\(text)' is not a time; \(meant ?? "write '1500ms'\(none), for example")")
    }
    return time.nanoseconds
  }
}
