extension TunedKey {
  private static let mostValues = 1_000

  /// Reads the values to try, in ascending order, from `1s..10s` or `1s,2s,none`: nanoseconds or counts, and last nil for
  /// no value if that is optional.
  ///
  /// - Parameter points: About how many values of a range there are at most, at least 2.
  func values(_ text: String, points: Int, isOptional: Bool) throws(InvalidText) -> [Int64?] {
    if let dots = text.firstRange(of: "..") {
      let (first, last) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
      let (from, to) = (try number(first, isOptional: false), try number(last, isOptional: false))
      guard from <= to else {
        throw InvalidText("the range \(text) is reversed; write \(last)..\(first)")
      }
      return range(from, to, points: points)
    }
    var values: Set<Int64?> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      values.insert(
        part == "none" && isOptional ? nil : try number(String(part), isOptional: isOptional))
    }
    guard values.count <= Self.mostValues else {
      throw InvalidText(
        "\(values.count) values are too many; write at most \(Self.mostValues), or a range")
    }
    return values.sorted { ($0 ?? .max) < ($1 ?? .max) }
  }

  /// The ends of a range, and between them the multiples of a step of 1, 2 or 5 tens.
  private func range(_ from: Int64, _ to: Int64, points: Int) -> [Int64] {
    guard from < to else { return [from] }
    let least = (to - from - 1) / Int64(max(2, points) - 1) + 1
    var step = isCount ? 1 : min(1_000_000, to - from)
    var turn = 0
    while step < least {
      step = turn % 3 == 1 ? step / 2 * 5 : step * 2
      turn += 1
    }
    return [from] + stride(from: from / step * step + step, to: to, by: Int(step)) + [to]
  }

  private func number(_ text: String, isOptional: Bool) throws(InvalidText) -> Int64 {
    if isCount {
      guard let count = Int64(text), (1...1_000).contains(count) else {
        throw InvalidText("'\(text)' is not a number of attempts; write a whole number from 1 to 1000")
      }
      return count
    }
    guard let time = Duration(documentText: text) else {
      let meant = Duration.meant(by: text).map { "did you mean '\($0)'?" }
      let none = isOptional ? " or 'none'" : ""
      throw InvalidText("'\(text)' is not a time; \(meant ?? "write '1500ms'\(none), for example")")
    }
    return time.nanoseconds
  }
}
