import LaunchFlowMachine

extension Trace {
  /// What must always be true of a finished run's trace, and is not.
  public var brokenInvariants: [String] {
    var broken: [String] = []
    var settled = steps.map { _ in 0 }
    // By group: how often its members are to settle, and whether it is open.
    var rounds = steps.map { _ in 0 }
    var isOpen = steps.map { _ in false }
    var open: [String: Int] = [:]
    var landings: [Int64] = []
    var latest: Int64 = 0
    for event in events {
      if event.time < latest { broken.append("time goes back at \(event.time)") }
      latest = event.time
      switch event.kind {
      case .settled(let step, _):
        settled[step] += 1
        // One that never began, in a round of the group around it, takes its members along.
        if !isOpen[step] { rounds[step] += 1 }
        isOpen[step] = false
      case .stepStarted(let step) where steps[step].kind == .group:
        rounds[step] += 1
        isOpen[step] = true
      case .attemptStarted(let step, let attempt, _): open["\(step).\(attempt)", default: 0] += 1
      case .attemptEnded(let step, let attempt, _): open["\(step).\(attempt)", default: 0] -= 1
      case .landed: landings.append(event.time)
      default: break
      }
    }
    for (index, step) in steps.enumerated() where settled[index] != step.group.map({ rounds[$0] }) ?? 1 {
      broken.append("\(step.name) settles \(settled[index]) times")
    }
    if open.values.contains(where: { $0 != 0 }) { broken.append("an attempt does not end once") }
    if landings.count != 1 { broken.append("\(landings.count) landings") }
    if let landing = landings.first, landing > deadline { broken.append("late at \(landing)") }
    if !events.contains(where: { $0.kind == .finished }) { broken.append("never finished") }
    return broken
  }
}
