import Dispatch
import LaunchFlow

/// What a step does that no step should do, until a gate is opened after the landing.
package enum Hostility: String, CaseIterable, Sendable {
  case neverResumes = "never returns"
  case blocksItsThread = "blocks its thread"
  case ignoresCancellation = "ignores its cancellation"
  case answersAtTheDeadline = "answers at the deadline"
  case answersTwice = "answers twice, late"
  case spins = "spins once cancelled"
  case throwsLate = "throws after the landing"
  case floodsProgress = "floods with progress"
  case allocates = "holds 100 kB"
  case blocksSwiftsPool = "blocks Swift's pool"
  case blocksItsCancellation = "blocks its cancellation"
  case restartsLast = "restarts before the end"
  case blocksTheMainThread = "blocks the main thread"

  /// Gives a step the time-outs and the lane that its kind needs, in a flow with this deadline.
  package func change(_ step: inout Flow.Step, _ deadline: Duration) {
    step.timeout = .seconds(60)
    switch self {
    case .answersTwice:
      step.timeout = deadline * 2 / 5
      step.retry = Flow.Retry(attempts: 10)
    case .restartsLast:
      // All are cut and started again at one instant, just before the landing.
      step.timeout = deadline - .milliseconds(2)
      step.retry = Flow.Retry(attempts: 10)
      step.retry?.delay = .zero
    case .blocksTheMainThread: step.lane = Flow.Lane.main
    default: break
    }
  }

  /// The step's work, on its caller's executor. `context` gets the progress, and `deadline` is the time of the late answer.
  package nonisolated(nonsending) func work(
    until gate: Gate, _ context: ActionContext? = nil, deadline: Duration = .zero
  ) async throws {
    switch self {
    case .ignoresCancellation, .answersTwice, .restartsLast: await gate.wait()
    // Once cancelled, its sleep returns at once, again and again.
    case .spins: while !gate.isOpen { try? await Task.sleep(for: .seconds(60)) }
    case .blocksItsThread: gate.block()
    case .blocksTheMainThread:
      MainActor.assertIsolated()
      gate.block()
    case .blocksSwiftsPool:
      Task.detached(priority: .userInitiated) { gate.block() }
      await gate.wait()
    case .neverResumes: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    case .blocksItsCancellation:
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.block()
      }
    case .throwsLate:
      await gate.wait()
      throw CancellationError()
    case .answersAtTheDeadline:
      await withUnsafeContinuation { continuation in
        let due = DispatchTime.now() + deadline / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: due) { continuation.resume() }
      }
    case .floodsProgress:
      for count in 0..<10_000 { context?.report(progress: Double(count) / 10_000) }
      await gate.wait()
    case .allocates:
      let held = [UInt8](repeating: 1, count: 100_000)
      await gate.wait()
      withExtendedLifetime(held) {}
    }
  }
}
