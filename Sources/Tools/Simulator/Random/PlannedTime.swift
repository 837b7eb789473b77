/// The duration of an attempt, prepared for drawing.
enum PlannedTime: Sendable {
  case fixed(Int64)
  /// The logarithm of the median in nanoseconds, and the standard deviation of the logarithm.
  case logNormal(mu: Double, sigma: Double)
  case quantiles(Quantiles)

  /// Ascending shares from 0 to 1, and their times.
  struct Quantiles: Sendable {
    var shares: [Double]
    var times: [Int64]
  }

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
        Quantiles(
          shares: quantiles.map { $0.share ?? 0 }, times: quantiles.map { max(0, $0.time.nanoseconds) }))
    }
  }

  /// The time in nanoseconds for a number in [0, 1).
  @inline(__always)
  func nanoseconds(_ unit: Double) -> Int64 {
    switch self {
    case .fixed(let time): return time
    case .logNormal(let mu, let sigma):
      // The middle of the draw's cell: never 0, where the normal quantile is infinite.
      let normal = NormalQuantile.value(unit + 0x1p-54)
      return Int64(min(Elementary.exp(mu + sigma * normal), 0x1p62))
    case .quantiles(let quantiles): return quantiles.nanoseconds(unit)
    }
  }
}

extension PlannedTime.Quantiles {
  fileprivate func nanoseconds(_ unit: Double) -> Int64 {
    guard let above = shares.firstIndex(where: { $0 > unit }), above > 0 else { return times.last ?? 0 }
    let part = (unit - shares[above - 1]) / (shares[above] - shares[above - 1])
    let span = times[above] - times[above - 1]
    // As a Double, a span near the greatest integer may be greater.
    return times[above - 1] + min(span, Int64(min(Double(span) * part, 0x1p62)))
  }
}
