import LaunchFlowMachine
import LaunchFlowModel

/// All that happens in a scenario at a known time: what it does by itself, the changes of its weather, and the beginnings
/// and ends of its faults.
struct SwitchTimetable {
  /// What happens at a known time.
  enum Entry {
    case scripted(SwitchScript.Event)
    /// The weather or the health of a service changes.
    case change
    case faultEnds(Int)
    case faultBegins(Int)
    case end
  }

  /// Something that happens at a known time. Pending events of the same time come before it if their order is less.
  struct Row {
    var time: Int64
    var order: UInt64
    var entry: Entry
  }

  /// In order; the last one is the end.
  private(set) var rows: [Row] = []
  /// By row: since when the weather is as it is before the row.
  private(set) var weatherSince: [Int64] = []
  /// What truly is wrong, cut at the end.
  let faults: [SwitchTrace.Fault]

  /// nil for a scenario with more events than this.
  init?(_ scenario: SwitchScenario, _ world: SwitchWorld, _ plan: SwitchPlan, most: Int = 100_000) {
    faults = world.faults(until: world.length)
    let changes = world.changes.filter { $0 > 0 && $0 <= world.length }
    guard world.paths.count + changes.count + 2 * faults.count < most else { return nil }
    var script = SwitchScript(scenario, world, plan)
    var found = changes.map { Row(time: $0, order: 0, entry: .change) }
    for (index, fault) in faults.enumerated() {
      // What happens at the very instant of a beginning comes before it, and at that of an end behind it.
      found.append(Row(time: fault.from, order: .max, entry: .faultBegins(index)))
      if fault.to < world.length { found.append(Row(time: fault.to, order: 0, entry: .faultEnds(index))) }
    }
    while let due = script.next, due.time <= world.length {
      found.append(Row(time: due.time, order: due.order.key, entry: .scripted(due.event)))
      guard found.count < most else { return nil }
      _ = script.pop()
    }
    // The sort is stable, so the script's events of one time and order stay as they are, behind the changes.
    rows = found.enumerated().sorted { left, right in
      (left.element.time, left.element.order, left.offset)
        < (right.element.time, right.element.order, right.offset)
    }.map(\.element)
    rows.append(Row(time: world.length, order: .max, entry: .end))
    var since: Int64 = 0
    weatherSince = rows.map { row in
      defer { if case .change = row.entry { since = row.time } }
      return since
    }
  }
}
