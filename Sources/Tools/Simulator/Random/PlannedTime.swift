import LaunchFlowModel

/// The duration of an attempt, prepared for drawing.
enum PlannedTime: Sendable {
  case fixed(Int64)
  /// The logarithm of the median in nanoseconds, and the standard deviation of the logarithm.
  case logNormal(mu: Double, sigma: Double)
  /// Ascending shares from 0 to 1, and their times.
  case quantiles(shares: [Double], times: [Int64])

  init(_ time: Scenario.TimeTaken) {
    switch time {
    case .fixed(let duration): self = .fixed(max(0, duration.nanoseconds))
    case .logNormal(let median, let p99):
      let center = Double(max(1, median.nanoseconds))
      let mu = Elementary.log(center)
      let spread = Elementary.log(max(center, Double(p99.nanoseconds))) - mu
      self = .logNormal(mu: mu, sigma: spread / NormalQuantile.value(0.99))
    case .quantiles(let quantiles):
      self = .quantiles(
        shares: quantiles.map { $0.share ?? 0 }, times: quantiles.map { max(0, $0.time.nanoseconds) })
    }
  }

  /// Whether it depends on a random number.
  var isRandom: Bool {
    if case .fixed = self { false } else { true }
  }

  /// The time in nanoseconds for a number in [0, 1).
  func nanoseconds(_ unit: Double) -> Int64 {
    switch self {
    case .fixed(let time):
      return time
    case .logNormal(let mu, let sigma):
      return Self.logNormal(mu, sigma, unit)
    case .quantiles(let shares, let times):
      guard let above = shares.firstIndex(where: { $0 > unit }), above > 0 else { return times.last ?? 0 }
      let part = (unit - shares[above - 1]) / (shares[above] - shares[above - 1])
      let span = times[above] - times[above - 1]
      // As a Double, a span near the greatest integer may be greater.
      return times[above - 1] + min(span, Int64(min(Double(span) * part, 0x1p62)))
    }
  }

  /// A log-normally distributed time.
  @inline(__always)
  static func logNormal(_ mu: Double, _ sigma: Double, _ unit: Double) -> Int64 {
    // The middle of the draw's cell: never 0, where the normal quantile is infinite.
    let normal = NormalQuantile.value(unit + 0x1p-54)
    return Int64(min(Elementary.exp(mu + sigma * normal), 0x1p62))
  }
}
