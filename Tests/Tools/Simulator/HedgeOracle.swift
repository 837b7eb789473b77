/// One call with fallbacks that begin beside it, in milliseconds: written from the reference alone, and from nothing of
/// the library.
struct HedgeOracle {
  enum Answer {
    case value, network, client
    /// A refusal, and one that allows fallbacks.
    case refusal, softRefusal
    case none
  }

  struct Attempt {
    var takes: Int
    var answer: Answer
  }

  enum Source {
    case emptyCache, constant
    case remote(Attempt, timeout: Int)
  }

  struct Fallback {
    var source: Source
    /// Nil for the first one, and for one that begins when the one before it has failed.
    var after: Int?
  }

  private enum Own {
    case inFlight(number: Int, since: Int)
    case waits(until: Int)
    case over
  }

  var attempts = 1
  var delay = 0
  var timeout = 0
  var deadline: Int?
  var firstTime = 0
  var fallbacks: [Fallback] = []
  var hedges = true
  /// The own attempts, by their numbers; the last one repeats.
  var world: [Attempt] = []

  private var now = 0
  private var lines: [String] = []
  private var own = Own.over
  private var tries = 0
  private var count = 0
  private var failure = ""
  private var next = 0
  /// How much earlier than their times the next fallbacks begin.
  private var head = 0
  private var remote: (place: Int, number: Int, since: Int)?
  private var hasEnded = false
  private var isFirstTimePast = false
  /// Whether two attempts were in flight at one time.
  private(set) var raced = false

  /// The events of a run, as `Rules.lines` writes them.
  mutating func play() -> [String] {
    note("a starts")
    startOwn()
    while !hasEnded { advance() }
    return lines
  }

  private mutating func note(_ text: String) { lines.append("\(Double(now) / 1_000): \(text)") }

  private mutating func startOwn() {
    tries += 1
    count += 1
    own = .inFlight(number: count, since: now)
    note("a attempt \(count)")
  }

  private func answer(ofOwn number: Int) -> Attempt { world[min(number, world.count) - 1] }

  /// The time of the next fallback, if it has one.
  private var timeOfNext: Int? {
    if !hedges { return isFirstTimePast || next > 0 ? nil : firstTime }
    guard next < fallbacks.count else { return nil }
    return next == 0 ? firstTime : fallbacks[next].after.map { $0 - head }
  }

  /// Takes the event that comes first. At one instant: answers, own ones first; ends of waits; times of fallbacks;
  /// time-outs, own ones first; the deadline.
  private mutating func advance() {
    var events: [(time: Int, order: Int)] = []
    var isOver = false
    switch own {
    case .inFlight(let number, let since):
      if answer(ofOwn: number).answer != .none { events.append((since + answer(ofOwn: number).takes, 0)) }
      events.append((since + timeout, 4))
    case .waits(let until): events.append((until, 2))
    case .over: isOver = true
    }
    if let remote, case .remote(let attempt, let timeout) = fallbacks[remote.place].source {
      if attempt.answer != .none { events.append((remote.since + attempt.takes, 1)) }
      events.append((remote.since + timeout, 5))
    }
    if let timeOfNext, hedges || !isOver { events.append((timeOfNext, 3)) }
    if let deadline, !isOver { events.append((deadline, 6)) }
    guard let first = events.min(by: { ($0.time, $0.order) < ($1.time, $1.order) }) else {
      return hasEnded = true
    }
    now = first.time
    switch first.order {
    case 0: ownAnswered()
    case 1: remoteAnswered()
    case 2: startOwn()
    case 3: isTime()
    case 4: ownFailed("timeout", isRetried: true)
    case 5: remoteFailed("failed: timeout")
    default: deadlinePassed()
    }
  }

  private mutating func ownAnswered() {
    guard case .inFlight(let number, _) = own else { return }
    switch answer(ofOwn: number).answer {
    case .value:
      note("a attempt \(number) succeeded")
      cancelRemote()
      land("succeeded from live", isDegraded: false)
    case .network: ownFailed("network", isRetried: true)
    case .client: ownFailed("client", isRetried: false)
    case .refusal:
      note("a attempt \(number) refused as no")
      cancelRemote()
      land("failed as no")
    case .softRefusal:
      note("a attempt \(number) refused as soft")
      ownIsOver("failed as soft")
    case .none: break
    }
  }

  private mutating func ownFailed(_ errorClass: String, isRetried: Bool) {
    guard case .inFlight(let number, _) = own else { return }
    note("a attempt \(number) failed: \(errorClass)")
    if isRetried, tries < attempts {
      own = .waits(until: now + delay)
      note("a waits \(delay) ms to retry")
    } else {
      ownIsOver(errorClass == "timeout" ? "timed-out" : "failed")
    }
  }

  private mutating func deadlinePassed() {
    if case .inFlight(let number, _) = own { note("a attempt \(number) cut") }
    ownIsOver("timed-out")
  }

  private mutating func ownIsOver(_ failure: String) {
    own = .over
    self.failure = failure
    if remote == nil { beginNext() }
  }

  private mutating func remoteAnswered() {
    guard let remote, case .remote(let attempt, _) = fallbacks[remote.place].source else { return }
    switch attempt.answer {
    case .value:
      note("a attempt \(remote.number) succeeded")
      cancelOwn()
      land("recovered from alternate")
    case .network: remoteFailed("failed: network")
    case .client: remoteFailed("failed: client")
    case .refusal:
      note("a attempt \(remote.number) refused as no")
      cancelOwn()
      land("failed as no")
    case .softRefusal: remoteFailed("refused as soft")
    case .none: break
    }
  }

  private mutating func remoteFailed(_ text: String) {
    guard let number = remote?.number else { return }
    note("a attempt \(number) \(text)")
    remote = nil
    if case .over = own { return beginNext() }
    if next < fallbacks.count, fallbacks[next].after == nil { beginNext() }
  }

  private mutating func cancelRemote() {
    if let remote { note("a attempt \(remote.number) cancelled") }
    remote = nil
  }

  private mutating func cancelOwn() {
    if case .inFlight(let number, _) = own { note("a attempt \(number) cancelled") }
    own = .over
  }

  /// The time of the next fallback has come.
  private mutating func isTime() {
    guard !hedges else { return beginNext() }
    isFirstTimePast = true
    if fallbacks.contains(where: { if case .constant = $0.source { true } else { false } }) { useConstant() }
  }

  private mutating func beginNext() {
    while next < fallbacks.count {
      if let time = timeOfNext, time > now { head += time - now }
      let place = next
      next += 1
      switch fallbacks[place].source {
      case .constant: return useConstant()
      case .emptyCache: break
      case .remote:
        cancelRemote()
        count += 1
        remote = (place, count, now)
        if case .inFlight = own { raced = true }
        note("a attempt \(count) by fallback \(place)")
        return
      }
      // What has no value has failed. Another one waits for its time while something goes on.
      if case .over = own, remote == nil { continue }
      if next < fallbacks.count, fallbacks[next].after != nil { return }
    }
    if case .over = own, remote == nil { land(failure) }
  }

  private mutating func useConstant() {
    cancelRemote()
    var late: Int?
    if case .inFlight(let number, _) = own { late = number }
    note("a recovered from value")
    if let late { note("a attempt \(late) is late work") }
    note("LANDED home by rule 0, degraded")
    if let late { note("a attempt \(late) cancelled") }
    hasEnded = true
  }

  private mutating func land(_ outcome: String, isDegraded: Bool = true) {
    note("a \(outcome)")
    note("LANDED home by rule 0" + (isDegraded ? ", degraded" : ""))
    hasEnded = true
  }
}
