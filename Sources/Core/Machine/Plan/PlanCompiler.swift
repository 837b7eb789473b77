/// Builds a plan's arrays from a flow without errors.
struct PlanCompiler {
  let flow: Flow
  let graph: StepGraph
  var steps: [PlannedStep] = []
  var clocks: [PlannedClocks] = []
  var dependents: [StepGraph.Dependent] = []
  var landingDependents: Range<Int32> = 0..<0
  var fallbacks: [PlannedFallback] = []
  var hedgingSteps: [Int32] = []
  var names: [PlannedName] = []
  var conditions: [ConditionNode] = []
  var rules: [PlannedRule] = []
  var ruleAfters: [Int32] = []
  var noticeConditions: [Int32] = []
  var outcomes: [Int32] = []
  var ruleReaders: [Int32] = []
  var laneNames: [String] = []
  var laneCapacities: [Int32] = []
  var laneOrder = LaneOrder()
  var readers: [CacheReader] = []
  var inputLiterals: [[JSONValue]] = []
  var promises: [PlannedPromise] = []
  var services = ServiceTable()
  var domains: [String] = []
  var signalNamers: [Int32] = []

  // All dictionaries have one type: in a new process, each further one takes time.
  var inputIndex: [String: Int] = [:]
  /// By step: the numbers of the error classes that conditions ask for.
  var errorNumbers: [ErrorNumbers] = []
  /// By input and text: the numbers of the literals that conditions compare it with.
  var literalNumbers: [String: Int] = [:]
  var cacheIndex: [String: Int] = [:]
  var pageIndex: [String: Int] = [:]
  private var laneIndex: [String: Int] = [:]
  /// By the services that a step calls: the first step that has their names and declares none itself.
  private var sharedNames: [String: Int] = [:]
  private var signalIndex: [String: Int] = [:]
  private var domainIndex: [String: Int] = [:]

  init(_ flow: Flow, _ graph: StepGraph) {
    self.flow = flow
    self.graph = graph
    errorNumbers = Array(repeating: ErrorNumbers(), count: graph.steps.count)
  }

  mutating func compile() {
    indexNames()
    collectErrors()
    for index in graph.steps.indices { addStep(index) }
    for index in graph.steps.indices { compileStep(graph.steps[index], index) }
    laneOrder = LaneOrder(steps, lanes: laneNames.count) { graph.steps[$0].priority }
    addLandingDependents()
    compileRules()
    markInfluenceOnLanding()
    promises = flow.promises.map { promise in
      switch promise {
      case .within(let duration, let page):
        .within(duration.nanoseconds, page: page.flatMap { pageIndex[$0] }.map(Int32.init) ?? -1)
      case .never(let condition): .never(compile(condition))
      case .always(let condition): .always(compile(condition))
      case .implies(let premise, let conclusion): .implies(compile(premise), compile(conclusion))
      }
    }
  }

  private mutating func indexNames() {
    for index in flow.caches.indices { cacheIndex[flow.caches[index].name] = index }
    for index in flow.pages.indices { pageIndex[flow.pages[index].name] = index }
    for index in flow.inputs.indices { inputIndex[flow.inputs[index].name] = index }
    for index in flow.signals.indices { signalIndex[flow.signals[index]] = index }
    inputLiterals = Array(repeating: [], count: flow.inputs.count)
    signalNamers = Array(repeating: -1, count: flow.signals.count)
    var lanes = flow.lanes
    if !lanes.contains(where: { $0.name == Flow.Lane.main }) {
      lanes.insert(Flow.Lane(Flow.Lane.main, capacity: 1), at: 0)
    }
    laneNames = lanes.map { $0.name }
    laneCapacities = lanes.map { Int32(clamping: $0.capacity) }
    for index in lanes.indices { laneIndex[lanes[index].name] = index }
    for resolved in flow.resolvedServices() {
      services.add(resolved)
      if let domain = resolved.domain, domainIndex[domain] == nil {
        domainIndex[domain] = domains.count
        domains.append(domain)
      }
    }
  }

  /// The number of a name; -1 for an unknown one.
  static func number(_ name: String, in index: [String: Int]) -> Int32 { Int32(index[name] ?? -1) }

  private mutating func compileStep(_ document: Flow.Step, _ index: Int) {
    var planned = steps[index]
    planned.failFast = document.failFast
    if planned.kind == .http || planned.kind == .action {
      planned.lane = document.lane.map { Self.number($0, in: laneIndex) } ?? -1
      planned.whenIdle = planned.lane >= 0 && document.whenIdle
    }
    planned.store = document.store.map { Self.number($0, in: cacheIndex) } ?? -1
    var clocks = PlannedClocks()
    clocks.deadline = document.deadline?.nanoseconds ?? -1
    clocks.useFallbackAfter = document.useFallbackAfter?.nanoseconds ?? -1
    compilePoll(document.poll, into: &clocks)
    switch document.work {
    case .http(let request):
      clocks.timeout = timeout(document.timeout)
      planned.domain = domain(of: request)
      compileRetry(flow.retry(of: document), method: request.method, into: &clocks)
    case .action:
      clocks.timeout = timeout(document.timeout)
      if let most = document.maxTimeout?.nanoseconds, most > clocks.timeout {
        clocks.unextendedTimeout = clocks.timeout
        clocks.timeout = most
      }
      compileRetry(flow.retry(of: document), method: nil, into: &clocks)
    case .cache(let cache):
      planned.reader = addReader(index, cache)
    case .value(let constant):
      planned.constantName = document.resultNumber(of: constant)
    case .wait(let awaited):
      clocks.timeout = timeout(document.timeout)
      switch awaited {
      case .time(let time, _): clocks.timeout = time.nanoseconds
      case .online: planned.awaited = .online
      case .signal(let name):
        let signal = Self.number(name, in: signalIndex)
        planned.awaited = .signal(signal)
        if signal >= 0, !document.results.isEmpty { signalNamers[Int(signal)] = Int32(index) }
      }
    case .group:
      let start = Int32(outcomes.count)
      for outcome in document.outcomes { outcomes.append(compile(outcome.when)) }
      planned.outcomes = start..<Int32(outcomes.count)
    }
    clocks.errors = errorNumbers[index]
    planned.fallbacks = compileFallbacks(document, index)
    clocks.hedges = document.hedges
    if clocks.hedges, document.hasRemoteFallback {
      planned.hedge = Int32(steps.count + hedgingSteps.count)
      hedgingSteps.append(Int32(index))
    }
    if let condition = document.when { planned.condition = compile(condition) }
    steps[index] = planned
    self.clocks.append(clocks)
  }

  private func timeout(_ own: Duration?) -> Int64 {
    (own ?? flow.defaults.timeout)?.nanoseconds ?? flow.deadline.nanoseconds
  }

  private func compilePoll(_ poll: Flow.Poll?, into clocks: inout PlannedClocks) {
    guard let poll else { return }
    clocks.pollEvery = poll.every.nanoseconds
    clocks.pollFactor = poll.factor
    clocks.pollMaxEvery = poll.maxEvery?.nanoseconds ?? .max
    clocks.pollGrowth = Int32(clamping: poll.growth)
  }

  private func domain(of request: Flow.Request) -> Int32 {
    guard let service = request.service, let domain = services[service]?.domain else { return -1 }
    return Self.number(domain, in: domainIndex)
  }

  private func compileRetry(_ retry: Flow.Retry?, method: String?, into clocks: inout PlannedClocks) {
    guard let retry else { return }
    clocks.attempts = Int32(clamping: max(1, retry.attempts))
    clocks.delay = retry.delay.nanoseconds
    clocks.factor = retry.factor
    clocks.maxDelay = retry.maxDelay?.nanoseconds ?? .max
    clocks.hasJitter = retry.jitter == .full
    clocks.retryClasses = retry.classes(for: method).reduce(0) { $0 | $1.bit }
  }

  private mutating func addReader(_ step: Int, _ cache: String) -> Int32 {
    readers.append(CacheReader(step: Int32(step), cache: Self.number(cache, in: cacheIndex)))
    return Int32(readers.count - 1)
  }

  /// Steps without names of their own share those of their services. Otherwise hundreds of calls of one service would
  /// each copy hundreds of failures.
  mutating func compileNames(_ document: Flow.Step, _ index: Int) -> Range<Int32> {
    guard document.results.isEmpty, document.outcomes.isEmpty, document.failures.isEmpty, document.poll == nil
    else { return addNames(document) }
    var services = ""
    for request in document.requests { services += "\(request.request.service ?? "") " }
    if let shared = sharedNames[services] { return steps[shared].names }
    sharedNames[services] = index
    return addNames(document)
  }

  private mutating func addNames(_ document: Flow.Step) -> Range<Int32> {
    let start = Int32(names.count)
    let endings = Set(document.poll?.until ?? [])
    let results = document.resultNames
    for name in results {
      names.append(PlannedName(text: name, isFailure: false, endsPolling: endings.contains(name)))
    }
    var known = Set(results)
    for failure in failures(of: document) where known.insert(failure.name).inserted {
      names.append(
        PlannedName(
          text: failure.name, isFailure: true, allowsFallback: failure.allowFallback,
          clears: failure.clears.map(flow.caches(named:)) ?? []))
    }
    return start..<Int32(names.count)
  }

  /// All failures of a step: its own, its service's, and those of its remote fallbacks' services.
  private func failures(of document: Flow.Step) -> [Flow.Failure] {
    document.failures
      + document.requests.flatMap { $0.request.service.flatMap { services[$0]?.failures } ?? [] }
  }

  private mutating func compileFallbacks(_ document: Flow.Step, _ index: Int) -> Range<Int32> {
    let start = Int32(fallbacks.count)
    var moment = document.useFallbackAfter?.nanoseconds ?? 0
    for fallback in document.fallback {
      switch fallback.work {
      case .cache(let cache):
        fallbacks.append(PlannedFallback(kind: .cache, reader: addReader(index, cache)))
      case .value(let constant):
        fallbacks.append(PlannedFallback(kind: .value, constantName: document.resultNumber(of: constant)))
      case .http(let request):
        fallbacks.append(
          PlannedFallback(kind: .http, timeout: timeout(fallback.timeout), domain: domain(of: request)))
      case .action: fallbacks.append(PlannedFallback(kind: .action, timeout: timeout(fallback.timeout)))
      case .group, .wait: break
      }
      if let after = fallback.after?.nanoseconds {
        fallbacks[fallbacks.count - 1].gap = max(0, after - moment)
        moment = after
      }
    }
    return start..<Int32(fallbacks.count)
  }
}

/// The services by name, each completed by the one that it is `like`.
package struct ServiceTable: Sendable {
  private var services: [Flow.Service] = []
  private var index: [String: Int] = [:]

  mutating func add(_ service: Flow.Service) {
    index[service.name] = services.count
    services.append(service)
  }

  package subscript(name: String) -> Flow.Service? { index[name].map { services[$0] } }
}

extension Flow.Step.Work {
  package var kind: StepKind {
    switch self {
    case .http: .http
    case .action: .action
    case .cache: .cache
    case .value: .value
    case .group: .group
    case .wait: .wait
    }
  }
}

extension Flow.Step {
  /// The names of the step's results, or of a group's outcomes, in order.
  var resultNames: [String] { members == nil ? results.map { $0.name } : outcomes.map { $0.name } }

  /// The number of the first result that a value has; -1 for none.
  func resultNumber(of value: JSONValue) -> Int32 {
    Int32(results.firstIndex { $0.when.holds(for: value) } ?? -1)
  }
}
