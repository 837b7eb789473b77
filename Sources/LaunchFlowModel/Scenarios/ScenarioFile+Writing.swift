extension ScenarioFile {
  /// The file as JSON; reading it gives the same scenarios.
  public var json: JSONValue {
    var object = JSONObject([JSONObject.Member(name: "scenariosFor", value: .string(flowFile))])
    let defaults = defaults.json
    if defaults != .object(JSONObject()) { object["defaults"] = defaults }
    object["scenarios"] = .object(
      JSONObject(
        scenarios.enumerated().map { index, scenario in
          JSONObject.Member(name: scenario.name ?? "scenario-\(index + 1)", value: scenario.json)
        }))
    return .object(object)
  }
}

extension Scenario {
  /// The scenario as JSON, without its name.
  public var json: JSONValue {
    var object = JSONObject()
    if let summary { object["summary"] = .string(summary) }
    if let runs { object["runs"] = .integer(Int64(runs)) }
    if let seed { object["seed"] = Int64(exactly: seed).map(JSONValue.integer) ?? .string("\(seed)") }
    object.add("inputs", inputs.map { JSONObject.Member(name: $0.name, value: $0.value) })
    object.add("caches", caches.map { JSONObject.Member(name: $0.cache, value: $0.json) })
    object.add("steps", steps.map { JSONObject.Member(name: $0.step, value: $0.json) })
    if !network.isEmpty { object["network"] = .array(network.map(\.json)) }
    if !offline.isEmpty { object["offline"] = .array(offline.map(\.json)) }
    if let cancel { object["cancel"] = .string(cancel.documentText) }
    if let expect { object["expect"] = expect.json }
    return .object(object)
  }
}

extension JSONObject {
  fileprivate mutating func add(_ name: String, _ members: [Member]) {
    if !members.isEmpty { self[name] = .object(JSONObject(members)) }
  }
}

extension Scenario.CachedValue {
  fileprivate var json: JSONValue {
    guard let value else { return .null }
    var object = JSONObject([JSONObject.Member(name: "value", value: value)])
    if age != .zero { object["age"] = .string(age.documentText) }
    return .object(object)
  }
}

extension Scenario.StepBehaviours {
  fileprivate var json: JSONValue {
    attempts.count == 1 ? attempts[0].json : .array(attempts.map(\.json))
  }
}

extension Scenario.Behaviour {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    if takes != .fixed(.zero) { object["takes"] = takes.json }
    switch outcome {
    case .opaque: break
    case .named(let name): object["result"] = .string(name)
    case .value(let value): object["value"] = value
    case .response(let response): object["response"] = response.json
    case .error(let errorClass): object["error"] = .string(errorClass.rawValue)
    case .hang: object["hang"] = true
    case .odds(let odds):
      object["odds"] = .object(
        JSONObject(odds.map { JSONObject.Member(name: $0.outcome, value: .number($0.probability)) }))
    }
    if let wait { object["wait"] = .string(wait.documentText) }
    if ignoresCancellation { object["ignoresCancellation"] = true }
    return .object(object)
  }
}

extension Scenario.TimeTaken {
  fileprivate var json: JSONValue {
    switch self {
    case .fixed(let time): .string(time.documentText)
    case .uniform(let shortest, let longest):
      ["uniform": [.string(shortest.documentText), .string(longest.documentText)]]
    case .logNormal(let median, let p99):
      ["median": .string(median.documentText), "p99": .string(p99.documentText)]
    case .samples(let samples): ["samples": .array(samples.map { .string($0.documentText) })]
    }
  }
}

extension Scenario.Response {
  fileprivate var json: JSONValue {
    var object = JSONObject([JSONObject.Member(name: "status", value: .integer(Int64(status)))])
    switch body {
    case .json(let value): object["body"] = value
    case .text(let text): object["text"] = .string(text)
    case nil: break
    }
    return .object(object)
  }
}

extension Scenario.Outage {
  fileprivate var json: JSONValue {
    var object = JSONObject([JSONObject.Member(name: "from", value: .string(from.documentText))])
    if let to { object["to"] = .string(to.documentText) }
    object["is"] = .string(kind.rawValue)
    return .object(object)
  }
}

extension Scenario.OfflinePeriod {
  fileprivate var json: JSONValue {
    var object = JSONObject([JSONObject.Member(name: "from", value: .string(from.documentText))])
    if let to { object["to"] = .string(to.documentText) }
    if let domain { object["domain"] = .string(domain) }
    return .object(object)
  }
}

extension Scenario.Expectation {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    switch landing {
    case .anyOf(let pages):
      object["landing"] = pages.count == 1 ? .string(pages[0]) : .array(pages.map(JSONValue.string))
    case .shares(let shares):
      object["landing"] = .object(
        JSONObject(
          shares.map {
            JSONObject.Member(
              name: $0.page,
              value: .string($0.bound.comparison.rawValue + JSONValue.number($0.bound.value).text()))
          }))
    case nil: break
    }
    if let within { object["within"] = .string(within.documentText) }
    if let degraded { object["degraded"] = .bool(degraded) }
    if let cancelled { object["cancelled"] = .bool(cancelled) }
    if let notice { object["notice"] = .string(notice) }
    object.add("steps", steps.map { JSONObject.Member(name: $0.step, value: $0.json) })
    if !order.isEmpty { object["order"] = .array(order.map(JSONValue.string)) }
    for figure in figures {
      let bound = figure.bound
      object[figure.figure.rawValue] = .string(bound.comparison.rawValue + bound.value.documentText)
    }
    return .object(object)
  }
}

extension Scenario.Expectation.Step {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    if let outcome {
      object["is"] = outcome.count == 1 ? .string(outcome[0]) : .array(outcome.map(JSONValue.string))
    }
    if let source { object["source"] = .string(source.rawValue) }
    if let attempts { object["attempts"] = .integer(Int64(attempts)) }
    return .object(object)
  }
}
