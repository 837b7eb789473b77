import LaunchFlowMachine
import LaunchFlowModel

/// What happened to a switch as one self-contained page: the strips, the offline periods with their causes, the
/// figures and every event in words.
public struct HTMLSwitchTimeline {
  private let chart: SwitchChart
  private var trace: SwitchTrace { chart.trace }

  /// How many events are told at the most.
  private static let events = 2_000

  /// The page. A pure function of its argument.
  public static func text(_ trace: SwitchTrace) -> String {
    let page = HTMLSwitchTimeline(chart: SwitchChart(trace))
    return HTMLPage(
      title: SwitchText.title(trace).map(\.text).joined(separator: " · "), sentences: page.sentences,
      hasRows: false,
      views: [
        .init("timeline", "Timeline", page.addTimeline),
        .init("offline", "Offline", heading: "When it was offline, and why", page.addPeriods),
        .init("events", "Events", heading: "All that happened", page.addEvents),
      ]
    ).text()
  }

  private init(chart: SwitchChart) { self.chart = chart }

  private var sentences: [String] {
    let periods = trace.offlinePeriods
    let length = periods.reduce(Int64(0)) { $0 + $1.upperBound - $1.lowerBound }
    let offline =
      periods.isEmpty
      ? "never offline"
      : "offline \(periods.count == 1 ? "once" : "\(periods.count) times"), \(TimeText.short(length)) in all"
    let quiet = chart.quietDomains.map { trace.domains[$0] }
    let parts: [String?] = [
      offline, SwitchText.figures(SwitchFigures(trace)).map(\.text).joined(separator: " · "),
      quiet.isEmpty ? nil : "quiet: \(quiet.joined(separator: ", "))",
    ]
    return parts.compactMap(\.self)
  }

  private func addTimeline(_ page: inout XMLBuilder) {
    page.raw("<div class=\"scroll\">\n")
    page.raw(SVGSwitchTimeline(chart, isEmbedded: true).text())
    page.raw("</div>\n")
  }

  private func addPeriods(_ page: inout XMLBuilder) {
    page.beginTable(["cause", "from", "to", "length"])
    for period in trace.periods {
      let length = period.to.map { TimeText.short($0 - period.from) }
      page.row(
        trace.name(of: period.cause),
        [
          (SwitchText.time(period.from), true), (period.to.map(SwitchText.time) ?? "the end", true),
          (length ?? "", true),
        ])
    }
    page.endTable()
    guard !trace.faults.isEmpty else { return }
    page.element("h3", content: "Truly at fault")
    page.beginTable(["what", "from", "to"])
    for fault in trace.faults {
      let name = fault.domain.map { trace.domains.indices.contains($0) ? trace.domains[$0] : "?" }
      page.row(
        name ?? "network", [(SwitchText.time(fault.from), true), (SwitchText.time(fault.to), true)])
    }
    page.endTable()
  }

  private func addEvents(_ page: inout XMLBuilder) {
    if trace.events.count > Self.events {
      page.element(
        "p", ("class", "note"), content: "The first \(Self.events) of \(trace.events.count) events.")
    }
    page.beginTable(["at", "what", "happened"])
    for event in trace.events.prefix(Self.events) {
      let (factor, text) = SwitchText.event(event.kind, in: trace)
      page.row(SwitchText.time(event.time), [(factor, false), (text, false)])
    }
    page.endTable()
  }
}
