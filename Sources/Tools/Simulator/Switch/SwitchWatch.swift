/// Measures how a switch notices faults and recovers from them, event by event: in a simulation, and in the search of
/// every run.
package struct SwitchWatch: Hashable, Sendable {
  package struct Sample: Hashable, Sendable {
    package enum End: Hashable, Sendable {
      case reached
      /// The fault was over first.
      case never
      /// The record was over first.
      case cut
    }

    /// `detect`, from a fault's beginning to being offline for it, 0 if the app is offline for it already; or `recover`,
    /// from a fault's end to being online again, which is not measured if the next fault begins before.
    package var figure: SwitchScenario.Figure
    /// The fault, by its index.
    package var fault: Int
    package var end: End
  }

  /// The counts so far. They do not affect later events.
  package struct Counts: Hashable, Sendable {
    /// Changes between online and offline.
    package var flips = 0
    /// Faults that were never noticed.
    package var missed = 0
    /// Offline periods of the network or of a domain that no fault explains.
    package var falseOfflines = 0

    package init() {}

    /// Whether each count is at least the other's.
    package func covers(_ other: Counts) -> Bool {
      flips >= other.flips && missed >= other.missed && falseOfflines >= other.falseOfflines
    }
  }

  /// The present faults, and whether each was noticed.
  package private(set) var active: [Int: Bool] = [:]
  /// The faults that are over, but for which the app is still offline.
  private var recovering: [Int] = []
  /// The present causes.
  private var held: Set<SwitchCause> = []
  /// The present causes that no fault explains so far.
  private var unexplained: Set<SwitchCause> = []

  mutating func begin(_ cause: SwitchCause, _ host: inout some SwitchRunHost) {
    held.insert(cause)
    let explaining = active.keys.filter { host.faults[$0].isExplained(by: cause) }.sorted()
    if explaining.isEmpty, cause != .marked { unexplained.insert(cause) }
    for fault in explaining where active[fault] == false {
      active[fault] = true
      host.measured(Sample(figure: .detect, fault: fault, end: .reached))
    }
  }

  mutating func end(_ cause: SwitchCause, _ host: inout some SwitchRunHost) {
    held.remove(cause)
    if unexplained.remove(cause) != nil { host.counts.falseOfflines += 1 }
    recover(recovering.filter { !isOffline(for: host.faults[$0]) }, .reached, &host)
  }

  /// Notes that the process ends, with all its causes.
  mutating func endAll(_ host: inout some SwitchRunHost) {
    held = []
    host.counts.falseOfflines += unexplained.count
    unexplained = []
    recover(recovering, .reached, &host)
  }

  private mutating func recover(_ faults: [Int], _ end: Sample.End, _ host: inout some SwitchRunHost) {
    recovering.removeAll(where: faults.contains)
    for fault in faults { host.measured(Sample(figure: .recover, fault: fault, end: end)) }
  }

  /// Notes that a fault begins, after all other events of its instant.
  mutating func faultBegins(_ fault: Int, _ host: inout some SwitchRunHost) {
    let faults = host.faults
    recovering.removeAll { faults[$0].domain == faults[fault].domain }
    unexplained = unexplained.filter { !faults[fault].isExplained(by: $0) }
    let isNoticed = isOffline(for: faults[fault])
    active[fault] = isNoticed
    if isNoticed { host.measured(Sample(figure: .detect, fault: fault, end: .reached)) }
  }

  /// Notes that a fault ends, before all other events of its instant.
  mutating func faultEnds(_ fault: Int, _ host: inout some SwitchRunHost) {
    if isOffline(for: host.faults[fault]) { recovering.append(fault) }
    if active.removeValue(forKey: fault) == false { miss(fault, .never, &host) }
  }

  private func miss(_ fault: Int, _ end: Sample.End, _ host: inout some SwitchRunHost) {
    host.counts.missed += 1
    host.measured(Sample(figure: .detect, fault: fault, end: end))
  }

  /// Notes that the record ends.
  mutating func finish(_ host: inout some SwitchRunHost) {
    for fault in active.filter({ !$0.value }).keys.sorted() { miss(fault, .cut, &host) }
    host.counts.falseOfflines += unexplained.count
    recover(recovering, .cut, &host)
  }

  private func isOffline(for fault: SwitchTrace.Fault) -> Bool {
    held.contains { fault.isExplained(by: $0) }
  }
}

extension SwitchTrace.Fault {
  /// Whether a cause concerns this fault.
  fileprivate func isExplained(by cause: SwitchCause) -> Bool {
    switch cause {
    case .marked: false
    case .network: domain == nil
    case .domain(let index): domain == index
    }
  }
}
