/// The inverse of the standard normal distribution function.
///
/// Algorithm AS 241, PPND16, by M. J. Wichura (Applied Statistics 37, 1988), good to about 1e-16.
package enum NormalQuantile {
  /// The quantile of a probability in (0, 1).
  package static func value(_ probability: Double) -> Double {
    let q = probability - 0.5
    if q.magnitude <= 0.425 {
      let r = 0.180625 - q * q
      return q * ratio(r, centreNumerator, centreDenominator)
    }
    let tail = q < 0 ? probability : 1 - probability
    var r = (-Elementary.log(max(tail, 0x1p-1022))).squareRoot()
    let value: Double
    if r <= 5 {
      r -= 1.6
      value = ratio(r, middleNumerator, middleDenominator)
    } else {
      r -= 5
      value = ratio(r, farNumerator, farDenominator)
    }
    return q < 0 ? -value : value
  }

  private typealias Polynomial = (Double, Double, Double, Double, Double, Double, Double, Double)

  @inline(__always)
  private static func ratio(_ r: Double, _ n: Polynomial, _ d: Polynomial) -> Double {
    evaluate(r, n) / evaluate(r, d)
  }

  @inline(__always)
  private static func evaluate(_ r: Double, _ c: Polynomial) -> Double {
    // In pairs (Estrin's scheme): half of the multiplications need not wait for another.
    let r2 = r * r
    let low = (c.1 * r + c.0) + r2 * (c.3 * r + c.2)
    let high = (c.5 * r + c.4) + r2 * (c.7 * r + c.6)
    return low + (r2 * r2) * high
  }

  private static let centreNumerator: Polynomial = (
    3.387_132_872_796_366_608_0, 1.331_416_678_917_843_774_5e+2, 1.971_590_950_306_551_442_7e+3,
    1.373_169_376_550_946_112_5e+4, 4.592_195_393_154_987_145_7e+4, 6.726_577_092_700_870_085_3e+4,
    3.343_057_558_358_812_810_5e+4, 2.509_080_928_730_122_672_7e+3
  )
  private static let centreDenominator: Polynomial = (
    1, 4.231_333_070_160_091_125_2e+1, 6.871_870_074_920_579_083_0e+2, 5.394_196_021_424_751_107_7e+3,
    2.121_379_430_158_659_586_7e+4, 3.930_789_580_009_271_061_0e+4, 2.872_908_573_572_194_267_4e+4,
    5.226_495_278_852_854_561_0e+3
  )
  private static let middleNumerator: Polynomial = (
    1.423_437_110_749_683_577_34, 4.630_337_846_156_545_295_90, 5.769_497_221_460_691_405_50,
    3.647_848_324_763_204_605_04, 1.270_458_252_452_368_382_58, 2.417_807_251_774_506_117_70e-1,
    2.272_384_498_926_918_458_33e-2, 7.745_450_142_783_414_076_40e-4
  )
  private static let middleDenominator: Polynomial = (
    1, 2.053_191_626_637_758_821_87, 1.676_384_830_183_803_849_40, 6.897_673_349_851_000_045_50e-1,
    1.481_039_764_274_800_745_90e-1, 1.519_866_656_361_645_719_66e-2, 5.475_938_084_995_344_946_00e-4,
    1.050_750_071_644_416_843_24e-9
  )
  private static let farNumerator: Polynomial = (
    6.657_904_643_501_103_777_20, 5.463_784_911_164_114_369_90, 1.784_826_539_917_291_335_80,
    2.965_605_718_285_048_912_30e-1, 2.653_218_952_657_612_309_30e-2, 1.242_660_947_388_078_438_60e-3,
    2.711_555_568_743_487_578_15e-5, 2.010_334_399_292_288_132_65e-7
  )
  private static let farDenominator: Polynomial = (
    1, 5.998_322_065_558_879_376_90e-1, 1.369_298_809_227_358_053_10e-1, 1.487_536_129_085_061_485_25e-2,
    7.868_691_311_456_132_591_00e-4, 1.846_318_317_510_054_681_80e-5, 1.421_511_758_316_445_888_70e-7,
    2.044_263_103_389_939_785_64e-15
  )
}
