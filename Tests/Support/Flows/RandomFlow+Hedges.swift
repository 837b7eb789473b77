import LaunchFlowModel

extension RandomFlow {
  /// Gives calls fallbacks that begin beside their own work.
  mutating func addHedges(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      if case .group(var members) = steps[index].work {
        addHedges(to: &members)
        steps[index].work = .group(members)
      }
      guard steps[index].isCall, random.chance(60) else { continue }
      var step = steps[index]
      step.fallback = (0..<random.number(1...3)).map { _ in
        random.chance(70) ? hedge(of: step) : localFallback()
      }
      let first = random.number(0...2)
      step.useFallbackAfter = unit * first
      var time = first
      if step.hasRemoteFallback, random.chance(10) {
        step.hedge = false
      } else if random.chance(60) {
        let timed = random.number(1...step.fallback.count)
        for place in step.fallback.indices.dropFirst().prefix(timed - 1) {
          time += random.number(1...2)
          step.fallback[place].after = unit * time
        }
      }
      steps[index] = step
    }
  }

  private mutating func hedge(of step: Flow.Step) -> Flow.Fallback {
    guard case .http = step.work, random.chance(70) else { return remoteFallback() }
    return .http(Flow.Request(.url("https://mirror.example.com/\(step.name)")), timeout: time(1...3))
  }
}
