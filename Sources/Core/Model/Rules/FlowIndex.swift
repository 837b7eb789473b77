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
  package let templates: [LocatedTemplate]
  package let conditions: [LocatedCondition]
  private let requestRows: Rows<Flow.Step.PlacedRequest>

  package init(_ flow: Flow, unread: UnreadParts = UnreadParts()) {
    self.flow = flow
    self.unread = unread
    graph = flow.graph
    inputIndex = StepGraph.index(flow.inputs.map { $0.name })
    serviceIndex = StepGraph.index(flow.services.map { $0.name })
    pages = Set(flow.pages.map { $0.name })
    misspeltPages = Set(pages.filter { !$0.isKebabCase }.compactMap { $0.kebabCased })
    caches = Set(flow.caches.map { $0.name })
    lanes = Set(flow.lanes.map { $0.name } + [Flow.Lane.main])
    subjects = graph.steps.map { $0.name } + flow.inputs.map { $0.name }
    services = ResolvedService.resolve(flow.services, serviceIndex)
    templates = LocatedTemplate.all(in: flow, graph)
    conditions = Self.conditions(of: flow, graph)
    requestRows = Self.requests(graph)
  }
}

extension FlowIndex {
  package var steps: [Flow.Step] { graph.steps }

  package func path(of step: Int) -> JSONPointer { graph.path(of: step) }

  package static func path(ofLanding position: Int) -> JSONPointer {
    JSONPointer(tokens: ["landings", String(position)])
  }

  /// The requests of a step, with their paths in the file.
  package func requests(of step: Int) -> ArraySlice<Flow.Step.PlacedRequest> { requestRows[step] }

  private static func requests(_ graph: StepGraph) -> Rows<Flow.Step.PlacedRequest> {
    var rows = Rows<Flow.Step.PlacedRequest>()
    for step in graph.steps.indices {
      for var request in Flow.Step.requests(graph.steps[step].work, graph.steps[step].fallback) {
        request.tokens = graph.path(of: step).tokens + request.tokens
        rows.append(request)
      }
      rows.endRow()
    }
    return rows
  }

  package func envelope(ofService name: String) -> Flow.Envelope? {
    serviceIndex[name].flatMap { services[$0].envelope }.flatMap { flow.services[$0].envelope }
  }

  package func serviceFailures(of step: Int) -> [Flow.Failure] {
    var isSeen = [Bool](repeating: false, count: services.count)
    var failures: [Flow.Failure] = []
    for call in requests(of: step) {
      guard let name = call.request.service, let service = serviceIndex[name],
        let owner = services[service].failures, !isSeen[owner]
      else { continue }
      isSeen[owner] = true
      failures += flow.services[owner].failures
    }
    return failures
  }
}

package struct LocatedCondition {
  package var condition: Condition
  package var path: JSONPointer

  /// The facts that the condition asks about.
  package var facts: [Condition.Fact] { condition.facts(at: path) }
}

extension Flow.Landing {
  /// The conditions of the rule and of its notices, with their places.
  package func conditions(at path: JSONPointer) -> [LocatedCondition] {
    var found: [LocatedCondition] = []
    if let when { found.append(LocatedCondition(condition: when, path: path / "when")) }
    for place in notices.indices {
      if let when = notices[place].when {
        found.append(LocatedCondition(condition: when, path: self.path(ofNotice: place, at: path) / "when"))
      }
    }
    return found
  }

  /// Visits the names that the rule waits for: those in `after`, then the subjects of its condition.
  func forEachWait(at path: JSONPointer, _ visit: (String, Place) -> Void) {
    for (place, name) in after.enumerated() { visit(name, Place(path / "after" / place)) }
    for fact in when?.facts(at: path / "when") ?? [] { visit(fact.subject, Place(fact.path, .key)) }
  }

  /// The path of a notice. A single notice is not in a list.
  package func path(ofNotice place: Int, at path: JSONPointer) -> JSONPointer {
    notices.count == 1 ? path / "notice" : path / "notice" / place
  }
}

extension FlowIndex {
  private static func conditions(of flow: Flow, _ graph: StepGraph) -> [LocatedCondition] {
    var found: [LocatedCondition] = []
    for index in graph.steps.indices {
      if let when = graph.steps[index].when {
        found.append(LocatedCondition(condition: when, path: graph.path(of: index) / "when"))
      }
      for outcome in graph.steps[index].outcomes {
        found.append(
          LocatedCondition(condition: outcome.when, path: graph.path(of: index) / "results" / outcome.name))
      }
    }
    for position in flow.landings.indices {
      found += flow.landings[position].conditions(at: path(ofLanding: position))
    }
    return found + flow.promiseConditions
  }
}

extension Flow {
  var promiseConditions: [LocatedCondition] {
    var found: [LocatedCondition] = []
    for (position, promise) in promises.enumerated() {
      let path = JSONPointer(tokens: ["promises", String(position)])
      switch promise {
      case .within: break
      case .never(let condition): found.append(LocatedCondition(condition: condition, path: path / "never"))
      case .always(let condition): found.append(LocatedCondition(condition: condition, path: path / "always"))
      case .implies(let premise, let conclusion):
        found.append(LocatedCondition(condition: premise, path: path / "if"))
        found.append(LocatedCondition(condition: conclusion, path: path / "then"))
      }
    }
    return found
  }
}
