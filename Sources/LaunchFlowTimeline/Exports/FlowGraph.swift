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
    /// What a picture says beneath the name, line by line.
    var details: [String] = []
  }

  /// What a node does.
  enum Work: Hashable {
    case http, action, cache, value, group, wait
  }

  /// Where an edge comes from or leads to.
  enum End: Hashable {
    case node(Int)
    /// The choice of this index.
    case choice(Int)
    /// The landing rule of this index.
    case rule(Int)
    /// The page of this index.
    case page(Int)
    /// The landing itself, which the tail waits for.
    case landing
  }

  /// What an edge means.
  enum Meaning: Hashable {
    case needs, after
    /// A condition asks for one of these words.
    case when
    /// A rule lands on a page, or a page is a landing.
    case lands
  }

  struct Edge: Hashable {
    var from: End
    var to: End
    var meaning: Meaning
    var label: String?
  }

  /// Alternatives of a condition, of which some suffice.
  struct Choice: Hashable {
    /// Such as `any of` or `2 of 3`.
    var words: String
    /// The alternatives that are about no step.
    var given: [String]
  }

  /// A landing rule.
  struct Rule: Hashable {
    /// The index of its page.
    var page: Int
    /// What of its condition is about no step: inputs and the switch.
    var given: String?
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  var choices: [Choice] = []
  private(set) var rules: [Rule] = []
  /// The titles of the pages that rules land on, each once, in the order of the rules.
  private(set) var pages: [String] = []
  /// Whether the user can go on from a page.
  func isGood(page: Int) -> Bool { flow.pages.first { $0.name == pageNames[page] }?.kind == .normal }

  /// Whether anything waits for the landing.
  private(set) var hasTail = false
  let index: [String: Int]
  let flow: Flow
  /// The names of the pages.
  private var pageNames: [String] = []
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
        members: Array(graph.members(of: place)), details: Self.details(step))
    }
    for (place, step) in graph.steps.enumerated() {
      let given = addEdges(step, to: .node(place))
      guard !given.isEmpty else { continue }
      nodes[place].details.append("if \(given.joined(separator: ", "))")
    }
    for (place, landing) in flow.landings.enumerated() {
      for name in landing.after { addEdge(name, to: .rule(place), .after, nil) }
      let given = landing.when.map { add($0, to: .rule(place)) } ?? []
      rules.append(
        Rule(page: page(landing.page), given: given.isEmpty ? nil : given.joined(separator: ", ")))
      connect(.rule(place), .page(rules[place].page), .lands, nil)
    }
    hasTail = graph.isInTail.contains(true)
    if hasTail { for place in pages.indices { connect(.page(place), .landing, .lands, nil) } }
  }

  /// The index of a page.
  private mutating func page(_ name: String) -> Int {
    let place = pageNames.firstIndex(of: name) ?? pages.count
    if place == pages.count {
      pageNames.append(name)
      pages.append(flow.title(ofPage: name))
    }
    return place
  }

  /// What it does, its place in a lane, and what gives its value if that fails.
  private static func details(_ step: Flow.Step) -> [String] {
    let priority = step.priority != 0 ? "priority \(step.priority)" : nil
    let place = [step.lane.map { "lane \($0)" }, priority, step.whenIdle ? "when idle" : nil].compactMap(
      \.self)
    let alternates = step.fallback.map { fallback in
      switch fallback {
      case .cache(let cache): "cache \(cache)"
      case .value: "value"
      case .http(let request, let timeout):
        [request.service ?? "http", timeout.map { time($0, from: nil) }].compactMap(\.self).joined(
          separator: " ")
      case .action(let action, let timeout):
        [action.name, timeout.map { time($0, from: nil) }].compactMap(\.self).joined(separator: " ")
      }
    }
    let lines = [
      work(step), place.isEmpty ? nil : place.joined(separator: ", "),
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

  /// Adds what a step waits for, and returns what its condition asks of the rest.
  private mutating func addEdges(_ step: Flow.Step, to end: End) -> [String] {
    for name in step.needs { addEdge(name, to: end, .needs, nil) }
    for name in step.after where !step.needs.contains(name) { addEdge(name, to: end, .after, nil) }
    return step.when.map { add($0, to: end) } ?? []
  }

  /// Adds an edge from a step or from the landing.
  mutating func addEdge(_ name: String, to end: End, _ meaning: Meaning, _ label: String?) {
    let from: End? = name == ReservedWord.landing.rawValue ? .landing : index[name].map(End.node)
    if let from { connect(from, end, meaning, label) }
  }

  /// Adds an edge; a second one between the same ends adds its words to the first one.
  mutating func connect(_ from: End, _ end: End, _ meaning: Meaning, _ label: String?) {
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
