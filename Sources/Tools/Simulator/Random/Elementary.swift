/// Elementary functions from the four operations alone, which IEEE 754 defines to the bit. The platform's own
/// differ in their last bits between systems, but the same seed must give the same bytes everywhere.
package enum Elementary {
  /// The natural logarithm of a positive, finite number, to about 1e-15.
  package static func log(_ x: Double) -> Double {
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

  /// e to the power of x, to about 1e-15; results outside the normal numbers become the nearest normal one.
  package static func exp(_ x: Double) -> Double {
    // Adding and subtracting 1.5 · 2^52 rounds to the nearest whole number.
    let power = max(-1022, min(1023, (x * 1.442_695_040_888_963_4 + 0x1.8p52) - 0x1.8p52))
    let r = (x - power * ln2High) - power * ln2Low
    // Taylor's series to the 13th power, in pairs, since |r| is at most ln 2 / 2.
    let r2 = r * r
    let r4 = r2 * r2
    let low = (1 + r) + r2 * (0.5 + r * (1.0 / 6))
    let middle = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5_040))
    let high = (1.0 / 40_320 + r * (1.0 / 362_880)) + r2 * (1.0 / 3_628_800 + r * (1.0 / 39_916_800))
    let top = 1.0 / 479_001_600 + r * (1.0 / 6_227_020_800)
    let sum = low + r4 * (middle + r4 * (high + r4 * top))
    return sum * Double(bitPattern: UInt64(bitPattern: Int64(power) + 1_023) << 52)
  }

  private static let ln2High = 0x1.62e42fee00000p-1
  private static let ln2Low = 0x1.a39ef35793c76p-33
}
