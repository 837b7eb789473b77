import LaunchFlowModel

// Rule 6: what the deadlines of groups and of the flow settle.
extension Encoding {
  /// Statements of the flow's deadline, before its turn.
  var flowDeadline: [Statement] {
    batch(graph.steps.indices.filter { !graph.isInTail[$0] })
  }

  /// Statements of a group's deadline, before its turn.
  func groupDeadline(_ group: Int) -> [Statement] {
    batch(Array(inside(group))) + settle(.end(group: group))
      + [
        when(
          ["v\(group) == 0"],
          inside(group).map(cancel) + ["v\(group)=\(outcomes[group][.timedOut])"]), "s\(group)=3",
      ]
  }

  /// In dependency order: a step that runs, or whose turn it is, takes a local fallback or times out.
  private func batch(_ steps: [Int]) -> [Statement] {
    settling.flatMap { settling -> [Statement] in
      switch settling {
      case .end(let group): return steps.contains(group) ? settle(settling) : []
      case .skip(let step):
        guard steps.contains(step) else { return [] }
        if graph.steps[step].members != nil {
          return settle(settling) + [when(isReady(step), ["s\(step)=1"])]
        }
        return settle(settling) + [
          "count=0", when(["v\(step) == 0", "s\(step) == 1"], ["count=1"]),
          when(isReady(step), ["count=1"]), when(["count == 1"], cut(step)),
        ]
      }
    }
  }

  private func cut(_ index: Int) -> [Statement] {
    let step = graph.steps[index]
    let open = "v\(index) == 0"
    func settle(_ outcome: Outcome, _ conditions: [String] = []) -> Statement {
      when([open] + conditions, ["v\(index)=\(outcomes[index][outcome])"])
    }
    func reading(_ name: String, _ status: Status, _ conditions: [String]) -> [Statement] {
      guard let cache = caches.firstIndex(where: { $0.name == name }) else { return [] }
      return caches[cache].contents.enumerated().compactMap { content, names in
        names[index].map { settle(Outcome(status, $0), conditions + ["c\(cache) == \(content)"]) }
      }
    }
    var statements: [Statement] = []
    switch step.work {
    case .value(let value): statements.append(settle(Outcome(.succeeded, step.name(of: value))))
    case .cache(let cache): statements += reading(cache, .succeeded, ["s\(index) == 0"])
    case .http, .action, .wait, .group: break
    }
    for fallback in step.fallback {
      switch fallback.work {
      case .cache(let cache): statements += reading(cache, .recovered, [])
      case .value(let value): statements.append(settle(Outcome(.recovered, step.name(of: value))))
      case .http, .action, .wait, .group: break
      }
    }
    // A cache that has nothing has failed before anything was cut.
    if case .cache = step.work { statements.append(settle(Outcome(.failed), ["s\(index) == 0"])) }
    return statements + [settle(.timedOut)]
  }
}
