import LaunchFlowSimulator
import LaunchFlowSwitch

/// All events of a scenario at known times: its script, the changes of its weather, the bounds of its faults.
struct SwitchTimetable {
  enum Entry {
    case scripted(ScriptedEvent)
    /// The weather or the health of a service changes.
    case change
    case faultEnds(Int)
    case faultBegins(Int)
    case end
  }

  /// An event with its known time. Pending events of the same time come before it if their order is less.
  struct Row {
    var time: Int64
    var order: UInt64
    var entry: Entry
  }

  /// A fault that begins at any time of a window.
  struct Window {
    /// Its number among the faults.
    var fault: Int
    var times: ClosedRange<Int64>
    /// Whether it loses answers that are under way.
    var isSilent: Bool
    /// Its place among the scenario's outages, or among its incidents.
    var place: Int
    var isIncident: Bool
  }

  /// In order; the last one is the end.
  private(set) var rows: [Row] = []
  /// By row: the time since which the weather before the row lasts.
  private(set) var weatherSince: [Int64] = []
  /// The true faults, cut at the end.
  let faults: [SwitchTrace.Fault]
  let windows: [Window]
  /// By the set of windows whose faults have begun, a bit each: the world with these faults.
  let worlds: [SwitchWorld]

  /// The maximal number of events to search.
  static let mostRows = 100_000

  /// nil for a scenario with too many events.
  init?(_ scenario: SwitchScenario, _ world: SwitchWorld, _ plan: SwitchPlan) {
    let faults = world.faults(until: world.length)
    let windows = Self.windows(scenario, faults, plan)
    (self.faults, self.windows) = (faults, windows)
    worlds = windows.isEmpty ? [world] : Self.worlds(scenario, windows, plan)
    let changes = world.changes.filter { $0 > 0 && $0 <= world.length }
    let script = scenario.script(world, plan, most: Self.mostRows)
    guard script.count + changes.count + 2 * faults.count < Self.mostRows else { return nil }
    var found = changes.map { Row(time: $0, order: 0, entry: .change) }
    for (index, fault) in faults.enumerated() {
      // Events at the instant of a beginning come before it; events at the instant of an end come behind it.
      if !windows.contains(where: { $0.fault == index }) {
        found.append(Row(time: fault.from, order: .max, entry: .faultBegins(index)))
      }
      if fault.to < world.length { found.append(Row(time: fault.to, order: 0, entry: .faultEnds(index))) }
    }
    found += script.map { Row(time: $0.time, order: Self.order($0.order), entry: .scripted($0)) }
    // The script's events of one time and order keep their order, behind the changes.
    rows = found.indices.ordered {
      (found[$0].time, found[$0].order, $0) < (found[$1].time, found[$1].order, $1)
    }.map { found[$0] }
    rows.append(Row(time: world.length, order: .max, entry: .end))
    var since: Int64 = 0
    weatherSince = rows.map { row in
      defer { if case .change = row.entry { since = row.time } }
      return since
    }
  }

  /// An event comes after all changes of the world at the same time.
  static func order(_ order: SwitchEventOrder) -> UInt64 { order.key + 1 }

  private static func windows(
    _ scenario: SwitchScenario, _ faults: [SwitchTrace.Fault], _ plan: SwitchPlan
  ) -> [Window] {
    func window(
      _ domain: Int?, _ from: Duration, _ length: Duration, _ place: Int, isSilent: Bool
    ) -> Window? {
      let earliest = from.nanoseconds
      guard length > .zero,
        let fault = faults.firstIndex(where: { $0.domain == domain && $0.from == earliest })
      else { return nil }
      return Window(
        fault: fault, times: earliest...earliest.plus(length.nanoseconds), isSilent: isSilent, place: place,
        isIncident: domain != nil)
    }
    return scenario.network.enumerated().compactMap { place, outage in
      window(nil, outage.from, outage.window, place, isSilent: outage.kind == .silent)
    }
      + scenario.incidents.enumerated().compactMap { place, incident in
        plan.index(ofDomain: incident.domain).flatMap {
          window($0, incident.from, incident.window, place, isSilent: false)
        }
      }
  }

  /// Faults that have begun last from the start, and the others are absent: the caller knows the time.
  private static func worlds(
    _ scenario: SwitchScenario, _ windows: [Window], _ plan: SwitchPlan
  ) -> [SwitchWorld] {
    (0..<1 << windows.count).map { begun in
      func isBegun(_ place: Int, isIncident: Bool) -> Bool {
        windows.enumerated().contains { number, window in
          window.place == place && window.isIncident == isIncident && begun >> number & 1 == 1
        }
      }
      var changed = scenario
      changed.network = scenario.network.enumerated().compactMap { place, outage in
        guard outage.window > .zero else { return outage }
        return isBegun(place, isIncident: false)
          ? Scenario.Outage(from: .zero, to: outage.to, outage.kind) : nil
      }
      changed.incidents = scenario.incidents.enumerated().compactMap { place, incident in
        guard incident.window > .zero else { return incident }
        var begun = incident
        begun.from = .zero
        return isBegun(place, isIncident: true) ? begun : nil
      }
      return SwitchWorld(changed, plan, mostPaths: Simulation.mostEvents + 1)
    }
  }
}
