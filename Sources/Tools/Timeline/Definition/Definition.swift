/// A flow as a Mermaid flowchart: the steps in file order, groups as boxes around their members, then the landing rules
/// with their pages.
package struct Definition {
  private enum Arrow: String, CaseIterable {
    case needs = "-->"
    case after = "-.->"
    case lands = "==>"

    /// Its look and meaning in words.
    var legend: String {
      switch self {
      case .needs: "solid: needs"
      case .after: "dashed: comes after"
      case .lands: "thick: lands on"
      }
    }
  }

  private enum Look: String {
    case step, note, landing, badLanding
  }

  private let flow: Flow
  private let steps: StepGraph
  private var nodes: [String] = []
  private var edges: [String] = []
  private var arrows: Set<Arrow> = []
  private var connected: Set<[Int]> = []
  /// The number of nodes. Those of the steps come first.
  private var count: Int
  /// The node of the landing itself, which the tail waits for.
  private var landing: Int?

  package init(_ flow: Flow) {
    self.flow = flow
    steps = flow.graph
    count = steps.steps.count
    if steps.isInTail.contains(true) { landing = count }
    addSteps()
    if landing != nil { _ = addNode(.note, "landing") }
    addRules()
  }

  /// The flowchart, with a line end after each line.
  package var mermaid: String {
    // The front matter is YAML, of which JSON is a part.
    let title = JSONValue.string((flow.title ?? flow.name).visible()).text()
    let legend = Arrow.allCases.filter(arrows.contains).map { Self.escaped($0.legend) }
    let lines =
      ["---", "title: \(title)", "---", "flowchart TD"] + nodes
      + ["  legend[\"\(legend.joined(separator: "<br>"))\"]:::note"] + edges + [
        "  classDef step stroke:#0072B2,stroke-width:2px",
        "  classDef note stroke:#999999,stroke-dasharray:4 2",
        "  classDef landing stroke:#009E73,stroke-width:3px",
        "  classDef badLanding stroke:#D55E00,stroke-width:3px",
      ]
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  private mutating func addSteps() {
    var lasts: [Int] = []
    for (place, step) in steps.steps.enumerated() {
      for name in step.needs { addEdge(name, to: place, .needs) }
      for name in step.after { addEdge(name, to: place, .after) }
      let label = label(step.title ?? step.name, Self.details(step) + condition(step.when, of: place))
      let last = steps.ends[place] - 1
      if last > place { lasts.append(last) }
      nodes.append(last > place ? "  subgraph n\(place)[\(label)]" : "  n\(place)[\(label)]:::step")
      while lasts.last == place, lasts.popLast() != nil { nodes.append("  end") }
    }
  }

  private mutating func addRules() {
    var pages: [String: Int] = [:]
    for (number, rule) in flow.landings.enumerated() {
      let place = addNode(.note, "rule \(number + 1)", condition(rule.when, of: count))
      for name in rule.after { addEdge(name, to: place, .after) }
      let isGood = flow.pages.first { $0.name == rule.page }?.kind == .normal
      let page = pages[rule.page] ?? addNode(isGood ? .landing : .badLanding, flow.title(ofPage: rule.page))
      pages[rule.page] = page
      connect(place, page, .lands)
      if let landing { connect(page, landing, .lands) }
    }
  }

  private mutating func addNode(_ look: Look, _ text: String, _ details: [String] = []) -> Int {
    nodes.append("  n\(count)([\(label(text, details))]):::\(look.rawValue)")
    count += 1
    return count - 1
  }

  private func label(_ text: String, _ details: [String]) -> String {
    let lines = details.map { "<br><small>\(Self.escaped($0))</small>" }.joined()
    return "\"\(Self.escaped(text))\(lines)\""
  }

  /// A condition in words. Adds edges from the steps and landings that it is about.
  private mutating func condition(_ condition: Condition?, of end: Int) -> [String] {
    guard let condition else { return [] }
    for subject in condition.subjects { addEdge(subject, to: end, .after) }
    return ["if " + words(condition, isPart: false)]
  }

  /// Adds an edge from a step or from the landing. An unknown name adds none.
  private mutating func addEdge(_ name: String, to end: Int, _ arrow: Arrow) {
    let from = name == ReservedWord.landing.rawValue ? landing : steps.index[name]
    if let from { connect(from, end, arrow) }
  }

  private mutating func connect(_ from: Int, _ end: Int, _ arrow: Arrow) {
    guard connected.insert([from, end]).inserted else { return }
    arrows.insert(arrow)
    edges.append("  n\(from) \(arrow.rawValue) n\(end)")
  }

  /// The text with all special characters as entities, so that Mermaid cannot read a command in it.
  private static func escaped(_ text: String) -> String {
    text.visible().unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".", ",", "/", "(", ")", "+", "=":
        result.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: result += "#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Definition {
  /// A step's work, its place in a lane, and its fallbacks.
  private static func details(_ step: Flow.Step) -> [String] {
    let priority = step.priority != 0 ? "priority \(step.priority)" : nil
    let place = joined(step.lane.map { "lane \($0)" }, priority, step.whenIdle ? "when idle" : nil)
    let alternates = step.fallback.map { fallback -> String in
      let time = fallback.timeout.map { Self.time($0, from: nil) }
      return switch fallback.work {
      case .cache(let cache): "cache \(cache)"
      case .http(let request): joined(request.service ?? "http", time, by: " ")
      case .action(let action): joined(action.name, time, by: " ")
      case .value, .group, .wait: "value"
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
}

// Conditions in words.
extension Definition {
  private func words(_ condition: Condition, isPart: Bool) -> String {
    let text = condition.terms.map { words($0) }.joined(separator: " and ")
    return isPart && condition.terms.count > 1 ? "(\(text))" : text
  }

  private func words(_ term: Condition.Term) -> String {
    func all(_ conditions: [Condition], _ separator: String) -> String {
      conditions.map { words($0, isPart: true) }.joined(separator: separator)
    }
    switch term {
    case .fact(let subject, let literals):
      let isLanding = subject == ReservedWord.landing.rawValue
      let words = literals.map { literal in
        literal.string.map { isLanding ? flow.title(ofPage: $0) : $0 } ?? literal.text()
      }
      return subject + " " + words.joined(separator: " or ")
    case .error(let subject, let classes):
      return "\(subject) error " + classes.map(\.rawValue).joined(separator: " or ")
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
