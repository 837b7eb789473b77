import LaunchFlowModel

/// A flow as a graph: its steps in file order, members after their group, then the landing rules with their pages.
struct FlowGraph {
  private(set) var graph = Graph()
  private let flow: Flow
  private let steps: StepGraph
  /// The node of the landing itself, which the tail waits for.
  private var landing: Int?
  /// By pair of nodes: the index of the edge between them.
  private var places: [[Int]: Int] = [:]

  init(_ flow: Flow) {
    steps = flow.graph
    self.flow = flow
    graph.nodes = steps.steps.indices.map { place in
      let step = steps.steps[place]
      let members = steps.ends[place] - place - 1
      return .init(
        kind: members == 0 ? .step : .group, label: step.title ?? step.name, details: Self.details(step),
        members: members)
    }
    if steps.isInTail.contains(true) { landing = addNode(.note, "landing") }
    for (place, step) in steps.steps.enumerated() {
      for name in step.needs { addEdge(name, to: place, .needs, nil) }
      for name in step.after where !step.needs.contains(name) { addEdge(name, to: place, .after, nil) }
      let given = step.when.map { add($0, to: place) } ?? []
      if !given.isEmpty { graph.nodes[place].details.append("if \(given.joined(separator: ", "))") }
    }
    addRules()
  }

  private mutating func addRules() {
    var pages: [String: Int] = [:]
    for (number, rule) in flow.landings.enumerated() {
      let place = addNode(.note, "rule \(number + 1)")
      for name in rule.after { addEdge(name, to: place, .after, nil) }
      let given = rule.when.map { add($0, to: place) } ?? []
      if !given.isEmpty { graph.nodes[place].details = [given.joined(separator: ", ")] }
      let isGood = flow.pages.first { $0.name == rule.page }?.kind == .normal
      let page = pages[rule.page] ?? addNode(isGood ? .landing : .badLanding, flow.title(ofPage: rule.page))
      pages[rule.page] = page
      connect(place, page, .lands, nil)
      if let landing { connect(page, landing, .lands, nil) }
    }
  }

  private mutating func addNode(_ kind: Graph.Kind, _ label: String) -> Int {
    graph.nodes.append(.init(kind: kind, label: label))
    return graph.nodes.count - 1
  }

  /// A step's work, its place in a lane, and its fallbacks.
  private static func details(_ step: Flow.Step) -> [String] {
    let priority = step.priority != 0 ? "priority \(step.priority)" : nil
    let place = joined(step.lane.map { "lane \($0)" }, priority, step.whenIdle ? "when idle" : nil)
    let alternates = step.fallback.map { fallback in
      switch fallback {
      case .cache(let cache): "cache \(cache)"
      case .value: "value"
      case .http(let request, let timeout):
        joined(request.service ?? "http", timeout.map { time($0, from: nil) }, by: " ")
      case .action(let action, let timeout):
        joined(action.name, timeout.map { time($0, from: nil) }, by: " ")
      }
    }
    let lines = [
      work(step), place.isEmpty ? nil : place,
      alternates.isEmpty ? nil : "else \(alternates.joined(separator: ", then "))",
    ]
    return lines.compactMap(\.self)
  }

  private static func work(_ step: Flow.Step) -> String? {
    let limit = step.timeout ?? step.deadline
    let input = step.timeout == nil ? step.timeInputs.deadline : step.timeInputs.timeout
    let time = limit.map { Self.time($0, from: input) }
    switch step.work {
    case .http(let request):
      return joined(request.service ?? "http", time)
    case .action(let action):
      let words = joined(action.name == step.name ? nil : action.name, time)
      return words.isEmpty ? nil : words
    case .cache(let cache): return "cache \(cache)"
    case .value: return "value"
    case .wait(.time(let wait, let input)): return "waits \(Self.time(wait, from: input))"
    case .wait(.online): return joined("waits to be online", time)
    case .wait(.signal(let signal)): return joined("waits for \(signal)", time)
    case .group: return time.map { "within \($0)" }
    }
  }

  private static func joined(_ parts: String?..., by separator: String = ", ") -> String {
    parts.compactMap(\.self).joined(separator: separator)
  }

  /// A time in words; for a time that an input gives, the longest one.
  private static func time(_ time: Duration, from input: String?) -> String {
    (input == nil ? "" : "at most ") + TimeText.exact(time.nanoseconds)
  }

  /// Adds an edge from a step or from the landing. An unknown name adds none.
  private mutating func addEdge(_ name: String, to end: Int, _ meaning: Graph.Meaning, _ label: String?) {
    let from = name == ReservedWord.landing.rawValue ? landing : steps.index[name]
    if let from { connect(from, end, meaning, label) }
  }

  /// Adds an edge; a second one between the same nodes adds its words to the first one.
  private mutating func connect(_ from: Int, _ end: Int, _ meaning: Graph.Meaning, _ label: String?) {
    guard let place = places[[from, end]] else {
      places[[from, end]] = graph.edges.count
      graph.edges.append(.init(from: from, to: end, meaning: meaning, label: label))
      return
    }
    guard meaning == .when else { return }
    // A condition's word is more precise than the order that it implies.
    graph.edges[place].label = [graph.edges[place].label, label].compactMap(\.self).joined(separator: ", ")
    if graph.edges[place].meaning == .after { graph.edges[place].meaning = .when }
  }
}

extension FlowGraph {
  /// Adds arrows from the steps and landings of a condition; returns in words the parts that no single arrow shows.
  private mutating func add(_ condition: Condition, to end: Int) -> [String] {
    condition.terms.flatMap { term -> [String] in
      if let (subject, words) = arrow(term) {
        addEdge(subject, to: end, .when, words)
        return []
      }
      if case .all(let conditions) = term { return conditions.flatMap { add($0, to: end) } }
      for subject in Condition([term]).subjects { addEdge(subject, to: end, .after, nil) }
      return [words(term)]
    }
  }

  /// The step or landing that a single question is about, and the words on its arrow.
  private func arrow(_ term: Condition.Term) -> (subject: String, words: String)? {
    switch term {
    case .fact(let subject, _), .error(let subject, _):
      let isNode = subject == ReservedWord.landing.rawValue || steps.index[subject] != nil
      return isNode ? (subject, words(term, isSubjectShown: true)) : nil
    case .not(let condition) where condition.terms.count == 1:
      return arrow(condition.terms[0]).map { ($0.subject, "not " + $0.words) }
    case .cached, .given, .any, .all, .atLeast, .not: return nil
    }
  }

  private func words(_ condition: Condition, isPart: Bool) -> String {
    let text = condition.terms.map { words($0) }.joined(separator: " and ")
    return isPart && condition.terms.count > 1 ? "(\(text))" : text
  }

  /// - Parameter isSubjectShown: Whether an arrow shows the subject already.
  private func words(_ term: Condition.Term, isSubjectShown: Bool = false) -> String {
    func all(_ conditions: [Condition], _ separator: String) -> String {
      conditions.map { words($0, isPart: true) }.joined(separator: separator)
    }
    switch term {
    case .fact(let subject, let literals):
      let isLanding = subject == ReservedWord.landing.rawValue
      let words = literals.map { literal in
        literal.string.map { isLanding ? flow.title(ofPage: $0) : $0 } ?? literal.text()
      }
      return (isSubjectShown ? "" : subject + " ") + words.joined(separator: " or ")
    case .error(let subject, let classes):
      let list = classes.map(\.rawValue).joined(separator: " or ")
      return (isSubjectShown ? "" : subject + " ") + "error " + list
    case .given(let subject, let isGiven): return "\(subject) \(isGiven ? "" : "not ")given"
    case .cached(let subject, let isCached): return "\(subject) \(isCached ? "" : "not ")cached"
    case .any(let conditions): return "(" + all(conditions, " or ") + ")"
    case .all(let conditions): return "(" + all(conditions, " and ") + ")"
    case .atLeast(let count, let conditions): return "\(count) of (" + all(conditions, ", ") + ")"
    case .not(let condition): return "not " + words(condition, isPart: true)
    }
  }
}

extension Flow {
  fileprivate func title(ofPage name: String) -> String {
    pages.first { $0.name == name }?.title ?? name
  }
}
