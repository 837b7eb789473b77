import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import LaunchFlowVerifier

/// How many states it takes to prove that flows of a shape land, and how long.
enum VerifierGrowth {
  /// Arguments: flow files; without any, chains, fans and layers of 5 to 30 steps, and a fan each of whose
  /// steps is asked about, which is as bad as can be.
  static func run(_ arguments: [String]) throws {
    print(
      "| flow | steps | states | transitions | ms | states/s | transitions/s |\n| --- | --: | --: | --: | --: | --: | --: |"
    )
    for path in arguments {
      let bytes = try Data(contentsOf: URL(filePath: path))
      guard let flow = Flow.read(SourceText(name: path, bytes: Array(bytes))).document else {
        print("\(path) is no sound flow")
        continue
      }
      try measure(flow.name, flow)
    }
    guard arguments.isEmpty else { return }
    for count in [5, 10, 20, 30] { try measure("chain", FlowShapes.chain(count)) }
    for count in [5, 10, 20, 30] { try measure("fan", FlowShapes.fan(count)) }
    for width in [3, 4, 5] {
      for depth in [3, 6] { try measure("layers of \(width)", FlowShapes.layers(width: width, depth: depth)) }
    }
    for count in [5, 8, 10, 12] { try measure("fan, each asked about", askedFan(count)) }
  }

  /// A promise that asks for each step by name keeps all of them apart.
  private static func askedFan(_ count: Int) -> Flow {
    var flow = FlowShapes.fan(count)
    let names = flow.steps.map(\.name)
    flow.promises = names.dropLast().map { name in
      .never(Condition([.fact(name, isAnyOf: ["timed-out"]), .fact("last", isAnyOf: ["succeeded"])]))
    }
    return flow
  }

  private static func measure(_ name: String, _ flow: Flow) throws {
    let plan = try FlowPlan(flow)
    var times: [Double] = []
    var extent: Verification.Extent?
    // The median of what fits into a second or so; the first run warms up. The processor's time, so that it
    // does not matter what else the machine does.
    while times.count < 2 || times.count < 15 && times.reduce(0, +) < 1 {
      let start = ProcessFigures.processorSeconds
      let verification = Verifier(plan).verify()
      times.append(ProcessFigures.processorSeconds - start)
      extent = verification.extent
    }
    guard let extent else { return }
    let seconds = max(1e-9, times.dropFirst().sorted()[(times.count - 1) / 2])
    func perSecond(_ count: Int) -> Int { Int(Double(count) / seconds) }
    let states = extent.isComplete ? "\(extent.nodes)" : "more than \(extent.nodes)"
    print(
      "| \(name) | \(plan.stepNames.count) | \(states) | \(extent.transitions) "
        + "| \(String(format: "%.2f", seconds * 1000)) | \(perSecond(extent.nodes)) "
        + "| \(perSecond(extent.transitions)) |")
  }
}
