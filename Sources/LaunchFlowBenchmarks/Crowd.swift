import Dispatch
import Foundation
import LaunchFlow

/// How late launches land that run at once, all of them up to their deadline.
enum Crowd {
  private static let deadline = Duration.seconds(2)

  /// The arguments are how many launches run at once (1, 100, 1,000 and 10,000).
  static func run(_ arguments: [String]) async throws {
    let given = arguments.compactMap { Int($0) }
    print("launches at once whose step never answers, deadline \(deadline); lateness in milliseconds")
    print("launches     p50     p99     max   decided by p99     max   within 10 ms")
    for launches in given.isEmpty ? [1, 100, 1_000, 10_000] : given {
      try await withCheckedThrowingContinuation { continuation in
        // On a thread of its own, which no task can take away.
        Thread { continuation.resume(with: Result { try measure(launches) }) }.start()
      }
    }
    try await makeEngines(10_000)
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

  private static func measure(_ count: Int) throws {
    var actions = FlowActions()
    actions.register("hang") { _ in
      try await Task.sleep(for: .seconds(3_600))
      return 1
    }
    var step = Flow.Step("hang", .action(Flow.Action("hang")))
    step.timeout = .seconds(60)
    let flow = Flow(
      name: "crowd", deadline: deadline, pages: ["home", "other"], steps: [step],
      landings: [Flow.Landing("home", when: Condition("hang", is: "available")), Flow.Landing("other")])
    let engine = try FlowEngine(flow, actions: actions)
    let heard = Locked<[(heard: Double, decided: Double)]>([])
    let done = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "caller", qos: .userInteractive)
    var runs: [FlowRun] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      let run = try engine.start()
      run.onLanding(on: queue) { landing in
        let lateness = (start.duration(to: .now) - deadline) / .milliseconds(1)
        let total = heard.withLock { heard in
          heard.append((lateness, (landing.time - deadline) / .milliseconds(1)))
          return heard.count
        }
        if total == count { done.signal() }
      }
      runs.append(run)
    }
    done.wait()
    let figures = heard.withLock { $0 }
    let late = figures.map(\.heard).sorted()
    let decided = figures.map(\.decided).sorted()
    let columns = [quantile(late, 0.5), quantile(late, 0.99), quantile(late, 1)].map {
      String(format: "%8.2f", $0)
    }
    let decidedColumns = [quantile(decided, 0.99), quantile(decided, 1)].map { String(format: "%8.2f", $0) }
    let inTime = late.count { $0 <= 10 }
    print(
      String(format: "%8d", count) + columns.joined() + "       " + decidedColumns.joined()
        + String(format: "%15d", inTime))
    fflush(nil)
    withExtendedLifetime(runs) {}
    usleep(500_000)
  }

  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
