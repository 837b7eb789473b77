/// Elementary functions from the four operations alone, which IEEE 754 defines to the bit: the platform's own
/// differ in their last bits between systems, and the same seed must give the same bytes everywhere.
enum Elementary {
  /// The natural logarithm of a positive, finite number, to about 1e-15.
  static func log(_ x: Double) -> Double {
    var exponent = Double(x.exponent)
    var mantissa = x.significand
    if mantissa > 1.414_213_562_373_095_1 {
      mantissa /= 2
      exponent += 1
    }
    // log m = 2 artanh((m - 1) / (m + 1)), a series that converges fast for m within a factor √2 of 1.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    var divisor = 23.0
    while divisor >= 1 {
      sum = sum * square + 1 / divisor
      divisor -= 2
    }
    return exponent * ln2High + (exponent * ln2Low + 2 * s * sum)
  }

  /// e to the power of x, for results that are normal numbers, to about 1e-15.
  static func exp(_ x: Double) -> Double {
    let power = (x * 1.442_695_040_888_963_4).rounded(.toNearestOrEven)
    let rest = (x - power * ln2High) - power * ln2Low
    // Taylor's series to the 13th power; |rest| is at most ln 2 / 2.
    var sum = 1.0 / 6_227_020_800
    for coefficient in inverseFactorials { sum = sum * rest + coefficient }
    return Double(sign: .plus, exponent: Int(max(-1022, min(1023, power))), significand: sum)
  }

  private static let ln2High = 0x1.62e42fee00000p-1
  private static let ln2Low = 0x1.a39ef35793c76p-33
  /// 1/12!, 1/11!, … 1/0!.
  private static let inverseFactorials: [Double] = [
    1.0 / 479_001_600, 1.0 / 39_916_800, 1.0 / 3_628_800, 1.0 / 362_880, 1.0 / 40_320, 1.0 / 5_040,
    1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1, 1,
  ]
}
