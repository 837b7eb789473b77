import LaunchFlowFleet
import LaunchFlowModel
import LaunchFlowSimulator

extension TuneReport {
  /// The report as JSON; times in nanoseconds, shares from 0 to 1.
  var json: JSONValue {
    var object = JSONObject()
    object["format"] = 1
    object["flow"] = .string(request.flow.name)
    object["scenario"] = request.played.simulation.scenario.name.map(JSONValue.string) ?? .null
    object[request.isMaximised ? "maximise" : "minimise"] = .string(request.goal)
    object["keep"] = .array(request.rules.map { .string($0.text) })
    object["candidates"] = .integer(Int64(outcome.candidates))
    object["seeds"] = [
      "chosen": Self.seed(outcome.seeds.chosen), "confirmed": Self.seed(outcome.seeds.confirmed),
    ]
    object["found"] = .bool(outcome.better != nil)
    object["changes"] = .array(outcome.better.map { $0.changes.map(Self.value) } ?? [])
    object["file"] = value(outcome.own)
    object["tuned"] = outcome.better.map { value($0.side) } ?? .null
    object["steps"] = .array(steps.map(Self.value))
    object["refused"] = .array(
      outcome.refusals.map { refusal in
        ["changes": .array(refusal.changes.map(Self.value)), "reason": .string(refusal.reason)]
      })
    object["nearest"] =
      outcome.nearest.map { nearest in
        [
          "changes": .array(nearest.changes.map(Self.value)), "figures": value(nearest.figures),
          "breaks": .array(nearest.broken.map { .string($0.text) }),
        ]
      } ?? .null
    return .object(object)
  }

  /// Seeds may be greater than JSON's numbers reach.
  private static func seed(_ seed: UInt64) -> JSONValue {
    Int64(exactly: seed).map(JSONValue.integer) ?? .string(String(seed))
  }

  private static func value(_ change: TuneOutcome.Change) -> JSONValue {
    [
      "key": .string(change.axis.name), "path": .string("/" + change.axis.path.tokens.joined(separator: "/")),
      "old": change.axis.json(change.axis.own) ?? .null, "new": change.axis.json(change.value) ?? .null,
    ]
  }

  private func value(_ side: TuneOutcome.Side) -> JSONValue {
    ["chosen": value(side.chosen), "confirmed": value(side.confirmed), "worst": .integer(side.worst)]
  }

  private func value(_ figures: TuneFigures) -> JSONValue {
    var object = JSONObject()
    object["runs"] = .integer(Int64(figures.runs))
    for (name, time) in zip(["p50", "p90", "p95", "p99"], figures.times) { object[name] = .integer(time) }
    object["mean"] = .integer(figures.mean)
    object["degraded"] = .number(figures.degradedShare)
    object["pages"] = .object(
      JSONObject(
        zip(request.flow.pages, figures.pages).map {
          .init(name: $0.name, value: .number(figures.share($1)))
        }))
    return .object(object)
  }

  private static func value(_ step: TunedStep) -> JSONValue {
    func pair(_ shares: (before: Double, after: Double)) -> JSONValue {
      ["before": .number(shares.before), "after": .number(shares.after)]
    }
    return ["name": .string(step.name), "timedOut": pair(step.timedOut), "recovered": pair(step.recovered)]
  }
}
