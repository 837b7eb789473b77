import LaunchFlowMachine

extension Graph {
  /// The steps that have their own rows in a chart, with their dependencies. A group comes after its members,
  /// where it ends; the landing comes after the last step that it waited for.
  init(_ chart: RunChart) {
    let shown = chart.rows.compactMap(\.step).sorted()
    hidden = chart.trace.steps.count - shown.count
    let rowOfStep = Dictionary(
      chart.rows.enumerated().compactMap { row in row.element.step.map { ($0, row.offset) } },
      uniquingKeysWith: { first, _ in first })
    var places: [Int: Int] = [:]
    for step in shown {
      places[step] = nodes.count
      let isGroup = chart.trace.steps[step].kind == .group
      nodes.append(
        Node(
          kind: isGroup ? .group : .step, label: chart.labels.step(step),
          caption: isGroup ? nil : rowOfStep[step].flatMap { chart.rows[$0].row.caption },
          isCritical: chart.critical.contains(step), row: rowOfStep[step]))
    }
    var links: [Link: Meaning] = [:]
    for step in shown { Self.connect(step, chart.trace, places, &links) }
    let landing = addLanding(chart, places, &links)
    let critical = Self.critical(chart, places, landing, links)
    edges = links.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { link, meaning in
      Edge(from: link.from, to: link.to, meaning: meaning, isCritical: critical.contains(link))
    }
  }

  private struct Link: Hashable {
    var from: Int
    var to: Int
  }

  /// Adds the links of a step's dependencies, and of its groups' unless it waits for another member first.
  private static func connect(
    _ step: Int, _ trace: Trace, _ places: [Int: Int], _ links: inout [Link: Meaning]
  ) {
    guard let place = places[step] else { return }
    let planned = trace.steps[step]
    if let group = trace.group(of: step), let end = places[group] {
      links[Link(from: place, to: end)] = .member
    }
    guard planned.kind != .group else { return }
    var current: Int? = step
    var isInner = false
    while let index = current, !isInner {
      let waiting = trace.steps[index]
      current = trace.group(of: index)
      for (names, meaning) in [(waiting.needs, Meaning.needs), (waiting.after, .after)] {
        for dependency in names {
          guard let from = places[dependency], from != place else { continue }
          links[Link(from: from, to: place)] = links[Link(from: from, to: place)] ?? meaning
          // An earlier member already waits for the group's dependencies.
          if let group = current, trace.steps[dependency].group == group { isInner = true }
        }
      }
    }
  }

  /// Adds the landing behind the last step that it waited for, and the tail behind the landing.
  private mutating func addLanding(
    _ chart: RunChart, _ places: [Int: Int], _ links: inout [Link: Meaning]
  ) -> Int? {
    guard let page = chart.summary.landing, let landedAt = chart.summary.landedAt else { return nil }
    let landing = nodes.count
    nodes.append(
      Node(
        kind: page.isGood ? .landing : .badLanding, label: page.title,
        caption: .init(parts: [TimeText.short(landedAt)])))
    if let last = chart.summary.criticalPath.last.flatMap({ places[$0] }) {
      links[Link(from: last, to: landing)] = .needs
    }
    let awaited = Set(links.keys.map(\.to))
    for (step, place) in places where chart.trace.steps[step].isTail && !awaited.contains(place) {
      links[Link(from: landing, to: place)] = .after
    }
    return landing
  }

  /// The links on the critical path, through the groups that ended with a step on it.
  private static func critical(
    _ chart: RunChart, _ places: [Int: Int], _ landing: Int?, _ links: [Link: Meaning]
  ) -> Set<Link> {
    let path = chart.summary.criticalPath.compactMap { places[$0] } + [landing].compactMap(\.self)
    var groups: [Int: Int] = [:]
    for (link, meaning) in links where meaning == .member {
      groups[link.from] = min(link.to, groups[link.from] ?? link.to)
    }
    var critical: Set<Link> = []
    for (from, to) in zip(path, path.dropFirst()) {
      var place = from
      var passed: [Link] = []
      while links[Link(from: place, to: to)] == nil, let group = groups[place] {
        passed.append(Link(from: place, to: group))
        place = group
      }
      if links[Link(from: place, to: to)] != nil { critical.formUnion(passed + [Link(from: place, to: to)]) }
    }
    return critical
  }
}
