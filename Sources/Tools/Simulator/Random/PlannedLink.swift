/// The time that a kind of network adds to HTTP attempts.
///
/// An attempt opens a connection: it waits for three round trips (TCP, TLS 1.3, the request). A lost packet is sent
/// again after a second (RFC 6298), or after a round trip if that is longer; each further loss doubles the wait.
struct PlannedLink: Sendable {
  /// The round trip in nanoseconds.
  private let roundTrip: Double
  private let loss: Double

  init(_ link: Scenario.Link) {
    roundTrip = Double(link.roundTrip.nanoseconds)
    loss = link.loss
  }

  /// The network of one run. The factor of latency has the median 1 and the 99th percentile 3. The level of
  /// loss is uniform up to twice the usual one. So a slow radio is slow for all calls of its run.
  func conditions(_ random: KeyedRandom) -> Conditions {
    let level = min(0.99, loss * 2 * random.unit(step: Self.key, attempt: 0, .outcome))
    // A round trip is lost with its request or with its answer.
    return Conditions(roundTrip: roundTrip * Self.factor.value(random), loss: 1 - (1 - level) * (1 - level))
  }

  private static let factor = RunFactor(ofTimes: 3, key: "*")
  /// The key of a run's own numbers. No step has this name.
  private static let key = KeyedRandom.key(of: "*")

  struct Conditions: Sendable {
    /// In nanoseconds.
    fileprivate(set) var roundTrip: Double
    /// The share of round trips that are lost.
    fileprivate(set) var loss: Double

    /// The time that the network adds to an attempt, in nanoseconds.
    func delay(_ random: KeyedRandom, _ key: UInt64, _ attempt: Int) -> Int64 {
      var delay = Double(Self.roundTrips) * roundTrip
      guard loss > 0 else { return Int64(delay) }
      for trip in 0..<Self.roundTrips {
        let unit = random.unit(step: key, attempt: attempt &* Self.roundTrips &+ trip, .network)
        var wait = max(1e9, roundTrip)
        var share = loss
        // After this many losses the wait exceeds an hour, longer than any attempt.
        for _ in 0..<12 where unit < share {
          delay += wait
          wait *= 2
          share *= loss
        }
      }
      return Int64(delay)
    }

    private static let roundTrips = 3
  }
}
