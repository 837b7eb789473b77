extension Trace {
  /// The flow's title, or its name.
  public var title: String { ownTitle ?? flow }

  /// The trace with titles in place of the names of flow, steps and page, as pictures show it. Steps that share
  /// a title keep their names beside it.
  package var titled: Trace {
    var titled = self
    titled.flow = title
    let counts = Dictionary(grouping: steps, by: \.title).mapValues(\.count)
    for (index, step) in steps.enumerated() where step.ownTitle != nil {
      let isShared = counts[step.title, default: 1] > 1
      titled.steps[index].name = isShared ? "\(step.title) (\(step.name))" : step.title
    }
    for index in events.indices {
      guard case .landed(let landing) = events[index].kind else { continue }
      titled.events[index].kind = .landed(landing.titled)
    }
    return titled
  }
}

extension Trace.Step {
  /// The step's title, or its name.
  public var title: String { ownTitle ?? name }
}

extension Trace.Landing {
  /// The page's title, or its name.
  public var title: String { ownTitle ?? page }

  /// The landing with the title in place of the page's name.
  package var titled: Trace.Landing {
    var titled = self
    titled.page = title
    return titled
  }
}
