import LaunchFlowAuthoring
import LaunchFlowMachine

/// Reads promises off a trace, without the machine: what a run came to, held against what was promised.
package struct PromiseReading {
  private let flow: Flow
  private let scenario: Scenario
  private var facts: [String: [String]] = [:]
  /// By failed step: the error class of its own work.
  private var errors: [String: ErrorClass] = [:]
  /// The signals that were given before the landing.
  private var given: Set<String> = []
  /// The page of the landing.
  package private(set) var page = ""
  /// When it landed, in nanoseconds; `.max` if it did not.
  package private(set) var landedAt: Int64 = .max

  /// Reads a trace of a scenario's run.
  package init(_ flow: Flow, _ scenario: Scenario, _ trace: Trace) {
    self.flow = flow
    self.scenario = scenario
    var last: [Int: ErrorClass] = [:]
    var origins: [Int: AttemptOrigin] = [:]
    for event in trace.events {
      switch event.kind {
      case .attemptStarted(let step, _, let origin): origins[step] = origin
      case .attemptEnded(let step, _, .failed(let errorClass)) where origins[step] == .own:
        last[step] = errorClass
      case .settled(let step, let settlement):
        var words = [settlement.status.rawValue, "settled"]
        words.append(settlement.status.isAvailable ? "available" : "unavailable")
        if let name = settlement.name { words.append(name) }
        facts[trace.steps[step].name] = words
        errors[trace.steps[step].name] =
          settlement.status == .timedOut
          ? .timeout : settlement.status == .failed && settlement.name == nil ? last[step] : nil
      case .signalled(let name, _): if landedAt == .max { given.insert(name) }
      case .landed(let landing):
        page = landing.page
        landedAt = event.time
      default: break
      }
    }
  }

  /// Whether the run keeps a promise.
  package func isKept(_ promise: Flow.Promise) -> Bool {
    switch promise {
    case .within(let limit, let landing): landedAt <= limit.nanoseconds || landing.map { $0 != page } ?? false
    case .never(let condition): !holds(condition)
    case .always(let condition): holds(condition)
    case .implies(let premise, let conclusion): !holds(premise) || holds(conclusion)
    }
  }

  private func step(_ name: String) -> Flow.Step? {
    func find(_ steps: [Flow.Step]) -> Flow.Step? {
      steps.lazy.compactMap { $0.name == name ? $0 : find($0.members ?? []) }.first
    }
    return find(flow.steps)
  }

  private func isSignalled(_ name: String) -> Bool {
    step(name)?.awaitedSignal.map(given.contains) ?? false
  }

  /// Whether a step finds a usable value in one of its caches at the start.
  private func isUsable(_ name: String) -> Bool {
    guard let step = step(name) else { return false }
    let caches = ([step.work] + step.fallback.map(\.work)).compactMap(\.cache)
    return caches.contains { cache in
      guard let cached = scenario.caches.first(where: { $0.cache == cache }), let value = cached.value else {
        return false
      }
      let maxAge = flow.caches.first { $0.name == cache }?.maxAge
      return cached.age <= maxAge ?? cached.age && step.valid?.holds(for: value) ?? true
    }
  }

  private func holds(_ condition: Condition) -> Bool {
    condition.terms.allSatisfy { term in
      switch term {
      case .any(let parts): parts.contains(where: holds)
      case .all(let parts): parts.allSatisfy(holds)
      case .atLeast(let count, let parts): parts.count(where: holds) >= count
      case .not(let part): !holds(part)
      case .cached(let subject, let isCached): isUsable(subject) == isCached
      case .given(let subject, let isGiven): isSignalled(subject) == isGiven
      case .error(let subject, let classes): errors[subject].map(classes.contains) ?? false
      case .fact("landing", let words): words.contains(.string(page))
      case .fact("offline", let words):
        words.contains(.bool(scenario.offline.contains { $0.domain == nil && $0.from == .zero }))
      case .fact(let subject, let words):
        if let input = scenario.inputs.first(where: { $0.name == subject }) {
          words.contains(input.value)
        } else {
          words.contains { word in facts[subject]?.contains { .string($0) == word } ?? false }
        }
      }
    }
  }
}
