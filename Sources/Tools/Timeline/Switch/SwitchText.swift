import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The words of a switch's pictures.
enum SwitchText {
  /// A moment, to the millisecond: finer figures are random.
  static func time(_ time: Int64) -> String { TimeText.exact((time + 500_000) / 1_000_000 * 1_000_000) }

  /// The switch, the scenario, its length and the seed.
  static func title(_ trace: SwitchTrace) -> Sentence {
    Sentence(
      [Words(trace.name, isStrong: true)], trace.scenario.map { [Words($0)] },
      [Words(TimeText.exact(trace.end))],
      trace.seed.map { [Words("seed \($0)", .faint)] })
  }

  /// The total offline time, the figures, and the domains without events.
  static func sentences(_ trace: SwitchTrace) -> [Sentence] {
    let periods = trace.offlinePeriods
    let length = periods.reduce(Int64(0)) { $0 + $1.upperBound - $1.lowerBound }
    let times = periods.count == 1 ? "once" : "\(periods.count) times"
    let offline =
      periods.isEmpty
      ? Words("never offline", .good)
      : Words("offline \(times), \(TimeText.short(length)) in all", isStrong: true)
    let quiet = SwitchScene.quietDomains(trace).map { trace.domains[$0] }
    let sentences = [Sentence([offline]), figures(SwitchFigures(trace))]
    return quiet.isEmpty
      ? sentences : sentences + [Sentence("quiet: \(quiet.joined(separator: ", "))", .faint)]
  }

  /// The figures of one run.
  private static func figures(_ figures: SwitchFigures) -> Sentence {
    Sentence(
      [Words(Sentence.count(figures.flips, "flip"))],
      figures.detect.max.map { [Words("detected in \(TimeText.short($0))")] },
      figures.recover.max.map { [Words("recovered in \(TimeText.short($0))")] },
      figures.recover.never > 0 ? [Words("offline at the end", .recovered)] : nil,
      figures.missed > 0
        ? [Words("\(Sentence.count(figures.missed, "fault")) not noticed", .recovered)] : nil,
      figures.falseOfflines > 0 ? [Words(Sentence.count(figures.falseOfflines, "false offline"), .bad)] : nil,
      [
        Words(
          "\(Sentence.count(figures.probes, "probe")), \(Int(figures.probesPerHour.rounded())) an hour",
          .faint)
      ])
  }
}
