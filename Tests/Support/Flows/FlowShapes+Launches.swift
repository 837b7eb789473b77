import LaunchFlowModel

// The shapes of whole cold starts.
extension FlowShapes {
  /// A root, chains that need it, and a landing that waits for all of them.
  public static func chains(_ count: Int, length: Int) -> Flow {
    var steps = [action("root")]
    for chain in 0..<count {
      for place in 0..<length {
        steps.append(action("c\(chain)-\(place)", needs: [place == 0 ? "root" : "c\(chain)-\(place - 1)"]))
      }
    }
    let ends = (0..<count).map { "c\($0)-\(length - 1)" }
    return launch("chains", steps, bad: ["root"], ends: ends)
  }

  /// Layers of a width, in which each step needs two of the layer before, with promises about the first and last.
  public static func grid(width: Int, depth: Int) -> Flow {
    var steps: [Flow.Step] = []
    for layer in 0..<depth {
      for place in 0..<width {
        let needs = layer == 0 ? [] : [place, (place + 1) % width].map { "l\(layer - 1)-\($0)" }
        steps.append(action("l\(layer)-\(place)", needs: needs, seconds: 1 + (place * 7 + layer) % 3))
      }
    }
    let ends = (0..<width).map { "l\(depth - 1)-\($0)" }
    return launch("layers", steps, bad: ends, ends: ends)
  }

  /// Kits of an app: a third of them on the main lane, the others on workers, each needing some of the six before.
  public static func tasks(_ count: Int, workers: Int, seed: UInt64) -> Flow {
    var random = SeededRandom(seed: seed)
    let steps = (0..<count).map { index -> Flow.Step in
      let needs = (max(0, index - 6)..<index).filter { _ in random.chance(25) }.map { "t\($0)" }
      var step = action("t\(index)", needs: needs)
      step.timeout = .milliseconds(random.pick([100, 200, 300, 500]))
      if index % 3 == 0 { step.lane = Flow.Lane.main } else if workers > 0 { step.lane = "workers" }
      return step
    }
    let ends = steps.indices.filter { $0 % 4 == 0 }.map { "t\($0)" }
    var flow = launch("tasks", steps, bad: ["t0"], ends: ends)
    flow.lanes = [Flow.Lane("workers", capacity: max(1, workers))]
    return flow
  }

  /// A series-parallel graph with retries, fallbacks, deadlines and early fallbacks.
  public static func seriesParallel(_ count: Int, seed: UInt64) -> Flow {
    var builder = SeriesParallel(random: SeededRandom(seed: seed))
    let ends = builder.build(count, after: [])
    return launch("series-parallel", builder.steps, bad: ends, ends: ends)
  }

  private struct SeriesParallel {
    var random: SeededRandom
    var steps: [Flow.Step] = []

    /// Adds so many steps after others; gives the last ones.
    mutating func build(_ count: Int, after needs: [String]) -> [String] {
      guard count > 1 else { return [add(needs)] }
      if random.chance(50) {
        let first = random.number(1...count - 1)
        let ends = build(first, after: needs)
        return build(count - first, after: ends)
      }
      let first = random.number(1...count - 1)
      let ends = build(first, after: needs) + build(count - first, after: needs)
      // One step joins many, as the graph's width would otherwise become the length of a list of needs.
      return ends.count > 6 ? [add(ends)] : ends
    }

    private mutating func add(_ needs: [String]) -> String {
      var step = FlowShapes.action("s\(steps.count)", needs: needs)
      step.timeout = .milliseconds(100 * random.number(1...3))
      switch random.number(1...10) {
      case 1...2:
        var retry = Flow.Retry(attempts: 2)
        retry.delay = .milliseconds(100)
        retry.jitter = .none
        step.retry = retry
      case 3...4: step.fallback = [.value(1)]
      case 5:
        step.fallback = [.value(1)]
        step.useFallbackAfter = .milliseconds(50)
      case 6: step.deadline = .milliseconds(250)
      default: break
      }
      steps.append(step)
      return step.name
    }
  }

  private static func action(_ name: String, needs: [String] = [], seconds: Int = 2) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.needs = needs
    step.timeout = .seconds(seconds)
    return step
  }

  /// Lands on an error page where one of some is unavailable, else once the last ones have settled. Promises that
  /// hold: the landing in time, no home without the first, a dependency; one that does not.
  private static func launch(
    _ name: String, _ steps: [Flow.Step], bad: [String], ends: [String]
  ) -> Flow {
    var flow = Flow(
      name: name, deadline: .seconds(600), pages: ["home", "error"], steps: steps,
      landings: [
        Flow.Landing("error", when: Condition([.any(bad.map { Condition($0, is: "unavailable") })])),
        Flow.Landing("home", after: ends),
      ])
    let home = Condition("landing", is: "home")
    flow.promises = [
      .within(.seconds(600)), .never(Condition(home.terms + Condition(bad[0], is: "unavailable").terms)),
      .implies(home, Condition(ends[0], is: "available", "unavailable")),
      .always(Condition(steps[0].name, is: "available")),
    ]
    return flow
  }
}
