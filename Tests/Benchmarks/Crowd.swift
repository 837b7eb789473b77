import Dispatch
import Foundation
import LaunchFlow
import LaunchFlowTestHandlers
import LaunchFlowTestProcesses

/// How late launches land that run at once, all of them up to their deadline.
enum Crowd {
  private static let deadline = Duration.seconds(2)
  private static let kinds: [Hostility] = [
    .neverResumes, .blocksItsThread, .ignoresCancellation, .answersAtTheDeadline, .answersTwice, .spins,
    .throwsLate, .floodsProgress, .allocates,
  ]

  /// The arguments are how many launches run at once (1, 100, 1,000 and 10,000), and which kinds of steps (all).
  static func run(_ arguments: [String]) async throws {
    let given = arguments.first?.split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 } ?? []
    let numbers = given.isEmpty ? [1, 100, 1_000, 10_000] : given
    let wanted = arguments.dropFirst()
    let kinds = kinds.filter { wanted.isEmpty || wanted.contains($0.rawValue) }
    print("launches at once, each with a hostile step, deadline \(deadline); lateness in milliseconds")
    print(row("the step", "launches", ["p50", "p99", "max"], "within 10 ms"))
    try await withCheckedThrowingContinuation { continuation in
      // On a thread of its own, which no task can take away.
      Thread {
        continuation.resume(
          with: Result {
            for kind in kinds { for number in numbers { try measure(kind, number) } }
          })
      }.start()
    }
    if wanted.isEmpty { try await makeEngines(10_000) }
  }

  private static func row(_ kind: String, _ launches: String, _ times: [String], _ share: String) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(1, width - text.count)) + text
    }
    let name = kind + String(repeating: " ", count: max(1, 26 - kind.count))
    return name + right(launches, 8) + times.map { right($0, 9) }.joined() + right(share, 15)
  }

  /// Makes engines one after another, each with one launch, and prints how many threads the process has at most.
  private static func makeEngines(_ count: Int) async throws {
    let flow = Flow(
      name: "one", deadline: deadline, pages: ["home"], steps: [Flow.Step("value", .value(1))],
      landings: [Flow.Landing("home")])
    var most = 0
    for number in 0..<count {
      _ = try await FlowEngine(flow).start().landing
      if number % 100 == 0 { most = max(most, ProcessFigures.threads) }
    }
    print("\(count) engines made one after another: \(max(most, ProcessFigures.threads)) threads at most")
  }

  private static func measure(_ kind: Hostility, _ count: Int) throws {
    let gate = Gate()
    var actions = FlowActions()
    actions.register("work") { context in
      try await kind.work(until: gate, context, deadline: deadline)
      return 1
    }
    var step = Flow.Step("work", .action(Flow.Action("work")))
    kind.change(&step, deadline)
    let flow = Flow(
      name: "crowd", deadline: deadline, pages: ["home", "other"], steps: [step],
      landings: [Flow.Landing("home", when: Condition("work", is: "available")), Flow.Landing("other")])
    let engine = try FlowEngine(flow, actions: actions)
    let heard = Locked<[Double]>([])
    let done = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "caller", qos: .userInteractive)
    var runs: [FlowRun] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      let run = try engine.start()
      run.onLanding(on: queue) { _ in
        let lateness = (start.duration(to: .now) - deadline) / .milliseconds(1)
        let total = heard.withLock { heard in
          heard.append(lateness)
          return heard.count
        }
        if total == count { done.signal() }
      }
      runs.append(run)
    }
    done.wait()
    gate.open()
    let late = heard.withLock { $0.sorted() }
    let times = [0.5, 0.99, 1].map { share in
      String(format: "%.2f", late[min(late.count - 1, Int(Double(late.count) * share))])
    }
    let share = Double(late.count { $0 <= 10 }) / Double(count)
    print(row(kind.rawValue, "\(count)", times, String(format: "%.1f %%", share * 100)))
    fflush(nil)
    withExtendedLifetime(runs) {}
    // What is let go has to end before the next ones start.
    usleep(1_000_000)
  }
}
