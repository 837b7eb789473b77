/// Compiles a scenario for a plan and collects the problems.
struct ScenarioCompiler {
  let plan: FlowPlan
  let scenario: Scenario
  var planned: PlannedScenario
  var problems: [String] = []
  private var cacheValues: [Int32] = []
  private var behaviours: [String: [Scenario.Behaviour]] = [:]
  /// The wait that the server of the present behaviour asks for.
  private var retryAfter: Int64?

  init(_ plan: FlowPlan, _ scenario: Scenario) {
    self.plan = plan
    self.scenario = scenario
    planned = PlannedScenario(snapshot: plan.snapshot(inputs: [], caches: []))
  }

  static func compile(_ plan: FlowPlan, _ scenario: Scenario) throws(InvalidScenario) -> PlannedScenario {
    var compiler = ScenarioCompiler(plan, scenario)
    compiler.compile()
    guard compiler.problems.isEmpty else { throw InvalidScenario(problems: compiler.problems) }
    return compiler.planned
  }

  private mutating func compile() {
    compileInputs()
    compileCaches()
    for entry in scenario.steps {
      behaviours[entry.step] = entry.attempts
      checkStepName(entry.step)
    }
    compileValues()
    planned.sources = plan.sources.map { step, origin in
      var source = attempts(of: step, origin)
      if !source.behaviours.isEmpty { addReferences(of: step, origin, to: &source) }
      return source
    }
    planned.link = scenario.link.map(PlannedLink.init)
    (planned.factor, planned.loss) = (latencyFactor(nil), lossFactor(nil))
    planned.outages = Outages(scenario.network)
    compileSwitch()
    compileSignals()
    planned.cancel = scenario.cancel?.nanoseconds ?? -1
    compileClasses()
  }

  mutating func require(_ names: [String], among known: [String], _ kind: String) {
    let known = Set(known)
    for name in names where !known.contains(name) { problems.append("the flow has no \(kind) \(name)") }
  }

  private mutating func compileInputs() {
    require(scenario.inputs.map(\.name), among: plan.flow.inputs.map(\.name), "input")
    let values = Dictionary(scenario.inputs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    planned.inputs = plan.flow.inputs.map { input in
      guard let given = values[input.name] ?? input.defaultValue else {
        problems.append("the input \(input.name) has no value")
        return .null
      }
      return given
    }
  }

  private mutating func compileCaches() {
    require(scenario.caches.map(\.cache), among: plan.flow.caches.map(\.name), "cache")
    let contents = Dictionary(scenario.caches.map { ($0.cache, $0) }, uniquingKeysWith: { $1 })
    for cache in plan.flow.caches {
      let given = contents[cache.name]
      if let value = given?.value {
        planned.caches.append(CachedValue(.known(value), age: given?.age.nanoseconds ?? 0))
        cacheValues.append(number(of: value))
      } else {
        planned.caches.append(nil)
        cacheValues.append(0)
      }
    }
  }

  private mutating func checkStepName(_ name: String) {
    if name == "*" { return }
    let suffix = Scenario.StepBehaviours.fallbackSuffix
    if name.hasSuffix(suffix) {
      let step = plan.index(of: String(name.dropLast(suffix.count)))
      if let step, plan.documents[step].fallback.contains(where: { !$0.isLocal }) { return }
      problems.append("no step has a remote fallback for \(name)")
    } else if plan.index(of: name) == nil {
      problems.append("the flow has no step \(name)")
    }
  }

  mutating func number(of value: JSONValue) -> Int32 {
    planned.values.append(.known(value))
    return Int32(planned.values.count - 1)
  }

  /// Numbers the values of constants and caches.
  private mutating func compileValues() {
    func cached(_ reader: Int32) -> Int32 { cacheValues[Int(plan.readers[Int(reader)].cache)] }
    for step in plan.steps.indices {
      let document = plan.documents[step]
      switch document.work {
      case .cache: planned.ownValues.append(cached(plan.steps[step].reader))
      case .value(let value): planned.ownValues.append(number(of: value))
      case .http, .action, .group, .wait: planned.ownValues.append(0)
      }
      for (index, fallback) in document.fallback.enumerated() {
        switch fallback.work {
        case .cache: planned.fallbackValues.append(cached(plan.fallback(index, of: step).reader))
        case .value(let constant): planned.fallbackValues.append(number(of: constant))
        case .http, .action, .group, .wait: planned.fallbackValues.append(0)
        }
      }
    }
  }

  /// The attempts of a source, without their references; none for a source that makes no attempts.
  private mutating func attempts(of step: Int, _ origin: AttemptOrigin) -> PlannedScenario.Attempts {
    let document = plan.documents[step]
    func entries(_ name: String) -> [Scenario.Behaviour] {
      self.behaviours[name] ?? self.behaviours["*"] ?? [Scenario.Behaviour()]
    }
    var key = document.name
    let behaviours: [Scenario.Behaviour]
    switch origin {
    case .own:
      switch document.work {
      case .http, .action: behaviours = entries(key)
      case .cache, .value, .group, .wait: return PlannedScenario.Attempts()
      }
    case .fallback(let index):
      guard !document.fallback[index].isLocal else { return PlannedScenario.Attempts() }
      // One entry for each remote fallback, in order; the last one repeats.
      let remote = document.fallback[..<index].count { !$0.isLocal }
      key += Scenario.StepBehaviours.fallbackSuffix
      let all = entries(key)
      behaviours = [all[min(remote, all.count - 1)]]
      key += ".\(remote)"
    }
    return PlannedScenario.Attempts(
      behaviours: behaviours.map { behaviour($0, step, origin) }, key: KeyedRandom.key(of: key),
      isHTTP: plan.request(of: step, origin: origin) != nil)
  }

  private mutating func behaviour(
    _ entry: Scenario.Behaviour, _ step: Int, _ origin: AttemptOrigin
  ) -> PlannedScenario.Behaviour {
    retryAfter = entry.retryAfter.map { max(0, $0.nanoseconds) }
    var behaviour = PlannedScenario.Behaviour(
      takes: PlannedTime(entry.takes), ending: ending(entry.outcome, step, origin),
      ignoresCancellation: entry.ignoresCancellation, wait: entry.wait.map { max(0, $0.nanoseconds) } ?? -1)
    let clocks = plan.clocks[step]
    if origin == .own, clocks.unextendedTimeout >= 0 {
      let end = clocks.unextendedTimeout.plus(max(0, entry.extends?.nanoseconds ?? 0))
      if end < clocks.timeout { behaviour.extendedTo = end }
    }
    return behaviour
  }

  /// Compiles the behaviours of the classes of runs. The references of attempts are equal in all classes.
  private mutating func compileClasses() {
    let common = behaviours
    var sum = 0.0
    for part in scenario.classes {
      for entry in part.steps {
        behaviours[entry.step] = entry.attempts
        checkStepName(entry.step)
      }
      sum += part.share
      let sources = zip(plan.sources, planned.sources).map { source, common in
        var own = common
        own.behaviours = attempts(of: source.step, source.origin).behaviours
        return own
      }
      planned.classes.append(
        PlannedScenario.RunClass(
          upTo: sum, sources: sources, factor: latencyFactor(part.latencyFactor),
          loss: lossFactor(part.lossFactor)))
      behaviours = common
    }
  }

  private func latencyFactor(_ own: Double?) -> RunFactor? {
    (own ?? scenario.latencyFactor).map { RunFactor(ofTimes: $0, key: "* factor") }
  }

  private func lossFactor(_ own: Double?) -> RunFactor? {
    (own ?? scenario.lossFactor).map { RunFactor(ofOdds: $0) }
  }

  private mutating func ending(
    _ outcome: Scenario.Outcome, _ step: Int, _ origin: AttemptOrigin
  ) -> PlannedScenario.Ending {
    switch outcome {
    case .opaque:
      return answer(AttemptAnswer(.succeeded(name: -1)))
    case .named(let name):
      return named(name, step)
    case .value(let value):
      return answer(.value(value), step, origin)
    case .response(let response):
      return answer(Answer(response), step, origin)
    case .code(let code):
      return answer(.init(status: 200, code: code), step, origin)
    case .error(let errorClass): return failed(errorClass)
    case .hang:
      return .hang
    case .odds(let odds):
      var sum = 0.0
      let shares = odds.map { entry in
        sum += entry.probability
        return PlannedScenario.Share(
          upTo: sum, ending: ending(ofOdds: entry, step, origin),
          isLoss: entry.outcome == ErrorClass.network.rawValue)
      }
      planned.shares += shares
      return .odds(planned.shares.count - shares.count..<planned.shares.count)
    }
  }

  private mutating func answer(
    _ codes: Scenario.Odds.Codes, _ step: Int, _ origin: AttemptOrigin
  ) -> PlannedScenario.Ending {
    answer(plan.answer(codes, of: step, origin: origin), step, origin)
  }

  private mutating func ending(
    ofOdds entry: Scenario.Odds, _ step: Int, _ origin: AttemptOrigin
  ) -> PlannedScenario.Ending {
    let word = entry.outcome
    if let codes = entry.codes { return answer(codes, step, origin) }
    switch word {
    case "ok": return answer(AttemptAnswer(.succeeded(name: -1)))
    case "hang": return .hang
    default:
      if plan.nameNumber(word, of: step) == nil, let errorClass = ErrorClass(rawValue: word) {
        return failed(errorClass)
      }
      return named(word, step)
    }
  }

  private mutating func named(_ name: String, _ step: Int) -> PlannedScenario.Ending {
    guard let number = plan.nameNumber(name, of: step) else {
      problems.append("the step \(plan.stepNames[step]) has no result or failure \(name)")
      return .hang
    }
    let isFailure = plan.names[Int(plan.steps[step].names.lowerBound + number)].isFailure
    return answer(
      AttemptAnswer(
        isFailure ? .refused(name: number) : .succeeded(name: number), message: isFailure ? .opaque : nil))
  }

  private mutating func failed(_ errorClass: ErrorClass) -> PlannedScenario.Ending {
    guard let retryAfter, errorClass == .throttled || errorClass == .server else {
      return answer(AttemptAnswer(.failed(errorClass)))
    }
    return answer(
      AttemptAnswer(
        .deferred(errorClass, nanoseconds: retryAfter), codes: AnswerCodes(code: nil, retryAfter: retryAfter))
    )
  }

  private mutating func answer(
    _ answer: Answer, _ step: Int, _ origin: AttemptOrigin
  ) -> PlannedScenario.Ending {
    var answer = answer
    if case .http(let status, let body, nil) = answer {
      answer = .http(status: status, body: body, retryAfter: retryAfter)
    }
    return self.answer(plan.read(answer, of: step, origin: origin))
  }

  private mutating func answer(_ answer: AttemptAnswer) -> PlannedScenario.Ending {
    var numbered = answer
    var value: Int32 = 0
    if case .known(let known) = answer.value { value = number(of: known) } else { numbered.value = .opaque }
    planned.answers.append(numbered)
    planned.answerValues.append(value)
    return .answer(Int32(planned.answers.count - 1))
  }

  private mutating func addReferences(
    of step: Int, _ origin: AttemptOrigin, to attempts: inout PlannedScenario.Attempts
  ) {
    let found = plan.references(of: step, origin: origin, in: plan.releaseEnvironment)
    var known: Set<Int> = []
    attempts.references = found.compactMap { plan.index(of: $0.subject) }.filter { known.insert($0).inserted }
    attempts.needsPreparation = true
    if found.isEmpty,
      case .ready = plan.prepare(step, origin, in: plan.releaseEnvironment, resolve: { _ in nil })
    {
      attempts.needsPreparation = false
    }
  }
}

extension FlowPlan {
  /// The HTTP answer with these codes and nothing else.
  package func answer(_ codes: Scenario.Odds.Codes, of step: Int, origin: AttemptOrigin) -> Answer {
    guard let code = codes.code else { return .http(status: codes.status, body: .bytes([])) }
    let place = envelope(of: step, origin: origin)?.codePlace
    return .http(status: codes.status, body: .json(place.map { JSONValue(holding: code, at: $0) } ?? [:]))
  }
}

extension Answer {
  package init(_ response: Scenario.Response) {
    switch response.body {
    case .json(let value): self = .http(status: response.status, body: .json(value))
    case .text(let text): self = .http(status: response.status, body: .bytes(Array(text.utf8)))
    case nil: self = .http(status: response.status, body: .bytes([]))
    }
  }
}
