import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows

/// Launches of two calls side by side whose truth is known, as lines of the record's format, written from its reference
/// alone.
struct KnownCalls {
  /// Each call has 2 s. The launch lands when both have ended, degraded if one of them failed.
  static let flow = #"""
    { "flow": "known", "deadline": "5s", "pages": ["home"],
      "steps": {
        "a": { "http": { "url": "https://a.example.com/" }, "timeout": "2s" },
        "b": { "http": { "url": "https://b.example.com/" }, "timeout": "2s" } },
      "landings": [{ "page": "home", "after": ["a", "b"] }, { "page": "home" }] }
    """#
  private static let timeout = 2_000.0

  /// The medians of both calls in milliseconds.
  var medians = [300.0, 400]
  /// The deviation of the logarithm of each call's time, and of a factor that both have in common.
  var spread = 0.4
  var common = 0.0
  /// The share of launches in which nothing answers.
  var dead = 0.0
  /// The share of answers that are a 503, by the part of the stream that has been written.
  var outage: @Sendable (Double) -> Double = { _ in 0 }
  /// The factor of every second launch, which no label tells.
  var hidden = 1.0

  /// Launches in the order in which they began, each with its landing time in milliseconds and whether it is degraded.
  func launches(
    _ count: Int, _ random: inout SeededRandom
  ) -> [(line: String, time: Double, isDegraded: Bool)] {
    (0..<count).map { number in
      let isDead = share(&random) < dead
      let factor = Elementary.exp(common * KnownFleet.normal(&random)) * (number % 2 == 0 ? 1 : hidden)
      var (landed, isDegraded, steps) = (0.0, false, "")
      for (name, median) in zip(["a", "b"], medians) {
        var time = median * factor * Elementary.exp(spread * KnownFleet.normal(&random))
        var end = "ok"
        var codes = ""
        if share(&random) < outage(Double(number) / Double(count)) {
          (end, codes) = ("server", #","http":503"#)
        }
        if isDead || time > Self.timeout { (time, end, codes) = (Self.timeout, "timed-out", "") }
        landed = max(landed, time)
        if end != "ok" { isDegraded = true }
        steps += steps.isEmpty ? "" : ","
        steps += #""\#(name)":[{"at":0,"for":\#(Int64(time * 1e6)),"end":"\#(end)"\#(codes)}]"#
      }
      let at = Int64(landed * 1e6)
      let landing = #"{"page":"home","at":\#(at)\#(isDegraded ? #","degraded":true"# : "")}"#
      return (
        #"{"record":"known","format":1,"landed":\#(landing),"end":\#(at),"steps":{\#(steps)}}"#, landed,
        isDegraded
      )
    }
  }

  private func share(_ random: inout SeededRandom) -> Double { Double(random.next() >> 11) * 0x1p-53 }
}
