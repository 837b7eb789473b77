extension Picture {
  /// A switch: a row for each factor, the offline periods with their causes.
  package init(_ trace: SwitchTrace) { self.init(SwitchPicture(trace: trace)) }
}

struct SwitchPicture: PictureContent {
  let trace: SwitchTrace

  /// The maximal number of periods in a summary.
  private static let periods = 20

  var title: Sentence {
    Sentence(title: trace.name, trace.scenario, TimeText.exact(trace.end), seed: trace.seed)
  }

  /// The total offline time, the figures, and the domains without events.
  var sentences: [Sentence] {
    let periods = trace.offlinePeriods
    let length = periods.reduce(Int64(0)) { $0 + $1.upperBound - $1.lowerBound }
    let times = periods.count == 1 ? "once" : "\(periods.count) times"
    let offline =
      periods.isEmpty
      ? Words("never offline", .good)
      : Words("offline \(times), \(TimeText.short(length)) in all", isStrong: true)
    let quiet = SwitchScene.quietDomains(trace).map { trace.domains[$0] }
    let sentences = [Sentence([offline]), Self.figures(trace.figures)]
    return quiet.isEmpty
      ? sentences : sentences + [Sentence("quiet: \(quiet.joined(separator: ", "))", .faint)]
  }

  private static func figures(_ figures: SwitchFigures) -> Sentence {
    Sentence(
      [Words(Sentence.count(figures.counts.flips, "flip"))],
      figures.detect.max.map { [Words("detected in \(TimeText.short($0))")] },
      figures.recover.max.map { [Words("recovered in \(TimeText.short($0))")] },
      figures.recover.never > 0 ? [Words("offline at the end", .recovered)] : nil,
      figures.counts.missed > 0
        ? [Words("\(Sentence.count(figures.counts.missed, "fault")) not noticed", .recovered)] : nil,
      figures.counts.falseOfflines > 0
        ? [Words(Sentence.count(figures.counts.falseOfflines, "false offline"), .bad)] : nil,
      [
        Words(
          "\(Sentence.count(figures.probes, "probe")), \(Int(figures.probesPerHour.rounded())) an hour",
          .faint)
      ])
  }

  var summary: [Block] {
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
        id: "offline", title: "Offline", heading: "Offline periods and their causes",
        blocks: [.table(periods)]),
    ]
  }

  private var periods: Table {
    Table(
      ["cause", "#from", "#to", "#length"],
      trace.periods.map { period in
        [
          .words(trace.name(of: period.cause), .bad), .words(TimeText.moment(period.from)),
          .words(period.to.map(TimeText.moment) ?? "the end"),
          .words(period.to.map { TimeText.short($0 - period.from) }, .faint),
        ]
      })
  }
}
