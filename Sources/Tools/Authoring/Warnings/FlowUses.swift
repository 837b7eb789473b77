/// The uses of a flow's parts: which conditions ask for a step, and which steps refer to it, wait for it, or
/// use a cache.
struct FlowUses {
  /// By step: the words that conditions compare it with.
  private(set) var asked: [Set<String>]
  /// By step: the steps that refer to its value, also through services.
  private(set) var referrers: [Set<Int>]
  /// The steps that a notice refers to.
  private(set) var noticed: Set<Int> = []
  /// The steps that a landing rule's `after` names.
  private(set) var landedAfter: Set<Int> = []
  private(set) var inputs: Set<String> = []
  private(set) var services: Set<String> = []
  private(set) var lanes: [String: Int] = [:]
  /// By cache: the first place that reads it.
  private(set) var cacheReads: [String: JSONPointer] = [:]
  /// By cache: the steps that fill it.
  private(set) var cacheStores: [String: [Int]] = [:]

  init(_ flow: FlowIndex) {
    let count = flow.steps.count
    asked = Array(repeating: [], count: count)
    referrers = Array(repeating: [], count: count)
    for reference in flow.stepReferences() { referrers[reference.target].insert(reference.step) }
    collectConditions(flow)
    collectTemplates(flow)
    for index in flow.steps.indices { collect(flow, step: index) }
    for service in flow.flow.services {
      if let like = service.like { services.insert(like) }
    }
  }

  private mutating func collectConditions(_ flow: FlowIndex) {
    for landing in flow.flow.landings {
      landedAfter.formUnion(landing.after.compactMap { flow.graph.index[$0] })
    }
    for fact in flow.conditions.flatMap(\.facts) {
      guard let step = flow.graph.index[fact.subject] else {
        inputs.insert(fact.subject)
        continue
      }
      asked[step].formUnion(fact.words.compactMap(\.string))
      if case .error = fact.term { asked[step].insert(Status.failed.rawValue) }
    }
  }

  private mutating func collectTemplates(_ flow: FlowIndex) {
    for template in flow.templates {
      for reference in template.references {
        guard let step = flow.graph.index[reference.subject] else {
          inputs.insert(reference.subject)
          continue
        }
        switch template.owner {
        case .notice, .input: noticed.insert(step)
        case .step, .service: break
        }
      }
    }
  }

  private mutating func collect(_ flow: FlowIndex, step index: Int) {
    inputs.formUnion(flow.steps[index].timesFromInputs.map(\.input))
    let step = flow.steps[index]
    if let cache = step.work.cache, cacheReads[cache] == nil {
      cacheReads[cache] = flow.path(of: index) / "cache"
    }
    for (position, fallback) in step.fallback.enumerated() {
      guard let cache = fallback.work.cache, cacheReads[cache] == nil else { continue }
      cacheReads[cache] = flow.path(of: index) / "fallback" / position / "cache"
    }
    if let store = step.store { cacheStores[store, default: []].append(index) }
    if let lane = step.lane { lanes[lane, default: 0] += 1 }
    for call in step.requests {
      if let service = call.request.service { services.insert(service) }
    }
  }
}
