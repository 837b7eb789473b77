extension DocumentReader {
  private static let outcomeKeys = ["result", "value", "response", "error", "hang", "odds"]

  /// One behaviour, or a list with one for each attempt.
  func behaviours(_ node: Int) -> [Scenario.Behaviour] {
    guard kind(node) == .array else { return [behaviour(node)] }
    return list(node).map { behaviour($0) }
  }

  private func behaviour(_ node: Int) -> Scenario.Behaviour {
    var behaviour = Scenario.Behaviour()
    guard kind(node) == .object else {
      let hint = json.string(of: node) == "hang" ? "write { \"hang\": true }" : nil
      mismatch("an object, or a list of them", at: node, hint: hint)
      return behaviour
    }
    guard let fields = fields(of: node, ["takes"] + Self.outcomeKeys + ["wait", "ignoresCancellation"]) else {
      return behaviour
    }
    if let node = fields["takes"] { behaviour.takes = timeTaken(node) }
    behaviour.wait = duration(fields["wait"])
    behaviour.ignoresCancellation = bool(fields["ignoresCancellation"]) ?? false
    if let key = onlyOne(of: Self.outcomeKeys, in: fields), let node = fields[key] {
      behaviour.outcome = outcome(key, node)
    }
    return behaviour
  }

  private func outcome(_ key: String, _ node: Int) -> Scenario.Outcome {
    switch key {
    case "result": return string(node).map { .named($0) } ?? .opaque
    case "value": return .value(json.value(of: node))
    case "response": return response(node).map { .response($0) } ?? .opaque
    case "error": return word(node).map { .error($0) } ?? .opaque
    case "odds":
      return .odds(members(node).map { Scenario.Odds($0.name, number($0.node) ?? .nan) })
    default:
      if bool(node) == false {
        report(.badValue, "\"hang\" is true, or does not stand there", at: node)
      }
      return .hang
    }
  }

  private func response(_ node: Int) -> Scenario.Response? {
    guard let fields = fields(of: node, ["status", "body", "text"]) else { return nil }
    let status = required("status", in: fields, "the response").flatMap { integer($0) } ?? 200
    switch onlyOne(of: ["body", "text"], in: fields) {
    case "body":
      return Scenario.Response(status: status, body: fields["body"].map { .json(json.value(of: $0)) })
    case "text": return Scenario.Response(status: status, body: .text(string(fields["text"]) ?? ""))
    default: return Scenario.Response(status: status)
    }
  }

  func timeTaken(_ node: Int) -> Scenario.TimeTaken {
    let standIn = Scenario.TimeTaken.fixed(.zero)
    guard kind(node) == .object else { return duration(node).map { .fixed($0) } ?? standIn }
    guard let fields = fields(of: node, ["median", "p99", "uniform", "samples"]) else { return standIn }
    let shape = onlyOne(of: ["median", "uniform", "samples"], in: fields)
    if let node = fields["p99"], let shape, shape != "median" {
      report(.misplacedKey, "\"p99\" goes with \"median\"", at: node, .key)
    }
    switch shape {
    case "median":
      guard let median = duration(fields["median"]),
        let p99 = duration(required("p99", in: fields, "the distribution"))
      else { return standIn }
      return .logNormal(median: median, p99: p99)
    case "uniform":
      guard let node = fields["uniform"], let bounds = elements(of: node) else { return standIn }
      guard bounds.count == 2 else {
        report(.badValue, "\"uniform\" takes the shortest and the longest time", at: node)
        return standIn
      }
      guard let shortest = duration(bounds[0]), let longest = duration(bounds[1]) else { return standIn }
      return .uniform(shortest, longest)
    case "samples":
      guard let node = fields["samples"], let samples = elements(of: node) else { return standIn }
      if samples.isEmpty { report(.badValue, "there are no samples", at: node) }
      return samples.isEmpty ? standIn : .samples(samples.map { duration($0) ?? .zero })
    default:
      report(
        .missingKey, "the distribution has no shape", at: node, .value,
        hint: "give it median and p99, uniform, or samples")
      return standIn
    }
  }
}
