import LaunchFlowModel

/// Flows of one shape and any size, to see how work grows.
public enum FlowShapes {
  /// Steps one after another, each of which needs the one before.
  public static func chain(_ count: Int) -> Flow {
    let steps = (0..<count).map { index in
      step("s\(index)", needs: index == 0 ? [] : ["s\(index - 1)"])
    }
    return flow("chain", steps, last: ["s\(count - 1)"])
  }

  /// Steps side by side, and one that needs them all.
  public static func fan(_ count: Int) -> Flow {
    let fan = (0..<max(0, count - 1)).map { step("s\($0)", needs: []) }
    return flow("fan", fan + [step("last", needs: fan.map(\.name))], last: ["last"])
  }

  /// Layers of a width, in which each step needs two of the layer before.
  public static func layers(width: Int, depth: Int) -> Flow {
    var steps: [Flow.Step] = []
    for layer in 0..<depth {
      for place in 0..<width {
        let needs =
          layer == 0 ? [] : Set([place, (place + 1) % width]).sorted().map { "s\(layer - 1)-\($0)" }
        steps.append(step("s\(layer)-\(place)", needs: needs))
      }
    }
    return flow("layers", steps, last: (0..<width).map { "s\(depth - 1)-\($0)" })
  }

  private static func step(_ name: String, needs: [String]) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.needs = needs
    step.timeout = .seconds(2)
    return step
  }

  private static func flow(_ name: String, _ steps: [Flow.Step], last: [String]) -> Flow {
    let bad = last.map { Condition($0, is: .string("unavailable")) }
    return Flow(
      name: name, deadline: .seconds(3 * steps.count), pages: ["home", "error"], steps: steps,
      landings: [
        Flow.Landing("error", when: Condition([.any(bad)])), Flow.Landing("home", after: last),
      ])
  }
}
