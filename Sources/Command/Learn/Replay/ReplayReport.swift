import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTimeline

/// Recorded launches beside the same launches under the changed flow.
struct ReplayReport {
  let plan: FlowPlan
  let fleet: ReplayedFleet
  /// How many lines were left out.
  let unread: Int
  /// How many records have no landing.
  let withoutLanding: Int
  let gate: Gate
  let verdicts: [Gate.Verdict]

  private static let times: [(name: String, share: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1),
  ]

  /// Launches as counts of all: before, and after at the least and at the most.
  private struct Counts {
    var before: Int
    var least: Int
    var most: Int
  }

  private var degraded: Counts {
    Counts(
      before: fleet.count { $0.before.isDegraded },
      least: fleet.count { !$0.after.mayBeWhole },
      most: fleet.count { $0.after.mayBeDegraded })
  }

  /// Pages that any launch landed or may land on, in file order.
  private var pages: [(name: String, counts: Counts)] {
    plan.pages.enumerated().compactMap { page, name in
      let counts = Counts(
        before: fleet.count { $0.before.page == page },
        least: fleet.count { $0.after.isCertain(page: page) },
        most: fleet.count { $0.after.allows(page: page) })
      return counts.before + counts.most > 0 ? (name, counts) : nil
    }
  }

  private var decided: Int { fleet.count { $0.after.isExact } }
  private var stopped: Int { fleet.count { $0.after.wasStopped } }

  /// Text for people.
  var text: String {
    var rows = [["", "recorded", "replayed"]]
    for (name, share) in Self.times {
      let (best, worst) = fleet.replayedTime(at: share)
      rows.append([
        name, Self.time(fleet.recordedTime(at: share)), Self.interval(Self.time(best), Self.time(worst)),
      ])
    }
    rows.append(row("degraded", degraded))
    for (name, counts) in pages { rows.append(row("on " + name, counts)) }
    var text =
      "\(plan.flow.name) · \(Counting.text(fleet.count, "recorded launch", plural: "recorded launches"))\n\n"
    text += TextColumns.text(rows)
    text +=
      "\nThe records decide \(Counting.grouped(decided)) of \(Counting.text(fleet.count, "launch", plural: "launches")).\n"
    if decided < fleet.count {
      text +=
        "Of the others, they do not say how a call that was cut would have gone on, or one that was not made.\n"
    }
    if stopped > 0 {
      text +=
        "The search of \(Counting.text(stopped, "launch", plural: "launches")) was stopped; these reach to the deadline.\n"
    }
    if withoutLanding > 0 {
      text += "\(Counting.text(withoutLanding, "record")) without a landing left out.\n"
    }
    guard !verdicts.isEmpty else { return text.visibleLines }
    text += "\n"
    text += TextColumns.text(zip(gate.rules, verdicts).map { [$0.text, GateOptions.text($1)] })
    text += "A verdict is wrong in at most \(TimeText.percent(gate.risk)) of such decisions.\n"
    return text.visibleLines
  }

  private func row(_ name: String, _ counts: Counts) -> [String] {
    [name, share(counts.before), Self.interval(share(counts.least), share(counts.most))]
  }

  private func share(_ count: Int) -> String { TimeText.percent(Double(count) / Double(fleet.count)) }

  private static func interval(_ best: String, _ worst: String) -> String {
    best == worst ? best : "\(best) to \(worst)"
  }

  /// To a millisecond.
  private static func time(_ nanoseconds: Int64) -> String {
    TimeText.exact((nanoseconds + 500_000) / 1_000_000 * 1_000_000)
  }

  /// The report as JSON; times in nanoseconds, shares from 0 to 1.
  var json: JSONValue {
    var times = JSONObject()
    for (name, share) in Self.times {
      let (best, worst) = fleet.replayedTime(at: share)
      times[name] = [
        "recorded": .integer(fleet.recordedTime(at: share)), "best": .integer(best),
        "worst": .integer(worst),
      ]
    }
    var object = JSONObject()
    object["format"] = 1
    object["flow"] = .string(plan.flow.name)
    object["launches"] = .integer(Int64(fleet.count))
    object["decided"] = .integer(Int64(decided))
    object["stopped"] = .integer(Int64(stopped))
    object["unread"] = .integer(Int64(unread))
    object["withoutLanding"] = .integer(Int64(withoutLanding))
    object["at"] = .object(times)
    object["degraded"] = value(degraded)
    object["pages"] = .object(JSONObject(pages.map { .init(name: $0.name, value: value($0.counts)) }))
    object["risk"] = .number(gate.risk)
    object["gate"] = .array(
      zip(gate.rules, verdicts).map { rule, verdict in
        ["rule": .string(rule.text), "verdict": .string(GateOptions.text(verdict))]
      })
    return .object(object)
  }

  private func value(_ counts: Counts) -> JSONValue {
    func share(_ count: Int) -> JSONValue { .number(Double(count) / Double(fleet.count)) }
    return ["recorded": share(counts.before), "least": share(counts.least), "most": share(counts.most)]
  }
}
