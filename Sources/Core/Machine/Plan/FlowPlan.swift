/// A flow compiled for the machine: dense indices in file order, flat arrays, conditions as nodes.
///
/// A group comes before its members. All its members, inner ones included, have the indices between its own and its
/// `end`. Compiling takes time linear in steps and edges.
package final class FlowPlan: Sendable {
  package let flow: Flow
  /// In nanoseconds.
  package let deadline: Int64
  package let stepNames: [String]
  package let pages: [String]
  package let domains: [String]
  package var signals: [String] { flow.signals }
  /// By signal: the step whose results name its value; -1 for none.
  package let signalNamers: [Int32]
  package let graph: StepGraph
  package let steps: [PlannedStep]
  package let clocks: [PlannedClocks]
  package var documents: [Flow.Step] { graph.steps }
  package let dependents: [StepGraph.Dependent]
  package let landingDependents: Range<Int32>
  package let fallbacks: [PlannedFallback]
  /// The steps whose fallbacks have a track of their own, in file order.
  package let hedgingSteps: [Int32]
  package let names: [PlannedName]
  package let conditions: [ConditionNode]
  package let rules: [PlannedRule]
  package let ruleAfters: [Int32]
  /// The conditions of notices by first node, -1 for none.
  package let noticeConditions: [Int32]
  /// The conditions of groups about their members, by first node.
  package let outcomes: [Int32]
  package let ruleReaders: [Int32]
  package let laneNames: [String]
  package let laneCapacities: [Int32]
  package let laneOrder: LaneOrder
  package let readers: [CacheReader]
  /// The literals that conditions compare each input with.
  package let inputLiterals: [[JSONValue]]
  package let promises: [PlannedPromise]
  package let services: ServiceTable
  private let inputIndex: [String: Int]

  /// Compiles a flow that a tool has changed.
  ///
  /// - Throws: `InvalidDocument` with every error that `check` would report.
  package convenience init(_ flow: Flow) throws(InvalidDocument) {
    let errors = flow.diagnostics()
    guard errors.isEmpty else { throw InvalidDocument(diagnostics: errors) }
    self.init(unchecked: flow)
  }

  /// Compiles a flow that was read without errors. Tests also compile others.
  package init(unchecked flow: Flow) {
    let graph = flow.graph
    var compiler = PlanCompiler(flow, graph)
    compiler.compile()
    self.flow = flow
    deadline = flow.deadline.nanoseconds
    self.graph = graph
    stepNames = graph.steps.map { $0.name }
    pages = flow.pages.map { $0.name }
    domains = compiler.domains
    steps = compiler.steps
    clocks = compiler.clocks
    signalNamers = compiler.signalNamers
    dependents = compiler.dependents
    landingDependents = compiler.landingDependents
    fallbacks = compiler.fallbacks
    hedgingSteps = compiler.hedgingSteps
    names = compiler.names
    conditions = compiler.conditions
    rules = compiler.rules
    ruleAfters = compiler.ruleAfters
    noticeConditions = compiler.noticeConditions
    outcomes = compiler.outcomes
    ruleReaders = compiler.ruleReaders
    laneNames = compiler.laneNames
    laneCapacities = compiler.laneCapacities
    laneOrder = compiler.laneOrder
    readers = compiler.readers
    inputLiterals = compiler.inputLiterals
    promises = compiler.promises
    services = compiler.services
    inputIndex = compiler.inputIndex
  }

  package func index(of step: String) -> Int? {
    graph.index[step]
  }

  package func index(ofInput name: String) -> Int? {
    inputIndex[name]
  }

  /// The text of a step's result or failure; nil for -1, and for the number of an error class.
  package func name(_ number: Int32, of step: Int) -> String? {
    guard isName(number, of: step) else { return nil }
    return names[Int(steps[step].names.lowerBound + number)].text
  }

  /// Whether a number belongs to a result or failure of a step, not to an error class.
  @inline(__always)
  package func isName(_ number: Int32, of step: Int) -> Bool {
    number >= 0 && number < steps[step].names.count
  }

  package func nameNumber(_ text: String, of step: Int) -> Int32? {
    let range = steps[step].names
    guard let found = range.first(where: { names[Int($0)].text == text }) else { return nil }
    return found - range.lowerBound
  }

  /// The members of a group, inner ones included; empty for a plain step.
  @inline(__always)
  func members(of group: Int) -> Range<Int> { group + 1..<Int(steps[group].end) }

  package func fallback(_ index: Int, of step: Int) -> PlannedFallback {
    fallbacks[Int(steps[step].fallbacks.lowerBound) + index]
  }

  package func action(of step: Int, origin: AttemptOrigin) -> Flow.Action? {
    work(of: step, origin).action
  }

  private func work(of step: Int, _ origin: AttemptOrigin) -> Flow.Step.Work {
    switch origin {
    case .own: documents[step].work
    case .fallback(let index): documents[step].fallback[index].work
    }
  }

  package func service(of step: Int, origin: AttemptOrigin) -> String? {
    request(of: step, origin: origin)?.service
  }

  /// The envelope around the answers to an attempt; nil for none.
  package func envelope(of step: Int, origin: AttemptOrigin) -> Flow.Envelope? {
    guard let request = request(of: step, origin: origin), request.expect == .json else { return nil }
    return request.service.flatMap { services[$0]?.envelope }
  }

  package func lane(of step: Int) -> String? {
    let lane = steps[step].lane
    return lane < 0 ? nil : laneNames[Int(lane)]
  }

  /// The index of the cache that gave a step's value; nil for another origin.
  package func cache(of step: Int, _ origin: ValueOrigin) -> Int? {
    let reader: Int32
    switch origin {
    case .own: reader = steps[step].reader
    case .fallback(let index): reader = fallback(Int(index), of: step).reader
    case .none, .attempt: return nil
    }
    return reader < 0 ? nil : Int(readers[Int(reader)].cache)
  }

  package func request(of step: Int, origin: AttemptOrigin) -> Flow.Request? {
    work(of: step, origin).request
  }
}

/// A promise, compiled for the verifier; conditions by their first node.
package enum PlannedPromise: Equatable, Sendable {
  /// The page is -1 for all pages.
  case within(Int64, page: Int32)
  case never(Int32)
  case always(Int32)
  case implies(Int32, Int32)
}
