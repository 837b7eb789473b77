import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

extension Picture {
  /// A switch: a row for each factor, the offline periods with their causes.
  package init(_ trace: SwitchTrace) { self.init(SwitchPicture(trace: trace)) }
}

/// The events of a switch.
struct SwitchPicture: PictureContent {
  let trace: SwitchTrace

  /// The maximal number of periods in a summary.
  private static let periods = 20

  var title: Sentence? { SwitchText.title(trace) }
  var sentences: [Sentence] { SwitchText.sentences(trace) }

  func summary(isDetailed: Bool) -> [Block] {
    var periods = periods
    if periods.rows.count > Self.periods {
      periods.rest = "and \(periods.rows.count - Self.periods) more"
      periods.rows.removeLast(periods.rows.count - Self.periods)
    }
    return [.timeline(SwitchScene.scene(trace))] + (periods.rows.isEmpty ? [] : [.table(periods)]) + [.legend]
  }

  var views: [HTMLPage.View] {
    [
      .init(id: "timeline", title: "Timeline", blocks: [.timeline(SwitchScene.scene(trace)), .legend]),
      .init(
        id: "offline", title: "Offline", heading: "When it was offline, and why",
        blocks: [.table(periods)] + (trace.faults.isEmpty ? [] : [.heading("Actual faults"), .table(faults)])),
    ]
  }

  private var periods: Table {
    Table(
      ["cause", "#from", "#to", "#length"],
      trace.periods.map { period in
        [
          .words(trace.name(of: period.cause), .bad), .words(SwitchText.time(period.from)),
          .words(period.to.map(SwitchText.time) ?? "the end"),
          .words(period.to.map { TimeText.short($0 - period.from) }, .faint),
        ]
      })
  }

  private var faults: Table {
    Table(
      ["what", "#from", "#to"],
      trace.faults.map { fault in
        let name = fault.domain.map { trace.domains.indices.contains($0) ? trace.domains[$0] : "?" }
        return [
          .words(name ?? "network"), .words(SwitchText.time(fault.from)), .words(SwitchText.time(fault.to)),
        ]
      })
  }
}
