/// A flow with its names looked up, as the rules need it.
package struct FlowIndex {
  package let flow: Flow
  let unread: UnreadParts
  package let graph: StepGraph
  package let inputIndex: [String: Int]
  package let serviceIndex: [String: Int]
  package let pages: Set<String>
  /// The page names that are not in kebab case, as they should be written.
  let misspeltPages: Set<String>
  package let caches: Set<String>
  package let lanes: Set<String>
  /// The names of all steps and inputs, for suggestions.
  package let subjects: [String]
  /// For each service, the services that its parts come from.
  package let services: [ResolvedService]
  /// Every string that may hold references.
  package let templates: [LocatedTemplate]

  /// Looks up the names of a flow that was read whole.
  package init(_ flow: Flow) {
    self.init(flow, unread: UnreadParts())
  }

  init(_ flow: Flow, unread: UnreadParts) {
    self.flow = flow
    self.unread = unread
    graph = flow.stepGraph
    inputIndex = Self.index(flow.inputs.map(\.name))
    serviceIndex = Self.index(flow.services.map(\.name))
    pages = Set(flow.pages.map(\.name))
    misspeltPages = Set(pages.filter { !$0.isKebabCase }.compactMap(\.kebabCased))
    caches = Set(flow.caches.map(\.name))
    lanes = Set(flow.lanes.map(\.name) + [Flow.Lane.main])
    subjects = graph.steps.map(\.name) + flow.inputs.map(\.name)
    services = ResolvedService.resolve(flow.services, serviceIndex)
    templates = LocatedTemplate.all(in: flow, graph)
  }

  /// The number of each name; the first one's where a name is repeated.
  private static func index(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension FlowIndex {
  /// Steps and groups, a group before its members, in file order.
  package var steps: [Flow.Step] { graph.steps }

  /// The path of a step.
  package func path(of step: Int) -> JSONPointer { graph.path(of: step) }

  /// The requests that a step makes, with the paths of the objects that hold them.
  package func requests(of step: Int) -> [(request: Flow.Request, path: JSONPointer)] {
    steps[step].requests.map { ($0.request, JSONPointer(tokens: path(of: step).tokens + $0.tokens)) }
  }

  /// The envelope of a service, its own or the one of a service that it is like.
  package func envelope(ofService name: String) -> Flow.Envelope? {
    serviceIndex[name].flatMap { services[$0].envelope }.flatMap { flow.services[$0].envelope }
  }

  /// The failures that a step knows from the services that it calls.
  package func serviceFailures(of step: Int) -> [Flow.Failure] {
    var isSeen = [Bool](repeating: false, count: services.count)
    var failures: [Flow.Failure] = []
    for (request, _) in steps[step].requests {
      guard let name = request.service, let service = serviceIndex[name],
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
      notices[place].when.map { ($0, self.path(ofNotice: place, at: path) / "when") }
    }
    return (when.map { [($0, path / "when")] } ?? []) + ofNotices
  }

  /// The place of a notice: a sole one is no list.
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
      let outcomes = steps[index].outcomes.map { ($0.when, path(of: index) / "results" / $0.name) }
      return (steps[index].when.map { [($0, path(of: index) / "when")] } ?? []) + outcomes
    }
    return own + landingConditions + promiseConditions
  }

  /// The conditions of promises with their places.
  package var promiseConditions: [(condition: Condition, path: JSONPointer)] {
    flow.promises.enumerated().flatMap { position, promise in
      let path = JSONPointer(tokens: ["promises", String(position)])
      return switch promise {
      case .within: [(Condition, JSONPointer)]()
      case .never(let condition): [(condition, path / "never")]
      case .always(let condition): [(condition, path / "always")]
      case .implies(let premise, let conclusion): [(premise, path / "if"), (conclusion, path / "then")]
      }
    }
  }
}
