import LaunchFlowModel

/// A flow as nodes and edges, before anything is drawn.
struct FlowGraph {
  /// A step or a group.
  struct Node: Hashable {
    var name: String
    var work: Work
    /// The index of its group.
    var group: Int?
    /// The indices of its members.
    var members: [Int] = []
    /// What a picture says beneath the name.
    var detail: String?
  }

  /// What a node does.
  enum Work: Hashable {
    case http, action, cache, value, group, wait
  }

  /// Where an edge comes from or leads to.
  enum End: Hashable {
    case node(Int)
    /// The landing rule of this index.
    case rule(Int)
    /// The landing itself, which the tail waits for.
    case landing
  }

  /// What an edge means.
  enum Meaning: Hashable {
    case needs, after
    /// A condition asks for one of these words.
    case when
  }

  struct Edge: Hashable {
    var from: End
    var to: End
    var meaning: Meaning
    var label: String?
  }

  /// A landing rule.
  struct Rule: Hashable {
    var page: String
    /// What of its condition is about no step: inputs and the switch.
    var given: String?
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private(set) var rules: [Rule] = []
  /// Whether anything waits for the landing.
  private(set) var hasTail = false
  private let index: [String: Int]
  private let flow: Flow
  /// The index of the edge between two ends.
  private var places: [Ends: Int] = [:]

  private struct Ends: Hashable {
    var from: End
    var to: End
  }

  /// Lists a flow's steps in file order, members after their group, and what each waits for. A name that no
  /// step bears makes no edge.
  init(_ flow: Flow) {
    let graph = flow.stepGraph
    index = graph.index
    self.flow = flow
    nodes = graph.steps.enumerated().map { place, step in
      Node(
        name: step.title ?? step.name, work: Work(step.work), group: graph.parents[place],
        members: Array(graph.members(of: place)), detail: Self.detail(step))
    }
    for (place, step) in graph.steps.enumerated() {
      addEdges(step, to: .node(place))
      let given = step.when.map { words(of: $0).given } ?? []
      guard !given.isEmpty else { continue }
      let details = [nodes[place].detail, "if \(given.joined(separator: ", "))"].compactMap(\.self)
      nodes[place].detail = details.joined(separator: ", ")
    }
    for (place, landing) in flow.landings.enumerated() {
      let given = landing.when.map { words(of: $0).given } ?? []
      rules.append(
        Rule(
          page: flow.title(ofPage: landing.page), given: given.isEmpty ? nil : given.joined(separator: ", ")))
      for name in landing.after { addEdge(name, to: .rule(place), .after, nil) }
      if let when = landing.when { addEdges(when, to: .rule(place)) }
    }
    hasTail = graph.isInTail.contains(true)
  }

  private static func detail(_ step: Flow.Step) -> String? {
    let limit = step.timeout ?? step.deadline
    let input = step.timeout == nil ? step.timeInputs.deadline : step.timeInputs.timeout
    let time = limit.map { Self.time($0, from: input) }
    switch step.work {
    case .http(let request):
      return [request.service ?? "http", time].compactMap(\.self).joined(separator: ", ")
    case .action(let action):
      let name = action.name == step.name ? nil : action.name
      let parts = [name, time].compactMap(\.self)
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    case .cache(let cache): return "cache \(cache)"
    case .value: return "value"
    case .wait(.time(let wait, let input)): return "waits \(Self.time(wait, from: input))"
    case .wait(.online): return ["waits to be online", time].compactMap(\.self).joined(separator: ", ")
    case .wait(.signal(let signal)):
      return ["waits for \(signal)", time].compactMap(\.self).joined(separator: ", ")
    case .group: return time.map { "within \($0)" }
    }
  }

  /// A time; one that an input gives is the longest.
  private static func time(_ time: Duration, from input: String?) -> String {
    (input == nil ? "" : "at most ") + TimeText.exact(time.nanoseconds)
  }

  private mutating func addEdges(_ step: Flow.Step, to end: End) {
    for name in step.needs { addEdge(name, to: end, .needs, nil) }
    for name in step.after where !step.needs.contains(name) { addEdge(name, to: end, .after, nil) }
    if let when = step.when { addEdges(when, to: end) }
  }

  private mutating func addEdges(_ condition: Condition, to end: End) {
    for (subject, label) in words(of: condition).subjects { addEdge(subject, to: end, .when, label) }
  }

  private mutating func addEdge(_ name: String, to end: End, _ meaning: Meaning, _ label: String?) {
    let from: End? = name == ReservedWord.landing.rawValue ? .landing : index[name].map(End.node)
    guard let from else { return }
    guard let place = places[Ends(from: from, to: end)] else {
      places[Ends(from: from, to: end)] = edges.count
      edges.append(Edge(from: from, to: end, meaning: meaning, label: label))
      return
    }
    guard meaning == .when else { return }
    // A condition's word says more than the order that it implies.
    edges[place].label = [edges[place].label, label].compactMap(\.self).joined(separator: ", ")
    if edges[place].meaning == .after { edges[place].meaning = .when }
  }

  /// The words that a condition asks of steps and of the landing, and what it asks of the rest.
  private func words(of condition: Condition) -> (subjects: [(String, String)], given: [String]) {
    var subjects: [(String, String)] = []
    var given: [String] = []
    var open: [(term: Condition.Term, isNegated: Bool)] = condition.terms.reversed().map { ($0, false) }
    while let (term, isNegated) = open.popLast() {
      switch term {
      case .fact(let subject, let literals):
        let isLanding = subject == ReservedWord.landing.rawValue
        let words = literals.map { literal in
          literal.string.map { isLanding ? flow.title(ofPage: $0) : $0 } ?? literal.text()
        }
        let text = (isNegated ? "not " : "") + words.joined(separator: " or ")
        if isLanding || index[subject] != nil {
          subjects.append((subject, text))
        } else {
          given.append("\(subject) \(text)")
        }
      case .error(let subject, let classes):
        let list = classes.map(\.rawValue).joined(separator: " or ")
        subjects.append((subject, "\(isNegated ? "not " : "")error \(list)"))
      case .cached: break
      case .any(let conditions), .all(let conditions), .atLeast(_, let conditions):
        for condition in conditions.reversed() {
          open += condition.terms.reversed().map { ($0, isNegated) }
        }
      case .not(let condition):
        open += condition.terms.reversed().map { ($0, !isNegated) }
      }
    }
    return (subjects, given)
  }
}

extension FlowGraph.Work {
  fileprivate init(_ work: Flow.Step.Work) {
    switch work {
    case .http: self = .http
    case .action: self = .action
    case .cache: self = .cache
    case .value: self = .value
    case .group: self = .group
    case .wait: self = .wait
    }
  }
}
