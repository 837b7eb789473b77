import LaunchFlowMachine
import LaunchFlowModel

/// What is said above a picture, in words.
struct Headline {
  /// What a stretch of words means, from which its look follows.
  enum Tone: Hashable {
    case plain, strong, faint, landing, warning, bad
  }

  /// Words that stay together, in stretches of one tone each.
  struct Part {
    var stretches: [(text: String, tone: Tone)]

    init(_ text: String, _ tone: Tone = .plain) { stretches = [(text, tone)] }
    init(_ stretches: [(text: String, tone: Tone)]) { self.stretches = stretches }

    var text: String { stretches.reduce(into: "") { $0 += $1.text } }
  }

  private let chart: TimelineChart
  private let ascii: Bool
  private let written: String?

  /// The notice is the landing's with its references filled in; nil takes it as its author wrote it.
  init(_ chart: TimelineChart, notice: String?, ascii: Bool = false) {
    self.chart = chart
    self.ascii = ascii
    written = notice
  }

  /// The flow, the scenario and the seed.
  var title: [Part] {
    let trace = chart.trace
    let run = trace.run.map { $0 > 0 ? ", run \($0)" : "" } ?? ""
    let parts = [
      Part(trace.flow, .strong), trace.scenario.map { Part($0) }, trace.environment.map { Part("in \($0)") },
      trace.seed.map { Part("seed \($0)\(run)", .faint) },
    ]
    return parts.compactMap(\.self)
  }

  /// Where and when it landed, how far from the deadline, and how.
  var outcome: [Part] {
    let summary = chart.summary
    guard let landing = summary.landing, let landedAt = summary.landedAt else {
      let left = chart.deadline - summary.end
      let rest = left > 0 ? Part("\(time(left)) to the deadline") : Part("past its deadline", .bad)
      return [Part("not landed after \(time(summary.end))", .strong), rest]
    }
    let landed = Part([
      ("landed on ", .plain), (landing.page, .landing), (" at ", .plain), (time(landedAt), .landing),
    ])
    let parts = [
      landed, margin(landedAt), landing.isDegraded ? Part("degraded", .warning) : nil,
      landing.isCancelled ? Part("cancelled", .bad) : nil,
    ]
    return parts.compactMap(\.self)
  }

  private func margin(_ landedAt: Int64) -> Part {
    let deadline = chart.deadline
    if landedAt == deadline { return Part("at its deadline", .warning) }
    return landedAt < deadline
      ? Part("\(time(deadline - landedAt)) before its deadline of \(time(deadline))")
      : Part("\(time(landedAt - deadline)) after its deadline of \(time(deadline))", .bad)
  }

  /// The landing's notice; an empty one is none.
  var notice: (style: String, text: String)? {
    guard let notice = chart.summary.landing?.notice, case let text = written ?? notice.text, !text.isEmpty
    else { return nil }
    return (notice.style.rawValue, text)
  }

  /// What one after another would have taken, beside the figure now.
  var serial: [Part] {
    let (work, worst) = (chart.summary.serialWork, chart.trace.serialWorstCase)
    let parts = [
      work > 0 ? Part("one after another \(time(work))\(ratio(work))") : nil,
      worst > 0 ? Part("at the worst \(time(worst))\(ratio(worst))") : nil,
    ]
    return parts.compactMap(\.self)
  }

  private func ratio(_ serial: Int64) -> String {
    let times = chart.summary.landedAt.flatMap { TimeText.ratio(serial, to: $0) }
    return times.map { ", \($0)\(ascii ? "x" : "×") as long" } ?? ""
  }

  private func time(_ nanoseconds: Int64) -> String { TimeText.exact(nanoseconds, ascii: ascii) }
}

extension Headline {
  /// The title as plain text.
  var titleText: String { Self.text(title) }

  /// Everything beneath the title as plain text, line by line.
  var sentences: [String] {
    let notice = notice.map { "\($0.style) “\($0.text)”" }
    return [Self.text(outcome), notice, Self.text(serial)].compactMap(\.self).filter { !$0.isEmpty }
  }

  private static func text(_ parts: [Part]) -> String { parts.map(\.text).joined(separator: " · ") }
}
