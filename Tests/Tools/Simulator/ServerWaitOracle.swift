/// One call with a retry, in milliseconds: written from the reference alone, and from nothing of the library.
struct ServerWaitOracle {
  enum Answer {
    case value
    /// A status or an error class, and the wait that the server asks for.
    case throttled(Int?)
    case unavailable(Int?)
    case network
    case none
  }

  struct Attempt {
    var takes: Int
    var answer: Answer
    /// The wait that the scenario draws.
    var drawn: Int
  }

  var attempts = 1
  var delay = 0
  var factor = 1
  var maxDelay: Int?
  var draws = false
  var retried: Set<String> = []
  var timeout = 0
  var deadline: Int?
  var hasConstant = false

  /// The events of a run, as `Rules.lines` writes them.
  func lines(_ world: [Attempt]) -> [String] {
    var lines: [String] = []
    func note(_ time: Int, _ text: String) { lines.append("\(Double(time) / 1_000): \(text)") }
    func end(_ time: Int, _ status: String, isLive: Bool = false) -> [String] {
      note(time, isLive ? "a succeeded from live" : hasConstant ? "a recovered from value" : "a \(status)")
      note(time, "LANDED home by rule 0" + (isLive ? "" : ", degraded"))
      return lines
    }
    var now = 0
    let last = deadline ?? .max
    note(0, "a starts")
    for number in 1...attempts {
      note(now, "a attempt \(number)")
      let attempt = world[min(number, world.count) - 1]
      var (over, failure, asked): (Int, String?, Int?) = (now + attempt.takes, nil, nil)
      switch attempt.answer {
      case .value: break
      case .throttled(let wait): (failure, asked) = ("throttled", wait)
      case .unavailable(let wait): (failure, asked) = ("server", wait)
      case .network: failure = "network"
      case .none: over = .max
      }
      // At one instant an answer comes before a time-out, and that before the deadline.
      if over > now + timeout { (over, failure, asked) = (now + timeout, "timeout", nil) }
      if over > last {
        note(last, "a attempt \(number) cut")
        return end(last, "timed-out")
      }
      now = over
      guard let failure else {
        note(now, "a attempt \(number) succeeded")
        return end(now, "", isLive: true)
      }
      note(now, "a attempt \(number) failed: \(failure)")
      let status = failure == "timeout" ? "timed-out" : "failed"
      guard number < attempts, retried.contains(failure) else { return end(now, status) }
      var own = delay
      for _ in 1..<number { own *= factor }
      own = min(own, maxDelay ?? own)
      var wait = draws ? min(own, attempt.drawn) : own
      if let asked {
        // A server's wait is kept in full, or there is no further attempt.
        if asked > maxDelay ?? own || now + asked >= last { return end(now, status) }
        wait = max(own, asked)
        note(now, "a waits \(wait) ms to retry-after")
      } else {
        note(now, "a waits \(own) ms to retry")
      }
      if now + wait > last { return end(last, "timed-out") }
      now += wait
    }
    return lines
  }
}
