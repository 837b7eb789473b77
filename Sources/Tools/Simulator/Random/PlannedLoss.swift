/// The factor by which a run makes `network` errors of its HTTP attempts more likely. Over runs it is
/// log-normal, and its mean is 1, so the odds are those of all runs together.
struct PlannedLoss: Sendable {
  /// The standard deviation of its logarithm.
  private let sigma: Double

  /// - Parameter p99: Its 99th percentile, from 1 to 14. The greatest possible one is 14.9.
  init(p99: Double) {
    let quantile = NormalQuantile.value(0.99)
    let square = quantile * quantile - 2 * Elementary.log(max(1, p99))
    sigma = quantile - max(0, square).squareRoot()
  }

  /// The factor of one run.
  func value(_ random: KeyedRandom) -> Double {
    let normal = NormalQuantile.value(random.unit(step: Self.key, attempt: 0, .outcome) + 0x1p-54)
    return Elementary.exp(sigma * normal - sigma * sigma / 2)
  }

  /// The key of its numbers. No step has a name with a space.
  private static let key = KeyedRandom.key(of: "* loss")
}
