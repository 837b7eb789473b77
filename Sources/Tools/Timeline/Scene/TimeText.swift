/// Times and durations for people: one unit up to a minute, `2 min 5 s` from there on, days from two days on.
package enum TimeText {
  /// Three significant digits, such as `412 ms` or `2.35 s`; whole seconds from a minute on. Nanoseconds in.
  package static func short(_ nanoseconds: Int64) -> String { text(nanoseconds, isExact: false) }

  /// To the thousandth of its unit, for figures that are compared with a limit: `9.999 s` is not `10 s`.
  package static func exact(_ nanoseconds: Int64) -> String { text(nanoseconds, isExact: true) }

  /// A moment to the millisecond: finer figures are random.
  package static func moment(_ time: Int64) -> String { exact((time + 500_000) / 1_000_000 * 1_000_000) }

  /// The label of a tick: on an axis shorter than a minute all labels have one unit.
  static func tick(_ nanoseconds: Int64, span: Int64) -> String {
    guard nanoseconds != 0 else { return "0" }
    guard span < 60 * second else { return exact(nanoseconds) }
    let unit = units.last { span >= $0.size } ?? units[0]
    return decimal(nanoseconds, unit: unit.size, decimals: 3) + " " + unit.name
  }

  /// `whole` divided by `part`, such as `3.1`; nil for 1 or less and from a thousand on, where it is of no use.
  static func ratio(_ whole: Int64, to part: Int64) -> String? {
    guard part > 0, whole >= 0 else { return nil }
    let tenths = (Double(whole) / Double(part) * 10 + 0.5).clampedToInt64
    guard tenths > 10, tenths < 10_000 else { return nil }
    return tenths >= 100 ? "\(tenths / 10)" : decimal(tenths, unit: 10, decimals: 1)
  }

  /// A share from 0 to 1 in percent. Only the exact whole is 100 %, and only zero is 0 %.
  package static func percent(_ share: Double) -> String {
    guard share > 0 else { return "0 %" }
    guard share < 1 else { return "100 %" }
    let hundredths = (share * 10_000 + 0.5).clampedToInt64
    if hundredths == 0 { return "<0.01 %" }
    if hundredths >= 10_000 { return ">99.99 %" }
    return Self.hundredths(share) + " %"
  }

  /// A share in percent without the sign.
  static func hundredths(_ share: Double) -> String {
    decimal((share * 10_000 + 0.5).clampedToInt64, unit: 100, decimals: 2)
  }

  private static let second: Int64 = 1_000_000_000

  /// Each unit with the number at which the next unit is used.
  private static let units: [(size: Int64, name: String, limit: Int64)] = [
    (1, "ns", 1000), (1_000, "µs", 1000), (1_000_000, "ms", 1000), (second, "s", 60),
  ]

  private static func text(_ nanoseconds: Int64, isExact: Bool) -> String {
    guard nanoseconds > 0 else {
      return nanoseconds == 0
        ? "0 s" : "-" + text(nanoseconds == .min ? .max : -nanoseconds, isExact: isExact)
    }
    for unit in units where nanoseconds / unit.size < unit.limit {
      let whole = nanoseconds / unit.size
      let decimals = isExact ? 3 : whole >= 100 ? 0 : whole >= 10 ? 1 : 2
      let shown = decimal(nanoseconds, unit: unit.size, decimals: decimals)
      // 999.7 ms is 1 s, not 1000 ms.
      if shown != "\(unit.limit)" { return shown + " " + unit.name }
    }
    return long(
      nanoseconds, grain: isExact ? second / 1000 : nanoseconds >= 3600 * second ? 60 * second : second)
  }

  private static func long(_ nanoseconds: Int64, grain: Int64) -> String {
    let grains = nanoseconds / grain + (nanoseconds % grain * 2 >= grain ? 1 : 0)
    let (rounded, overflow) = grains.multipliedReportingOverflow(by: grain)
    let time = overflow ? nanoseconds : rounded
    let seconds = time % (60 * second)
    let hours = time / (3600 * second)
    let parts = [
      (hours < 48 ? 0 : hours / 24, "d"), (hours < 48 ? hours : hours % 24, "h"),
      (time / (60 * second) % 60, "min"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (parts + (seconds > 0 ? [decimal(seconds, unit: second, decimals: 3) + " s"] : []))
      .joined(separator: " ")
  }

  /// A quotient rounded half up to at most `decimals` decimals, without trailing zeros.
  private static func decimal(_ value: Int64, unit: Int64, decimals: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<decimals where scale < unit { scale *= 10 }
    // The value of the last digit; unit is a power of ten, so this divides evenly.
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
  /// The whole part, or the nearest integer that fits; 0 for a NaN.
  var clampedToInt64: Int64 {
    guard self == self else { return 0 }
    if self >= 9.2e18 { return .max }
    if self <= -9.2e18 { return .min }
    return Int64(self)
  }
}
