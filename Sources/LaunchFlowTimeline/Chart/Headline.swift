import LaunchFlowMachine
import LaunchFlowModel

/// What is said above a picture, in words.
struct Headline {
  /// The flow, the scenario and the seed.
  var title: String
  /// Where and when it landed, what one after another would have taken, the notice.
  var sentences: [String]

  init(_ chart: TimelineChart, notice: String?) {
    let trace = chart.trace
    let seed = trace.seed.map { "seed \($0)" + (trace.run.map { $0 > 0 ? ", run \($0)" : "" } ?? "") }
    title = [trace.flow, trace.scenario, seed].compactMap(\.self).joined(separator: " · ")
    sentences = [Self.outcome(chart)]
    let serial = Self.serial(chart)
    if !serial.isEmpty { sentences.append(serial) }
    if let written = chart.summary.landing?.notice, case let text = notice ?? written.text, !text.isEmpty {
      sentences.append("\(written.style.rawValue) “\(text)”")
    }
  }

  private static func outcome(_ chart: TimelineChart) -> String {
    guard let landing = chart.summary.landing, let landedAt = chart.summary.landedAt else {
      return "not landed after \(TimeText.exact(chart.summary.end))"
    }
    let deadline = "its deadline of \(TimeText.exact(chart.deadline))"
    let margin =
      landedAt == chart.deadline
      ? "at its deadline"
      : landedAt < chart.deadline
        ? "\(TimeText.exact(chart.deadline - landedAt)) before \(deadline)"
        : "\(TimeText.exact(landedAt - chart.deadline)) after \(deadline)"
    let parts = [
      "landed on \(landing.page) at \(TimeText.exact(landedAt))", margin,
      landing.isDegraded ? "degraded" : nil,
      landing.isCancelled ? "cancelled" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  private static func serial(_ chart: TimelineChart) -> String {
    let (work, worst) = (chart.summary.serialWork, chart.trace.serialWorstCase)
    let times = { (time: Int64) in
      chart.summary.landedAt.flatMap { TimeText.ratio(time, to: $0) }.map { ", \($0)× as long" } ?? ""
    }
    let parts = [
      work > 0 ? "one after another \(TimeText.exact(work))\(times(work))" : nil,
      worst > 0 ? "at the worst \(TimeText.exact(worst))\(times(worst))" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
