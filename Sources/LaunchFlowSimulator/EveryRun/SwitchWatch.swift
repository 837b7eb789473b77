import LaunchFlowMachine

/// Measures the figures of a run while it goes on, as `SwitchFigures` measures them afterwards.
struct SwitchWatch: Hashable, Sendable {
  /// A fault that is over, with the cause that it left behind.
  struct Recovering: Hashable, Sendable {
    var fault: Int
    var cause: SwitchCause
  }

  /// A time that was measured: how long after the beginning or the end of a fault.
  struct Sample: Hashable, Sendable {
    /// Whether it is a recovery, or else a detection.
    var isRecovery: Bool
    var fault: Int
  }

  /// The faults that go on, and whether each was noticed.
  private(set) var active: [Int: Bool] = [:]
  private(set) var recovering: [Recovering] = []
  /// The causes that hold and that no fault explains so far.
  private(set) var unexplained: Set<SwitchCause> = []

  /// How many there were so far. They change nothing that follows.
  struct Counts: Hashable, Sendable {
    var flips = 0
    var missed = 0
    var falseOfflines = 0

    /// Whether each is at least the other's.
    func covers(_ other: Counts) -> Bool {
      flips >= other.flips && missed >= other.missed && falseOfflines >= other.falseOfflines
    }
  }

  /// A cause begins to hold; the faults that it notices.
  mutating func begin(_ cause: SwitchCause, _ faults: [SwitchTrace.Fault]) -> [Sample] {
    let explaining = active.keys.filter { faults[$0].isExplained(by: cause) }.sorted()
    if explaining.isEmpty, cause != .marked { unexplained.insert(cause) }
    let noticed = explaining.filter { active[$0] == false }
    for fault in noticed { active[fault] = true }
    return noticed.map { Sample(isRecovery: false, fault: $0) }
  }

  /// A cause no longer holds; the faults from which this is the recovery.
  mutating func end(_ cause: SwitchCause, _ counts: inout Counts) -> [Sample] {
    if unexplained.remove(cause) != nil { counts.falseOfflines += 1 }
    let ended = recovering.filter { $0.cause == cause }
    recovering.removeAll { $0.cause == cause }
    return ended.map { Sample(isRecovery: true, fault: $0.fault) }
  }

  /// A fault begins. If a cause holds already, it may have begun at this very instant: noticed at once.
  mutating func faultBegins(
    _ fault: Int, _ causes: [SwitchCause], _ faults: [SwitchTrace.Fault]
  ) -> [Sample] {
    let held = causes.filter { faults[fault].isExplained(by: $0) }
    active[fault] = !held.isEmpty
    unexplained.subtract(held)
    return held.isEmpty ? [] : [Sample(isRecovery: false, fault: fault)]
  }

  mutating func faultEnds(
    _ fault: Int, _ causes: [SwitchCause], _ faults: [SwitchTrace.Fault], _ counts: inout Counts
  ) {
    if active.removeValue(forKey: fault) == false { counts.missed += 1 }
    if let cause = causes.last(where: { faults[fault].isExplained(by: $0) }) {
      recovering.append(Recovering(fault: fault, cause: cause))
    }
  }

  /// The record ends; the faults from which there was no recovery so far.
  mutating func finish(_ counts: inout Counts) -> [Sample] {
    counts.missed += active.values.count { !$0 }
    counts.falseOfflines += unexplained.count
    return recovering.map { Sample(isRecovery: true, fault: $0.fault) }
  }
}

extension SwitchTrace.Fault {
  /// Whether a cause is about this.
  func isExplained(by cause: SwitchCause) -> Bool {
    switch cause {
    case .marked: false
    case .network: domain == nil
    case .domain(let index): domain == index
    }
  }
}
