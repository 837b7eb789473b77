import Foundation
import LaunchFlowMachine
import LaunchFlowTestFlows
import LaunchFlowVerifier
import LaunchFlowTestProcesses

/// How many states it takes to prove the claims of flows of a shape, how long, and how much memory.
enum VerifierGrowth {
  /// Arguments: flow files; without any, chains, fans and layers of 5 to 30 steps, and a fan each of whose
  /// steps is asked about, which is as bad as can be.
  static func run(_ arguments: [String]) throws {
    print(
      """
      | flow | steps | states | ms | states/s | peak MB | decided |
      | --- | --: | --: | --: | --: | --: | --- |
      """
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
    for (count, length) in [(6, 3), (7, 3), (12, 3), (50, 5), (50, 20)] {
      try measure("\(count) chains of \(length)", FlowShapes.chains(count, length: length))
    }
    for depth in [20, 100] { try measure("\(depth) layers of 10", FlowShapes.grid(width: 10, depth: depth)) }
    for count in [26, 37] {
      try measure("tasks, main lane", FlowShapes.tasks(count, workers: 0, seed: 3))
      try measure("tasks, main lane and 4 workers", FlowShapes.tasks(count, workers: 4, seed: 3))
    }
    for count in [100, 300, 1000] {
      for seed in 1...3 {
        try measure("series-parallel", FlowShapes.seriesParallel(count, seed: UInt64(seed)))
      }
    }
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
    var verification: Verification?
    // The median of what fits into a second or so; the first run warms up. The processor's time, so that it
    // does not matter what else the machine does.
    ProcessFigures.forgetMostResident()
    while times.count < 2 || times.count < 15 && times.reduce(0, +) < 1 {
      let start = ProcessFigures.processorSeconds
      verification = Verifier(plan).verify()
      times.append(ProcessFigures.processorSeconds - start)
    }
    guard let verification else { return }
    let extent = verification.extent
    let seconds = max(1e-9, times.dropFirst().sorted()[(times.count - 1) / 2])
    func perSecond(_ count: Int) -> Int { Int(Double(count) / seconds) }
    let states = extent.isComplete ? "\(extent.nodes)" : "more than \(extent.nodes)"
    let memory = ProcessFigures.mostResidentKilobytes.map { "\($0 / 1000)" } ?? "?"
    print(
      "| \(name) | \(plan.stepNames.count) | \(states) "
        + "| \(String(format: "%.2f", seconds * 1000)) | \(perSecond(extent.nodes)) "
        + "| \(memory) | \(decided(verification)) |")
  }

  /// What is left open, or that nothing is.
  private static func decided(_ verification: Verification) -> String {
    let open = verification.promises.filter { !$0.verdict.isProved && !$0.verdict.isBroken }.count
    var words = open == 0 ? "all" : "all but \(open) of \(verification.promises.count)"
    if let worst = verification.worstCase, worst.witness?.landsAt != worst.bound {
      words +=
        ", latest between \((worst.witness?.landsAt ?? 0) / 1_000_000) and \(worst.bound / 1_000_000) ms"
    }
    return words
  }
}
