import Foundation
import LaunchFlow
import LaunchFlowSimulator

/// A launch in tests: the app's own handlers under a scenario, in virtual time.
///
/// Registered actions run; the scenario plays all other actions. The test's closures answer requests; for requests
/// without a closure, the scenario does. The same test always gives the same report.
public struct LaunchTest: Sendable {
  /// Answers a request. It may wait by the context's clock. If it throws an `HTTPFailure`, the attempt ends with that
  /// failure's class; after any other error, with `error`.
  public typealias Responder = @Sendable (HTTPRequest, RequestContext) async throws -> HTTPResponse

  package let plan: FlowPlan
  /// The scenarios that `play` finds by name.
  package var scenarios: ScenarioFile?
  /// The app's own actions. The scenario plays actions that are not registered.
  public var actions: FlowActions
  /// By service: prepares the requests that the test's closures answer, as in an engine's configuration.
  public var prepare: [String: @Sendable (HTTPRequest) async throws -> HTTPRequest] = [:]
  /// By service: decodes the answers of the test's closures.
  public var decode: [String: @Sendable (HTTPResponse) throws -> JSONValue] = [:]
  /// The app's own store; nil for a store in memory. Before a run it gets the scenario's caches. Its functions run in
  /// virtual time, as handlers do. Dates begin on 1 January 2001.
  public var store: (any CacheStore)?
  /// The environment with the addresses of services; nil for the flow's first one.
  public var environment: RequestEnvironment?
  /// Varies which of several ready handlers runs first; 0 is the order in which they became ready.
  public var orderSeed: UInt64 = 0
  private var answers: [String: Responder] = [:]

  /// Prepares a flow.
  ///
  /// - Throws: `InvalidDocument` with all errors of the flow.
  public init(_ flow: Flow, actions: FlowActions = FlowActions()) throws(InvalidDocument) {
    plan = try FlowPlan(flow)
    self.actions = actions
  }

  /// The names of the scenario file's scenarios, in its order.
  public var scenarioNames: [String] { scenarios?.scenarios.compactMap(\.name) ?? [] }

  /// Reads a flow file, and the scenario file beside it if there is one.
  ///
  /// - Throws: `InvalidDocument` with all errors of a file; the system's error if the flow file cannot be read.
  public init(contentsOf url: URL, actions: FlowActions = FlowActions()) throws {
    try self.init(try Flow(contentsOf: url), actions: actions)
    let name = DocumentKind.scenariosName(besides: url.lastPathComponent)
    guard let data = try? Data(contentsOf: url.deletingLastPathComponent().appending(path: name)) else {
      return
    }
    let reading = ScenarioFile.read(SourceText(name: name, bytes: [UInt8](data)), for: plan.flow)
    guard let file = reading.document else { throw InvalidDocument(diagnostics: reading.diagnostics) }
    scenarios = file
  }

  /// Answers a step's requests with a closure; `step.fallback` names its remote fallbacks. The scenario's behaviour of
  /// that step is not used.
  public mutating func answer(_ step: String, by answer: @escaping Responder) {
    answers[step] = answer
  }

  /// The registered actions that the flow does not call, sorted.
  public var unusedActions: [String] {
    let called = Set(plan.flow.actionNames)
    return actions.names.filter { !called.contains($0) }
  }

  /// The clock of the run, in its handlers and the tasks that they create; elsewhere the continuous clock. For the
  /// app's own types that get a clock when they are created.
  public static var clock: any Clock<Duration> {
    FlowClock(now: { current.now }) { instant, tolerance in
      try await current.sleep(until: instant, tolerance: tolerance)
    }
  }

  private static var current: FlowClock {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return .continuous }
    return CurrentHandler.value?.time.clock ?? .continuous
  }
}

extension LaunchTest {
  /// The reason why a test cannot be played.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// No scenario has this name.
    case unknownScenario(String, known: [String])
    /// Closures answer steps that have no request.
    case noRequest([String])
    /// Tests need macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, Linux or newer, where a test can choose the
    /// executor of handlers.
    case systemTooOld

    /// The problem as one sentence.
    public var description: String {
      switch self {
      case .unknownScenario(let name, let known):
        "no scenario is named \(name); expected one of: \(known.joined(separator: ", "))"
      case .noRequest(let steps):
        "a closure answers \(steps.joined(separator: ", ")), but no http step or remote fallback has this name"
      case .systemTooOld:
        "LaunchTest needs Linux, or macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2 or newer"
      }
    }
  }

  /// Plays a scenario of the scenario file, with the file's defaults.
  ///
  /// - Throws: `Problem` if there is no such scenario; otherwise as `play(_:seed:run:)`.
  public func play(_ name: String, run: UInt64 = 0) async throws -> LaunchReport {
    guard let file = scenarios, let scenario = file.scenarios.first(where: { $0.name == name }) else {
      throw Problem.unknownScenario(name, known: scenarioNames)
    }
    let merged = scenario.over(file.defaults)
    return try await play(merged, seed: merged.seed ?? Simulation.defaultSeed, run: run)
  }

  /// Plays a scenario to the end of its run, tail and late work included.
  ///
  /// - Parameters:
  ///   - scenario: The behaviour of servers, caches, inputs and unregistered actions. Its file's defaults are not
  ///     applied.
  ///   - seed: The seed of the scenario's random numbers; nil for the commands' own.
  ///   - run: The run's number, for scenarios with odds.
  /// - Throws: `InvalidScenario` if the scenario does not fit the flow; `StartError` for a wrong input; `Problem`;
  ///   errors of the app's own store before and after the run.
  public func play(
    _ scenario: Scenario = Scenario(), seed: UInt64? = nil, run: UInt64 = 0
  ) async throws -> LaunchReport {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { throw Problem.systemTooOld }
    // Dependencies that a test sets as task-local values reach the handlers.
    let locals = TaskLocals()
    return try await withCheckedThrowingContinuation { continuation in
      VirtualTime.pool.run {
        continuation.resume(
          with: Result { try playNow(scenario, seed ?? Simulation.defaultSeed, run, locals) })
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func playNow(
    _ scenario: Scenario, _ seed: UInt64, _ run: UInt64, _ locals: TaskLocals
  ) throws -> LaunchReport {
    let script = try ScenarioScript(plan, scenario, seed: seed, run: run)
    try checkAnswers()
    let host = VirtualHost(self, script)
    let keeper = StoreKeeper(store, of: plan.flow)
    try keeper.fill(script)
    var configuration = FlowEngine.Configuration()
    configuration.store = keeper.store(on: host)
    configuration.prepare = prepare
    configuration.decode = decode
    configuration.environment = requestEnvironment
    let events = Locked<[Trace.Event]>([])
    configuration.sinks = [TraceSink { event, _ in events.withLock { $0.append(event) } }]
    let feed = OfflineFeed(OfflineState(plan, script.snapshot))
    if !scenario.offline.isEmpty { configuration.offline = feed }
    let engine = try FlowEngine(plan.flow, actions: allActions, configuration: configuration, host: host)
    let inputs = zip(plan.flow.inputs.map(\.name), script.inputs)
    let given = Dictionary(inputs) { first, _ in first }
    let flowRun = try locals.perform {
      Result { () throws(StartError) in try engine.start(inputs: given) }
    }.get()
    let landing = Locked<FlowLanding?>(nil)
    flowRun.whenLanded { landed in landing.withLock { $0 = landed } }
    if let cancel = script.cancel { host.time.schedule(at: cancel, .cancellation) { flowRun.cancel() } }
    for (signal, time, answer) in script.signals {
      host.time.schedule(at: time, .signal(signal)) { flowRun.give(plan.signals[signal], answer) }
    }
    let connectivity = Locked(script.snapshot)
    for event in script.switches {
      host.time.schedule(at: event.time, .connectivity(domain: event.domain)) {
        feed.send(
          connectivity.withLock {
            $0.change(event); return OfflineState(plan, $0)
          })
      }
    }
    let hasEnded = host.time.run { flowRun.isFinished }
    var trace = flowRun.trace
    trace.events = events.withLock { $0 }
    (trace.scenario, trace.seed, trace.run) = (scenario.name, seed, run)
    let caches = try keeper.contents()
    return LaunchReport(
      plan: plan, trace: trace, landing: landing.withLock { $0 },
      requests: host.record.withLock { $0.requests },
      caches: caches, problems: problems(host, hasEnded: hasEnded) + keeper.problems, expect: scenario.expect)
  }

  /// All actions that the flow calls. The scenario plays those that are not registered, so they are never called.
  private var allActions: FlowActions {
    var all = actions
    for name in plan.flow.actionNames where !isRegistered(name) { all.register(name) { _ in .null } }
    return all
  }

  private func checkAnswers() throws(Problem) {
    let wrong = answers.keys.filter { name in
      if let step = plan.index(of: name) { return plan.request(of: step, origin: .own) == nil }
      guard name.hasSuffix(".fallback"), let step = plan.index(of: String(name.dropLast(9))) else {
        return true
      }
      return !plan.documents[step].fallback.indices.contains {
        plan.request(of: step, origin: .fallback($0)) != nil
      }
    }
    if !wrong.isEmpty { throw .noRequest(wrong.sorted()) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func problems(_ host: VirtualHost, hasEnded: Bool) -> [String] {
    var problems = host.record.withLock { $0.problems }
    problems += host.time.absentHandlers.map { step, absence in absence.problem(of: step) }
    if !hasEnded { problems.append("The run was stopped after a million turns.") }
    return problems
  }
}

// Answers for the host of a run.
extension LaunchTest {
  var requestEnvironment: RequestEnvironment { environment ?? plan.releaseEnvironment }

  /// The closure that answers an attempt; nil if the scenario does.
  func answer(to ticket: AttemptTicket) -> Responder? {
    let name = plan.stepNames[ticket.step]
    return switch ticket.origin {
    case .own: answers[name]
    case .fallback: answers[name + ".fallback"]
    }
  }

  /// Whether code of the app or the test plays an attempt.
  func plays(_ ticket: AttemptTicket) -> Bool {
    guard let action = plan.action(of: ticket.step, origin: ticket.origin) else {
      return answer(to: ticket) != nil
    }
    return isRegistered(action.name)
  }

  /// The message about code that needs a value that the scenario leaves open.
  func missingValue(for ticket: AttemptTicket) -> String {
    let references = plan.references(of: ticket.step, origin: ticket.origin, in: requestEnvironment)
    let steps = Set(references.map(\.subject)).filter { plan.index(of: $0) != nil }.sorted()
    return "The code of \(plan.stepNames[ticket.step]) needs the value of \(steps.joined(separator: ", ")), "
      + "which the scenario leaves open. Give the step a \"value\" or a \"response\"."
  }

  private func isRegistered(_ action: String) -> Bool { actions.names.contains(action) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TurnState.Absence {
  func problem(of step: String) -> String {
    let name = step.isEmpty ? "A store" : "The handler of \(step)"
    return "\(name) \(text) The run continued without it. Let it wait by the context's clock or by "
      + "LaunchTest.clock, and answer its requests by closures of the test."
  }

  private var text: String {
    switch self {
    case .outside: "waits for something outside of virtual time, such as the network or Task.sleep."
    case .spinning: "runs without ever waiting."
    }
  }
}

extension RunSnapshot {
  fileprivate mutating func change(_ event: PlannedSwitchEvent) {
    if event.domain < 0 {
      isOffline = event.isOffline
    } else {
      offlineDomains[event.domain] = event.isOffline
    }
  }
}

extension OfflineState {
  fileprivate init(_ plan: FlowPlan, _ snapshot: RunSnapshot) {
    var causes: [Cause] = snapshot.isOffline ? [.marked] : []
    for (domain, isOffline) in zip(plan.domains, snapshot.offlineDomains) where isOffline {
      causes.append(.domain(domain))
    }
    self.init(causes: causes)
  }
}
