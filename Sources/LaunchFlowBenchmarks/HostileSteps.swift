import Dispatch
import Foundation
import LaunchFlow
import LaunchFlowTestHandlers

/// How late a run lands whose steps all do what a step must not do, as its caller sees it: on the main actor, in
/// a detached task, and by a call on a queue.
enum HostileSteps {
  private static let deadline = Duration.milliseconds(200)
  private static let kinds: [Hostility] = [
    .neverResumes, .blocksItsThread, .ignoresCancellation, .answersTwice, .spins, .throwsLate,
    .blocksSwiftsPool, .blocksItsCancellation, .restartsLast,
  ]

  private enum Caller: String, CaseIterable {
    case mainActor = "main actor"
    case detached = "detached"
    case queue
  }

  /// The arguments are the numbers of steps (1, 100, 1,000 and 10,000), how many rounds, and which kinds of steps
  /// (all).
  static func run(_ arguments: [String]) async throws {
    let given = arguments.first?.split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 } ?? []
    let numbers = given.isEmpty ? [1, 100, 1_000, 10_000] : given
    let rounds = max(1, arguments.dropFirst().first.flatMap { Int($0) } ?? 20)
    let wanted = arguments.dropFirst(2)
    let hostilities = kinds.filter { wanted.isEmpty || wanted.contains($0.rawValue) }
    // On a thread of its own, which the steps cannot take away.
    let isFine = await withCheckedContinuation { continuation in
      Thread {
        let results = numbers.map { measureAll(hostilities, steps: $0, rounds: rounds) }
        continuation.resume(returning: results.allSatisfy(\.self))
      }.start()
    }
    if !isFine { exit(1) }
  }

  private static func measureAll(_ hostilities: [Hostility], steps: Int, rounds: Int) -> Bool {
    print("\(steps) steps at once, deadline \(deadline), \(rounds) rounds; lateness in milliseconds")
    print("\(pad("each step", 26))\(pad("caller", 12))     p50     p99     max")
    var isFine = true
    for hostility in hostilities {
      for caller in Caller.allCases {
        do {
          isFine = try measure(hostility, caller, steps: steps, rounds: rounds) && isFine
        } catch {
          print("\(hostility.rawValue): \(error)")
          isFine = false
        }
      }
    }
    return isFine
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// Measures one pair and prints its line; false if a run landed elsewhere.
  private static func measure(
    _ hostility: Hostility, _ caller: Caller, steps: Int, rounds: Int
  ) throws -> Bool {
    let current = Locked(Gate())
    var actions = FlowActions()
    actions.register("work") { context in
      try await hostility.work(until: current.withLock { $0 }, context)
      return 1
    }
    let engine = try FlowEngine(flow(steps, hostility), actions: actions)
    var lateness: [Double] = []
    var isFine = true
    for _ in 0..<rounds {
      let gate = Gate()
      current.withLock { $0 = gate }
      let (time, page) = round(engine, caller, gate)
      isFine = isFine && page == "other"
      lateness.append((time - deadline) / .milliseconds(1))
      // What is let go has to end before the next round.
      usleep(50_000)
    }
    lateness.sort()
    let figures = [lateness[rounds / 2], lateness[min(rounds - 1, rounds * 99 / 100)], lateness[rounds - 1]]
    let columns = figures.map { String(format: "%8.2f", $0) }.joined()
    print(
      "\(pad(hostility.rawValue, 26))\(pad(caller.rawValue, 12))\(columns)\(isFine ? "" : "  WRONG PAGE")")
    fflush(nil)
    return isFine
  }

  private static func flow(_ count: Int, _ hostility: Hostility) -> Flow {
    let steps = (0..<count).map { index in
      var step = Flow.Step("work-\(index)", .action(Flow.Action("work")))
      hostility.change(&step, deadline)
      return step
    }
    return Flow(
      name: "hostile", deadline: deadline, pages: ["home", "other"], steps: steps,
      landings: [
        Flow.Landing("home", when: Condition("work-0", is: "available")),
        Flow.Landing("other", after: steps.map(\.name)),
      ])
  }

  /// One run: how long its caller waited, and the page. The steps are let go afterwards; if the caller has not
  /// been heard of a second after the deadline, before it.
  private static func round(
    _ engine: FlowEngine, _ caller: Caller, _ gate: Gate
  ) -> (Duration, String?) {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<(Duration, String?)>((.zero, nil))
    let report: @Sendable (ContinuousClock.Instant, FlowLanding) -> Void = { start, landing in
      let time = start.duration(to: .now)
      result.withLock { $0 = (time, landing.page) }
      done.signal()
    }
    let kept = Locked<FlowRun?>(nil)
    switch caller {
    case .mainActor:
      Task { @MainActor in
        let start = ContinuousClock.now
        if let run = try? engine.start() { report(start, await run.landing) } else { done.signal() }
      }
    case .detached:
      Task.detached {
        let start = ContinuousClock.now
        if let run = try? engine.start() { report(start, await run.landing) } else { done.signal() }
      }
    case .queue:
      let start = ContinuousClock.now
      let run = try? engine.start()
      kept.withLock { $0 = run }
      run?.onLanding(on: DispatchQueue(label: "caller")) { report(start, $0) }
    }
    if done.wait(timeout: .now() + 1.2) == .timedOut {
      gate.open()
      done.wait()
    }
    gate.open()
    return result.withLock { $0 }
  }
}
