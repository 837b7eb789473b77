/// A factor that is drawn once for each run; log-normal over runs.
struct RunFactor: Sendable {
  /// The standard deviation of its logarithm, and the mean.
  private let sigma: Double
  private let mu: Double
  private let key: UInt64
  private let purpose: KeyedRandom.Purpose

  private static let quantile = NormalQuantile.value(0.99)

  /// A factor of times: its median is 1.
  ///
  /// - Parameters:
  ///   - p99: Its 99th percentile, at least 1.
  ///   - key: The name of its random numbers. No step has a name with a space or a star.
  init(ofTimes p99: Double, key: String) {
    sigma = Elementary.log(max(1, p99)) / Self.quantile
    mu = 0
    self.key = KeyedRandom.key(of: key)
    purpose = .time
  }

  /// A factor of odds: its mean is 1, so the odds are those of all runs together.
  ///
  /// - Parameter p99: Its 99th percentile, from 1 to 14. The greatest possible one is 14.9.
  init(ofOdds p99: Double) {
    let square = Self.quantile * Self.quantile - 2 * Elementary.log(max(1, p99))
    sigma = Self.quantile - max(0, square).squareRoot()
    mu = -(sigma * sigma / 2)
    key = KeyedRandom.key(of: "* loss")
    purpose = .outcome
  }

  func value(_ random: KeyedRandom) -> Double {
    let normal = NormalQuantile.value(random.unit(step: key, attempt: 0, purpose) + 0x1p-54)
    return Elementary.exp(sigma * normal + mu)
  }

  /// A time that is prolonged by a factor, in nanoseconds.
  static func times(_ factor: Double, _ nanoseconds: Int64) -> Int64 {
    Int64(min(Double(nanoseconds) * factor, 0x1p62))
  }
}
