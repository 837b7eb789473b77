/// Times and durations as people read them.
package enum TimeText {
  /// Three significant digits and a unit, such as `412 ms` or `2.35 s`. Nanoseconds in, microseconds spelt
  /// `us` where only ASCII is wanted.
  package static func short(_ nanoseconds: Int64, ascii: Bool = false) -> String {
    text(nanoseconds, ascii: ascii) { $0 >= 100 ? 0 : $0 >= 10 ? 1 : 2 }
  }

  /// To the thousandth of its unit, for figures that are compared with a limit: `9.999 s` is not `10 s`.
  package static func exact(_ nanoseconds: Int64, ascii: Bool = false) -> String {
    text(nanoseconds, ascii: ascii) { _ in 3 }
  }

  /// A tick's label: all labels of an axis have one unit.
  static func tick(_ nanoseconds: Int64, span: Int64, ascii: Bool) -> String {
    guard nanoseconds != 0 else { return "0" }
    let second: Int64 = 1_000_000_000
    if span >= 300 * second, nanoseconds % second == 0 { return long(nanoseconds / second) }
    let unit = units.last { span >= $0.size } ?? units[0]
    return decimal(nanoseconds, unit: unit.size, decimals: 3) + " " + (ascii ? unit.ascii : unit.name)
  }

  /// How many times `whole` is `part`, such as `3.1`; nil beyond a thousand, where the figure tells nothing.
  static func ratio(_ whole: Int64, to part: Int64) -> String? {
    guard part > 0, whole >= 0 else { return nil }
    let tenths = (Double(whole) / Double(part) * 10 + 0.5).clampedToInt64
    guard tenths < 10_000 else { return nil }
    return tenths >= 100 ? "\(tenths / 10)" : decimal(tenths, unit: 10, decimals: 1)
  }

  /// A share from 0 to 1 in percent. What is not quite all is never shown as all, nor what is little as none.
  static func percent(_ share: Double) -> String {
    guard share > 0 else { return "0 %" }
    guard share < 1 else { return "100 %" }
    let hundredths = (share * 10_000 + 0.5).clampedToInt64
    if hundredths == 0 { return "<0.01 %" }
    if hundredths >= 10_000 { return ">99.99 %" }
    return decimal(hundredths, unit: 100, decimals: 2) + " %"
  }

  private struct Unit {
    var size: Int64
    var name: String
    var ascii: String
  }

  private static let units = [
    Unit(size: 1, name: "ns", ascii: "ns"), Unit(size: 1_000, name: "µs", ascii: "us"),
    Unit(size: 1_000_000, name: "ms", ascii: "ms"), Unit(size: 1_000_000_000, name: "s", ascii: "s"),
  ]

  private static func text(_ nanoseconds: Int64, ascii: Bool, decimals: (Int64) -> Int) -> String {
    guard nanoseconds > 0 else {
      return nanoseconds == 0 ? "0 s" : "-" + text(negated(nanoseconds), ascii: ascii, decimals: decimals)
    }
    let second: Int64 = 1_000_000_000
    if nanoseconds >= 120 * second { return long(nanoseconds / second) }
    for (index, unit) in units.enumerated() {
      let isLast = index == units.count - 1
      guard isLast || nanoseconds < unit.size * 1000 else { continue }
      let digits = decimals(nanoseconds / unit.size)
      let shown = decimal(nanoseconds, unit: unit.size, decimals: digits)
      // 999.7 ms is 1 s, not 1000 ms.
      if !isLast, shown == "1000" { continue }
      return shown + " " + (ascii ? unit.ascii : unit.name)
    }
    return "\(nanoseconds) ns"
  }

  private static func negated(_ value: Int64) -> Int64 { value == .min ? .max : -value }

  private static func long(_ seconds: Int64) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    let parts = [(hours, "h"), (minutes, "min"), (hours > 0 ? 0 : rest, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// A quotient rounded half up to at most so many decimals, without trailing zeros.
  private static func decimal(_ value: Int64, unit: Int64, decimals: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<decimals where scale < unit { scale *= 10 }
    // What the last digit stands for; unit is a power of ten, so this divides evenly.
    let grain = max(1, unit / scale)
    let grains = value / grain + (value % grain * 2 >= grain && grain > 1 ? 1 : 0)
    let perUnit = unit / grain
    let fraction = grains % perUnit
    guard fraction > 0 else { return "\(grains / perUnit)" }
    let digits = String(fraction)
    var text = String(repeating: "0", count: String(perUnit).count - 1 - digits.count) + digits
    while text.last == "0" { text.removeLast() }
    return "\(grains / perUnit).\(text)"
  }
}

extension Double {
  /// The whole part, the nearest that fits where it does not; 0 for what is no number.
  var clampedToInt64: Int64 {
    guard self == self else { return 0 }
    if self >= 9.2e18 { return .max }
    if self <= -9.2e18 { return .min }
    return Int64(self)
  }
}
