/// A flow with the lookups that the rules need.
package final class FlowIndex {
  package let flow: Flow
  let unread: UnreadParts
  package let graph: StepGraph
  package let inputIndex: [String: Int]
  package let serviceIndex: [String: Int]
  package let pages: Set<String>
  /// The page names that are not in kebab case, converted to it.
  let misspeltPages: Set<String>
  package let caches: Set<String>
  package let lanes: Set<String>
  /// The names of all steps and inputs, for suggestions.
  package let subjects: [String]
  /// For each service, the services that its parts come from.
  package let services: [ResolvedService]
  /// Every string that may contain references.
  package let templates: [LocatedTemplate]

  /// Indexes a flow that was read without errors.
  package convenience init(_ flow: Flow) {
    self.init(flow, unread: UnreadParts())
  }

  init(_ flow: Flow, unread: UnreadParts) {
    self.flow = flow
    self.unread = unread
    graph = StepGraph(flow)
    inputIndex = Self.index(flow.inputs.map { $0.name })
    serviceIndex = Self.index(flow.services.map { $0.name })
    pages = Set(flow.pages.map { $0.name })
    misspeltPages = Set(pages.filter { !$0.isKebabCase }.compactMap { $0.kebabCased })
    caches = Set(flow.caches.map { $0.name })
    lanes = Set(flow.lanes.map { $0.name } + [Flow.Lane.main])
    subjects = graph.steps.map { $0.name } + flow.inputs.map { $0.name }
    services = ResolvedService.resolve(flow.services, serviceIndex)
    templates = LocatedTemplate.all(in: flow, graph)
  }

  /// The number of each name; of a repeated name, the first number.
  private static func index(_ names: [String]) -> [String: Int] {
    var index: [String: Int] = [:]
    for (number, name) in names.enumerated() where index[name] == nil { index[name] = number }
    return index
  }
}

extension FlowIndex {
  /// Steps and groups, a group before its members, in file order.
  package var steps: [Flow.Step] { graph.steps }

  /// The path of a step.
  package func path(of step: Int) -> JSONPointer { graph.path(of: step) }

  /// The requests of a step, with their paths in the file.
  package func requests(of step: Int) -> [Flow.Step.PlacedRequest] {
    var requests = steps[step].requests
    for place in requests.indices {
      requests[place].tokens = path(of: step).tokens + requests[place].tokens
    }
    return requests
  }

  /// The envelope of a service, its own or an inherited one.
  package func envelope(ofService name: String) -> Flow.Envelope? {
    serviceIndex[name].flatMap { services[$0].envelope }.flatMap { flow.services[$0].envelope }
  }

  /// The failures that the services of a step declare.
  package func serviceFailures(of step: Int) -> [Flow.Failure] {
    var isSeen = [Bool](repeating: false, count: services.count)
    var failures: [Flow.Failure] = []
    for call in steps[step].requests {
      guard let name = call.request.service, let service = serviceIndex[name],
        let owner = services[service].failures, !isSeen[owner]
      else { continue }
      isSeen[owner] = true
      failures += flow.services[owner].failures
    }
    return failures
  }
}

extension Flow.Landing {
  /// The conditions of the rule and of its notices, with their places.
  package func conditions(at path: JSONPointer) -> [(condition: Condition, path: JSONPointer)] {
    let ofNotices = notices.indices.compactMap { place in
      notices[place].when.map { (condition: $0, path: self.path(ofNotice: place, at: path) / "when") }
    }
    return (when.map { [(condition: $0, path: path / "when")] } ?? []) + ofNotices
  }

  /// The path of a notice. A single notice is not in a list.
  package func path(ofNotice place: Int, at path: JSONPointer) -> JSONPointer {
    notices.count == 1 ? path / "notice" : path / "notice" / place
  }
}

extension FlowIndex {
  /// The conditions of landing rules and of their notices with their places.
  package var landingConditions: [(condition: Condition, path: JSONPointer)] {
    flow.landings.enumerated().flatMap { position, landing in
      landing.conditions(at: JSONPointer(tokens: ["landings", String(position)]))
    }
  }

  /// Every condition with its place.
  var conditions: [(condition: Condition, path: JSONPointer)] {
    let own = steps.indices.flatMap { index in
      let outcomes = steps[index].outcomes.map { outcome in
        (condition: outcome.when, path: path(of: index) / "results" / outcome.name)
      }
      return (steps[index].when.map { [(condition: $0, path: path(of: index) / "when")] } ?? []) + outcomes
    }
    return own + landingConditions + promiseConditions
  }

  /// The conditions of promises with their places.
  package var promiseConditions: [(condition: Condition, path: JSONPointer)] {
    flow.promises.enumerated().flatMap { position, promise in
      let path = JSONPointer(tokens: ["promises", String(position)])
      return switch promise {
      case .within: [(condition: Condition, path: JSONPointer)]()
      case .never(let condition): [(condition: condition, path: path / "never")]
      case .always(let condition): [(condition: condition, path: path / "always")]
      case .implies(let premise, let conclusion):
        [(condition: premise, path: path / "if"), (condition: conclusion, path: path / "then")]
      }
    }
  }
}
