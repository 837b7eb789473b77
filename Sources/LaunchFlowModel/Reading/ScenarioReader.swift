extension ScenarioFile {
  /// Reads a scenario file: the scenarios, or all that is wrong with them.
  ///
  /// - Parameters:
  ///   - source: The file's text.
  ///   - flow: The flow that they are for; every name is looked up in it.
  ///   - given: The names of inputs that somebody else gives, so that no scenario has to.
  public static func read(
    _ source: SourceText, for flow: Flow? = nil, inputsGiven given: Set<String> = []
  ) -> DocumentReading<ScenarioFile> {
    DocumentReading(source, standIn: ScenarioFile(flowFile: "")) { reader in
      reader.scenarios { reader.scenario($0, $1) }.map { parts in
        ScenarioFile(
          flowFile: parts.subject, defaults: parts.defaults ?? Scenario(), scenarios: parts.scenarios)
      }
    } check: { file, _ in
      file.diagnostics(for: flow, inputsGiven: given)
    }
  }
}

extension DocumentReader {
  private static let scenarioKeys = [
    "summary", "inputs", "caches", "steps", "network", "offline", "cancel", "runs", "seed", "expect",
  ]

  /// What a scenarios file holds, whatever it is for, as far as it can be read; nil where that is not worth
  /// checking.
  ///
  /// - Parameter scenario: Reads one scenario, given its name (nil for the defaults) and its node.
  func scenarios<Entry>(
    _ scenario: (String?, Int) -> Entry
  ) -> (subject: String, defaults: Entry?, scenarios: [Entry])? {
    guard kind(0) == .object else {
      mismatch("an object, the scenarios", at: 0)
      return nil
    }
    let keys = ["$schema", "format", "scenariosFor", "summary", "defaults", "scenarios"]
    guard isReadableFormat(), let fields = fields(of: 0, keys) else { return nil }
    _ = string(fields["$schema"])
    _ = string(fields["summary"])
    let subject = string(required("scenariosFor", in: fields, "the file")) ?? ""
    let defaults = fields["defaults"].map { scenario(nil, $0) }
    let named = members(required("scenarios", in: fields, "the file"))
    return (subject, defaults, named.map { scenario($0.name, $0.node) })
  }

  fileprivate func scenario(_ name: String?, _ node: Int) -> Scenario {
    var scenario = Scenario(name: name)
    guard let fields = fields(of: node, Self.scenarioKeys) else { return scenario }
    scenario.summary = string(fields["summary"])
    scenario.inputs = members(fields["inputs"]).map { Flow.NamedValue($0.name, json.value(of: $0.node)) }
    scenario.caches = members(fields["caches"]).map { cachedValue($0.name, $0.node) }
    scenario.steps = members(fields["steps"]).map { Scenario.StepBehaviours($0.name, behaviours($0.node)) }
    scenario.network = list(fields["network"]).map { outage($0) }
    scenario.offline = list(fields["offline"]).map { offlinePeriod($0) }
    scenario.cancel = duration(fields["cancel"])
    scenario.runs = integer(fields["runs"])
    scenario.seed = seed(fields["seed"])
    scenario.expect = fields["expect"].map { expectation($0) }
    return scenario
  }

  func members(_ node: Int?) -> [(name: String, node: Int)] {
    node.flatMap { namedMembers(of: $0) } ?? []
  }

  func list(_ node: Int?) -> [Int] {
    node.flatMap { elements(of: $0) } ?? []
  }

  /// A value with its age, or null for none.
  private func cachedValue(_ cache: String, _ node: Int) -> Scenario.CachedValue {
    if kind(node) == .null { return Scenario.CachedValue(cache, nil) }
    guard kind(node) == .object else {
      mismatch("an object, or null for an empty cache", at: node, hint: "write { \"value\": … }")
      return Scenario.CachedValue(cache, nil)
    }
    guard let fields = fields(of: node, ["value", "age"]) else { return Scenario.CachedValue(cache, nil) }
    let value = required("value", in: fields, "the cache \"\(cache)\"").map { json.value(of: $0) }
    return Scenario.CachedValue(cache, value, age: duration(fields["age"]) ?? .zero)
  }

  func outage(_ node: Int) -> Scenario.Outage {
    guard let fields = fields(of: node, ["from", "to", "is"]) else {
      return Scenario.Outage(from: .zero, to: nil, .silent)
    }
    let kind = required("is", in: fields, "the outage").flatMap { word($0, as: Scenario.Outage.Kind.self) }
    let from = duration(required("from", in: fields, "the outage"))
    return Scenario.Outage(from: from ?? .zero, to: duration(fields["to"]), kind ?? .silent)
  }

  private func offlinePeriod(_ node: Int) -> Scenario.OfflinePeriod {
    guard let fields = fields(of: node, ["from", "to", "domain"]) else {
      return Scenario.OfflinePeriod(from: .zero, to: nil)
    }
    let from = duration(required("from", in: fields, "the offline period"))
    return Scenario.OfflinePeriod(
      from: from ?? .zero, to: duration(fields["to"]), domain: string(fields["domain"]))
  }

  /// A whole number of 64 bits without a sign.
  func seed(_ node: Int?) -> UInt64? {
    guard let node else { return nil }
    if kind(node) == .number, let seed = UInt64(json.text(of: node)) { return seed }
    mismatch("a whole number from 0 to 18446744073709551615", at: node)
    return nil
  }
}
