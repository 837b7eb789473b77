import Foundation
import LaunchFlow
import LaunchFlowTestFlows

/// What a step costs that does nothing: in a flow, and in a task group written by hand.
enum StepCost {
  /// Steps that wait for one another, told by indices.
  private struct Shape {
    var name: String
    var flow: Flow
    /// By step: the steps that it waits for, and those that wait for it.
    var needs: [[Int]]
    var dependents: [[Int]]

    init(_ name: String, _ flow: Flow) {
      self.name = name
      self.flow = flow
      let places = Dictionary(uniqueKeysWithValues: flow.steps.enumerated().map { ($1.name, $0) })
      needs = flow.steps.map { $0.needs.compactMap { places[$0] } }
      dependents = Array(repeating: [], count: needs.count)
      for (step, needed) in needs.enumerated() {
        for need in needed { dependents[need].append(step) }
      }
    }
  }

  private struct Way {
    var name: String
    /// Runs all steps once; how many have run.
    var run: @Sendable () async throws -> Int
  }

  /// The first argument is how often each way is measured, further ones which ways.
  static func run(_ arguments: [String]) async throws {
    let rounds = max(1, arguments.first.flatMap { Int($0) } ?? 9)
    let wanted = arguments.dropFirst()
    let isWanted = { (way: Way) in wanted.isEmpty || wanted.contains(way.name) }
    print("nanoseconds for each of 10,000 steps that do nothing, medians of \(rounds)\n")
    for (index, shape) in shapes.enumerated() {
      let ways = [group(shape), try flow(shape)].filter(isWanted)
      if index == 0 {
        print(
          "| steps | \(ways.map(\.name).joined(separator: " | ")) |\n| --- |\(ways.map { _ in " --- |" }.joined())"
        )
      }
      let medians = try await medians(of: ways, shape, rounds)
      let cells = medians.map { median in
        "\(Int(median)) (\((median / medians[0]).formatted(.number.precision(.fractionLength(1)))))"
      }
      print("| \(shape.name) | \(cells.joined(separator: " | ")) |")
    }
  }

  private static var shapes: [Shape] {
    [
      Shape("100 layers of 100, each needs two", FlowShapes.layers(width: 100, depth: 100)),
      Shape("a chain", FlowShapes.chain(10_000)),
    ]
  }

  /// By shape: how many times the task group's step a flow's takes.
  static func ratios() async throws -> [(name: String, ratio: Double)] {
    var ratios: [(name: String, ratio: Double)] = []
    for shape in shapes {
      let medians = try await medians(of: [group(shape), try flow(shape)], shape, 9)
      ratios.append((shape.name, medians[1] / medians[0]))
    }
    return ratios
  }

  /// In nanoseconds a step. The ways take turns, so that a busy moment of the machine meets them all.
  private static func medians(of ways: [Way], _ shape: Shape, _ rounds: Int) async throws -> [Double] {
    var times: [[Double]] = ways.map { _ in [] }
    for round in 0...rounds {
      for (index, way) in ways.enumerated() {
        let start = ContinuousClock.now
        let count = try await way.run()
        let time = start.duration(to: .now) / .nanoseconds(1)
        guard count == shape.needs.count else {
          print("FAILED: \(way.name) has run \(count) steps")
          exit(1)
        }
        // The first round makes threads and fills caches.
        if round > 0 { times[index].append(time / Double(count)) }
      }
    }
    return times.map { $0.sorted()[rounds / 2] }
  }

  /// The engine and the compiled flow are made once, as an app does; a run's start and its whole trace count.
  private static func flow(_ shape: Shape) throws -> Way {
    var actions = FlowActions()
    for step in shape.flow.steps { actions.register(step.name) { _ in 1 } }
    let engine = try FlowEngine(shape.flow, actions: actions)
    return Way(name: "flow") {
      let trace = await (try engine.start()).finished
      return trace.events.count { event in
        if case .settled(_, let settlement) = event.kind { settlement.status == .succeeded } else { false }
      }
    }
  }

  /// What somebody would write who needs order and nothing else: no time-out, no fallback, no cancellation of one
  /// step, no record.
  private static func group(_ shape: Shape) -> Way {
    let (needs, dependents) = (shape.needs, shape.dependents)
    return Way(name: "task group") {
      await withTaskGroup(of: Int.self) { group in
        var open = needs.map(\.count)
        for step in open.indices where open[step] == 0 { group.addTask { await Self.work(step) } }
        var count = 0
        for await step in group {
          count += 1
          for dependent in dependents[step] {
            open[dependent] -= 1
            if open[dependent] == 0 { group.addTask { await Self.work(dependent) } }
          }
        }
        return count
      }
    }
  }

  @Sendable private static func work(_ step: Int) async -> Int { step }
}
