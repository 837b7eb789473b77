/// A flow with its names looked up and its edges laid out, as the rules need it.
package struct FlowIndex {
  /// A step or group, with the group that it stands in.
  package struct Entry {
    package var step: Flow.Step
    package var parent: Int?
  }

  /// One step that waits for another.
  package struct Edge {
    package enum Kind: String {
      case needs, after, when
    }

    /// The step that is waited for.
    package var target: Int
    package var kind: Kind
    /// The place in the list, for `needs` and `after`.
    package var position = 0
  }

  package let flow: Flow
  let doubts: Doubts
  /// Steps and groups, a group before its members, in file order.
  package private(set) var entries: [Entry] = []
  package private(set) var stepIndex: [String: Int] = [:]
  package private(set) var inputIndex: [String: Int] = [:]
  package private(set) var serviceIndex: [String: Int] = [:]
  package let pages: Set<String>
  package let caches: Set<String>
  package let lanes: Set<String>
  /// All steps and inputs, for suggestions.
  package let subjects: [String]
  /// What each step waits for; steps that do not exist are left out.
  package private(set) var waits: [[Edge]] = []
  /// The members of each group.
  package private(set) var members: [[Int]] = []
  /// The steps that wait for the landing themselves.
  package private(set) var waitsForLanding: [Bool] = []
  /// Each service with what it takes from others.
  package private(set) var services: [ResolvedService] = []
  package private(set) var templates: [LocatedTemplate] = []

  /// Looks up the names of a flow that was read whole.
  package init(_ flow: Flow) {
    self.init(flow, doubts: Doubts())
  }

  init(_ flow: Flow, doubts: Doubts) {
    self.flow = flow
    self.doubts = doubts
    pages = Set(flow.pages.map(\.name))
    caches = Set(flow.caches.map(\.name))
    lanes = Set(flow.lanes.map(\.name) + [Flow.Lane.main])
    entries = Self.flatten(flow.steps)
    subjects = entries.map(\.step.name) + flow.inputs.map(\.name)
    members = Array(repeating: [], count: entries.count)
    for (index, entry) in entries.enumerated() {
      if let parent = entry.parent { members[parent].append(index) }
    }
    for (index, entry) in entries.enumerated() where stepIndex[entry.step.name] == nil {
      stepIndex[entry.step.name] = index
    }
    // A name in another case is reported as such; who uses it rightly is not to blame.
    for (index, entry) in entries.enumerated() {
      guard let name = BadName.kebabCase(entry.step.name), stepIndex[name] == nil else { continue }
      stepIndex[name] = index
    }
    for (index, input) in flow.inputs.enumerated() where inputIndex[input.name] == nil {
      inputIndex[input.name] = index
    }
    for (index, service) in flow.services.enumerated() where serviceIndex[service.name] == nil {
      serviceIndex[service.name] = index
    }
    connect()
    services = ResolvedService.resolve(flow.services, serviceIndex)
    templates = LocatedTemplate.all(in: self)
  }

  private static func flatten(_ steps: [Flow.Step]) -> [Entry] {
    var entries: [Entry] = []
    var pending = steps.reversed().map { Entry(step: $0, parent: nil) }
    while let entry = pending.popLast() {
      let index = entries.count
      entries.append(entry)
      for member in (entry.step.members ?? []).reversed() {
        pending.append(Entry(step: member, parent: index))
      }
    }
    return entries
  }

  private mutating func connect() {
    waits.reserveCapacity(entries.count)
    for entry in entries {
      var edges: [Edge] = []
      var landing = false
      for (position, name) in entry.step.needs.enumerated() {
        if let target = stepIndex[name] {
          edges.append(Edge(target: target, kind: .needs, position: position))
        }
      }
      for (position, name) in entry.step.after.enumerated() {
        if let target = stepIndex[name] {
          edges.append(Edge(target: target, kind: .after, position: position))
        } else if name == ReservedWord.landing.rawValue {
          landing = true
        }
      }
      for name in entry.step.when?.subjects ?? [] {
        if let target = stepIndex[name] {
          edges.append(Edge(target: target, kind: .when))
        } else if name == ReservedWord.landing.rawValue {
          landing = true
        }
      }
      waits.append(edges)
      waitsForLanding.append(landing)
    }
  }
}

extension FlowIndex {
  /// Where a step stands.
  package func path(of step: Int) -> JSONPointer {
    var tokens: [String] = []
    var current: Int? = step
    while let index = current {
      tokens.append(entries[index].step.name)
      tokens.append("steps")
      current = entries[index].parent
    }
    return JSONPointer(tokens: tokens.reversed())
  }

  /// Where it stands that a step waits for another.
  package func place(of edge: Edge, from step: Int) -> Place {
    let path = path(of: step) / edge.kind.rawValue
    guard edge.kind == .when else { return Place(path / edge.position) }
    let facts = entries[step].step.when.map { Self.facts(of: $0, at: path) } ?? []
    let name = entries[edge.target].step.name
    return Place(facts.first { $0.subject == name }?.path ?? path, .key)
  }

  /// A group that a step stands in, and the group's own groups, innermost first.
  package func groups(of step: Int) -> [Int] {
    var groups: [Int] = []
    var current = entries[step].parent
    while let index = current {
      groups.append(index)
      current = entries[index].parent
    }
    return groups
  }

  /// The requests that a step makes, with the paths of the objects that they stand in.
  package func requests(of step: Int) -> [(request: Flow.Request, path: JSONPointer)] {
    let declared = entries[step].step
    var requests: [(Flow.Request, JSONPointer)] = []
    if case .http(let request) = declared.work { requests.append((request, path(of: step) / "http")) }
    for (position, fallback) in declared.fallback.enumerated() {
      guard case .http(let request, _) = fallback else { continue }
      requests.append((request, path(of: step) / "fallback" / position / "http"))
    }
    return requests
  }

  /// The failures that a step knows from the services that it calls.
  package func serviceFailures(of step: Int) -> [Flow.Failure] {
    var seen: Set<Int> = []
    var failures: [Flow.Failure] = []
    for request in requests(of: step) {
      guard let name = request.request.service, let service = serviceIndex[name],
        let owner = services[service].failures, seen.insert(owner).inserted
      else { continue }
      failures += flow.services[owner].failures
    }
    return failures
  }
}

extension FlowIndex {
  /// One fact of a condition and where it stands.
  package struct Fact {
    package var subject: String
    package var words: [JSONValue]
    package var path: JSONPointer

    package init(subject: String, words: [JSONValue], path: JSONPointer) {
      self.subject = subject
      self.words = words
      self.path = path
    }

    /// Where a word stands.
    package func path(ofWord position: Int) -> JSONPointer {
      words.count == 1 ? path : path / position
    }
  }

  /// The facts of a condition.
  package static func facts(of condition: Condition, at path: JSONPointer) -> [Fact] {
    var facts: [Fact] = []
    for term in condition.terms {
      switch term {
      case .fact(let subject, let words):
        facts.append(Fact(subject: subject, words: words, path: path / subject))
      case .any(let conditions):
        for (position, condition) in conditions.enumerated() {
          facts += Self.facts(of: condition, at: path / "any" / position)
        }
      case .all(let conditions):
        for (position, condition) in conditions.enumerated() {
          facts += Self.facts(of: condition, at: path / "all" / position)
        }
      case .not(let condition):
        facts += Self.facts(of: condition, at: path / "not")
      }
    }
    return facts
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
