/// The factor by which a run prolongs all its HTTP attempts. Over runs it is log-normal, and its median is 1.
struct PlannedFactor: Sendable {
  /// The standard deviation of its logarithm.
  private let sigma: Double

  /// - Parameter p99: Its 99th percentile, at least 1.
  init(p99: Double) {
    sigma = Elementary.log(max(1, p99)) / NormalQuantile.value(0.99)
  }

  /// The factor of one run.
  func value(_ random: KeyedRandom) -> Double {
    Elementary.exp(sigma * NormalQuantile.value(random.unit(step: Self.key, attempt: 0, .time) + 0x1p-54))
  }

  /// The time that an attempt takes, in nanoseconds.
  static func times(_ factor: Double, _ nanoseconds: Int64) -> Int64 {
    Int64(min(Double(nanoseconds) * factor, 0x1p62))
  }

  /// The key of its numbers. No step has a name with a space.
  private static let key = KeyedRandom.key(of: "* factor")
}
