extension DocumentReader {
  private static let workKeys = ["http", "action", "cache", "value", "steps"]
  private static let stepKeys =
    workKeys + [
      "summary", "needs", "after", "when", "with", "timeout", "deadline", "useFallbackAfter", "retry", "poll",
      "lane", "failures", "valid", "results", "fallback", "store", "afterLanding", "failFast", "ignore",
    ]

  func steps(_ node: Int?, depth: Int) -> [Flow.Step] {
    guard let node, let members = namedMembers(of: node), mayNest(depth, "groups", at: node) else {
      doubts.names.insert(.steps)
      return []
    }
    return members.map { step($0.name, $0.node, depth: depth) }
  }

  private func step(_ name: String, _ node: Int, depth: Int) -> Flow.Step {
    guard let fields = fields(of: node, Self.stepKeys) else {
      doubts.work.insert(name)
      doubts.words.insert(name)
      return Flow.Step(name, .value(.null))
    }
    var step = Flow.Step(name, work(of: name, fields, depth: depth))
    step.summary = string(fields["summary"])
    step.needs = strings(fields["needs"]) ?? []
    step.after = strings(fields["after"]) ?? []
    step.when = fields["when"].flatMap { condition($0) }
    step.afterLanding = word(fields["afterLanding"]) ?? .cancel
    step.failFast = bool(fields["failFast"]) ?? false
    step.lane = string(fields["lane"])
    step.store = string(fields["store"])
    step.ignore = silences(fields["ignore"])
    readTimes(of: &step, fields)
    readMeaning(of: &step, fields)
    return step
  }

  /// The bounds. One that cannot be read still stands there, so that it is not reported as missing.
  private func readTimes(of step: inout Flow.Step, _ fields: Fields) {
    step.timeout = fields["timeout"].map { duration($0) ?? .zero }
    step.deadline = fields["deadline"].map { duration($0) ?? .zero }
    step.useFallbackAfter = duration(fields["useFallbackAfter"])
    step.retry = fields["retry"].flatMap { retry($0) }
    step.poll = fields["poll"].flatMap { poll($0) }
  }

  private func readMeaning(of step: inout Flow.Step, _ fields: Fields) {
    let failures = failures(fields["failures"])
    if failures == nil { doubts.words.insert(step.name) }
    step.failures = failures ?? []
    if step.members != nil {
      readOutcomes(of: &step, fields["results"])
    } else if let results = results(fields["results"]) {
      step.results = results
    } else {
      doubts.words.insert(step.name)
    }
    step.valid = predicate(fields["valid"])
    step.fallback = fields["fallback"].flatMap { fallbacks($0) } ?? []
  }

  private func readOutcomes(of step: inout Flow.Step, _ node: Int?) {
    guard let node else { return }
    guard let members = namedMembers(of: node) else {
      doubts.words.insert(step.name)
      return
    }
    step.outcomes = members.map { Flow.GroupOutcome($0.name, condition($0.node) ?? Condition([])) }
  }

  private func work(of name: String, _ fields: Fields, depth: Int) -> Flow.Step.Work {
    let key = onlyOne(of: Self.workKeys, in: fields)
    if let with = fields["with"], key != "action", key != nil {
      report(.misplacedKey, "\"with\" goes with \"action\"", at: with, .key)
    }
    guard let key, let node = fields[key] else {
      report(
        .missingKey, "the step \"\(name)\" does nothing", at: fields.node, .key,
        hint: "give it one of http, action, cache, value or steps")
      doubts.work.insert(name)
      return .value(.null)
    }
    switch key {
    case "http":
      if kind(node) == .object { return .http(request(node)) }
      mismatch("an object, the request", at: node)
    case "action":
      if let action = action(fields) { return .action(action) }
    case "cache":
      if let cache = string(node) { return .cache(cache) }
    case "value":
      return .value(json.value(of: node))
    default:
      return .group(steps(node, depth: depth + 1))
    }
    doubts.work.insert(name)
    return .value(.null)
  }

  private func action(_ fields: Fields) -> Flow.Action? {
    guard let node = fields["action"], let name = string(node) else { return nil }
    if name.isEmpty { report(.badValue, "an action has a name", at: node) }
    return Flow.Action(name, with: fields["with"].map { json.value(of: $0) })
  }
}

extension DocumentReader {
  private func retry(_ node: Int) -> Flow.Retry? {
    guard let fields = fields(of: node, ["attempts", "delay", "factor", "maxDelay", "jitter", "on"]) else {
      return nil
    }
    var retry = Flow.Retry(attempts: integer(required("attempts", in: fields, "the retry")) ?? 1)
    retry.delay = duration(fields["delay"]) ?? retry.delay
    retry.factor = number(fields["factor"]) ?? retry.factor
    retry.maxDelay = duration(fields["maxDelay"])
    retry.jitter = word(fields["jitter"]) ?? retry.jitter
    retry.on = fields["on"].flatMap { elements(of: $0) }?.compactMap { word($0, as: ErrorClass.self) }
    return retry
  }

  private func poll(_ node: Int) -> Flow.Poll? {
    guard let fields = fields(of: node, ["every", "until"]) else { return nil }
    let every = duration(required("every", in: fields, "the poll"))
    let until = strings(required("until", in: fields, "the poll"))
    // A stand-in for the word keeps the list from being empty, which is an error of its own.
    return Flow.Poll(every: every ?? .seconds(1), until: until ?? [Doubts.standInName])
  }

  private func fallbacks(_ node: Int) -> [Flow.Fallback]? {
    elements(of: node, hint: kind(node) == .object ? "put it into a list: [ … ]" : nil)?.map { fallback($0) }
  }

  private func fallback(_ node: Int) -> Flow.Fallback {
    let standIn = Flow.Fallback.value(.null)
    let workKeys = ["cache", "value", "http", "action"]
    guard let fields = fields(of: node, workKeys + ["with", "timeout"]) else { return standIn }
    let key = onlyOne(of: workKeys, in: fields)
    if let with = fields["with"], key != "action" {
      report(.misplacedKey, "\"with\" goes with \"action\"", at: with, .key)
    }
    let timeout = fields["timeout"].map { duration($0) ?? .zero }
    if let node = fields["timeout"], key == "cache" || key == "value" {
      report(.misplacedKey, "a fallback that asks nobody takes no \"timeout\"", at: node, .key)
    }
    switch key {
    case "cache": return string(fields["cache"]).map { .cache($0) } ?? standIn
    case "value": return fields["value"].map { .value(json.value(of: $0)) } ?? standIn
    case "http": return fields["http"].map { .http(request($0), timeout: timeout) } ?? standIn
    case "action": return action(fields).map { .action($0, timeout: timeout) } ?? standIn
    default:
      report(.missingKey, "the fallback does nothing", at: node, hint: "one of cache, value, http or action")
      return standIn
    }
  }
}
