import LaunchFlowMachine

/// Measures how a switch notices faults and how it recovers from them, event by event. It is the one meaning of these
/// figures: a trace is measured by it afterwards, and the search of every run while it goes on.
package struct SwitchWatch: Hashable, Sendable {
  /// A time that was measured.
  package struct Sample: Hashable, Sendable {
    /// What was measured.
    package enum Figure: Hashable, Sendable {
      /// From a fault's beginning to being offline for it; nothing passes if the app is offline for it already.
      case detect
      /// From a fault's end to being online again. Not measured if the next fault begins before.
      case recover
    }

    /// How the time ended.
    package enum End: Hashable, Sendable {
      case reached
      /// The fault was over first.
      case never
      /// The record was over first.
      case cut
    }

    package var figure: Figure
    /// The fault, by its index.
    package var fault: Int
    package var end: End
  }

  /// How many there were so far. They change nothing that follows.
  package struct Counts: Hashable, Sendable {
    package var flips = 0
    package var missed = 0
    package var falseOfflines = 0

    package init() {}

    /// Whether each is at least the other's.
    package func covers(_ other: Counts) -> Bool {
      flips >= other.flips && missed >= other.missed && falseOfflines >= other.falseOfflines
    }
  }

  /// The faults that go on, and whether each was noticed.
  package private(set) var active: [Int: Bool] = [:]
  /// The faults that are over while the app is still offline for them.
  private var recovering: [Int] = []
  /// The causes that hold.
  private var held: Set<SwitchCause> = []
  /// Of these, the causes that no fault explains so far.
  private var unexplained: Set<SwitchCause> = []

  package init() {}

  /// A cause begins to hold.
  package mutating func begin(_ cause: SwitchCause, _ faults: [SwitchTrace.Fault]) -> [Sample] {
    held.insert(cause)
    let explaining = active.keys.filter { faults[$0].isExplained(by: cause) }.sorted()
    if explaining.isEmpty, cause != .marked { unexplained.insert(cause) }
    let noticed = explaining.filter { active[$0] == false }
    for fault in noticed { active[fault] = true }
    return noticed.map { Sample(figure: .detect, fault: $0, end: .reached) }
  }

  /// A cause no longer holds.
  package mutating func end(
    _ cause: SwitchCause, _ faults: [SwitchTrace.Fault], _ counts: inout Counts
  ) -> [Sample] {
    held.remove(cause)
    if unexplained.remove(cause) != nil { counts.falseOfflines += 1 }
    let left = recovering.filter { isOffline(for: faults[$0]) }
    defer { recovering = left }
    return recovering.filter { !left.contains($0) }
      .map { Sample(figure: .recover, fault: $0, end: .reached) }
  }

  /// The process ends, and what it showed with it.
  package mutating func endAll(_ counts: inout Counts) -> [Sample] {
    held = []
    counts.falseOfflines += unexplained.count
    unexplained = []
    defer { recovering = [] }
    return recovering.map { Sample(figure: .recover, fault: $0, end: .reached) }
  }

  /// A fault begins, after all else of its instant.
  package mutating func faultBegins(_ fault: Int, _ faults: [SwitchTrace.Fault]) -> [Sample] {
    recovering.removeAll { faults[$0].domain == faults[fault].domain }
    unexplained = unexplained.filter { !faults[fault].isExplained(by: $0) }
    let isNoticed = isOffline(for: faults[fault])
    active[fault] = isNoticed
    return isNoticed ? [Sample(figure: .detect, fault: fault, end: .reached)] : []
  }

  /// A fault ends, before all else of its instant.
  package mutating func faultEnds(
    _ fault: Int, _ faults: [SwitchTrace.Fault], _ counts: inout Counts
  ) -> [Sample] {
    if isOffline(for: faults[fault]) { recovering.append(fault) }
    guard active.removeValue(forKey: fault) == false else { return [] }
    counts.missed += 1
    return [Sample(figure: .detect, fault: fault, end: .never)]
  }

  /// The record ends.
  package mutating func finish(_ counts: inout Counts) -> [Sample] {
    let unnoticed = active.filter { !$0.value }.keys.sorted()
    counts.missed += unnoticed.count
    counts.falseOfflines += unexplained.count
    return unnoticed.map { Sample(figure: .detect, fault: $0, end: .cut) }
      + recovering.map { Sample(figure: .recover, fault: $0, end: .cut) }
  }

  private func isOffline(for fault: SwitchTrace.Fault) -> Bool {
    held.contains { fault.isExplained(by: $0) }
  }
}

extension SwitchTrace.Fault {
  /// Whether a cause is about this.
  fileprivate func isExplained(by cause: SwitchCause) -> Bool {
    switch cause {
    case .marked: false
    case .network: domain == nil
    case .domain(let index): domain == index
    }
  }
}
