import LaunchFlowModel

// Times that inputs give.
extension RandomFlow {
  /// A flow with the same steps, where two inputs give times of some of them.
  ///
  /// - Parameter unit: What all times are small multiples of.
  public static func givingTimes(to flow: Flow, seed: UInt64, unit: Duration) -> Flow {
    var maker = RandomFlow(seed: seed, unit: unit, features: [.givenTimes])
    var flow = flow
    maker.addGivenTimes(to: &flow)
    return flow
  }

  /// Lets two inputs give times of some steps. Several steps may have a time of one input.
  mutating func addGivenTimes(to flow: inout Flow) {
    var given = ["pause", "limit"].map { name in
      var input = Flow.Input(name, .duration)
      let times = [time(0...4), time(1...6)].sorted()
      (input.minimum, input.maximum) = (times[0], times[1])
      return input
    }
    if random.chance(40) { given[0].defaultValue = given[0].maximum.map { .duration($0) } }
    flow.inputs += given
    giveTimes(to: &flow.steps)
    flow = flow.given([:])
  }

  private mutating func giveTimes(to steps: inout [Flow.Step]) {
    for index in steps.indices {
      if steps[index].timeout != nil, random.chance(40) { steps[index].timeInputs.timeout = givenInput() }
      if steps[index].deadline != nil, random.chance(50) { steps[index].timeInputs.deadline = givenInput() }
      if steps[index].useFallbackAfter != nil, steps[index].fallback.allSatisfy({ $0.after == nil }),
        random.chance(60)
      {
        steps[index].timeInputs.useFallbackAfter = givenInput()
      }
      if steps[index].retry != nil, random.chance(60) { steps[index].retry?.delayInput = givenInput() }
      switch steps[index].work {
      case .wait(.time(let time, _)): steps[index].work = .wait(.time(time, from: givenInput()))
      case .group(var members):
        giveTimes(to: &members)
        steps[index].work = .group(members)
      case .http, .action, .cache, .value, .wait: break
      }
    }
  }

  private mutating func givenInput() -> String { random.pick(["pause", "limit"]) }
}
