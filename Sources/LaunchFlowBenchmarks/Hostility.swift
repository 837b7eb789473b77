import Dispatch
import LaunchFlow

/// What a step does until it is let go, after the landing.
enum Hostility: String {
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

  /// The kinds that many launches at once are measured with.
  static let ofLaunches: [Hostility] = [
    .neverResumes, .blocksItsThread, .ignoresCancellation, .answersAtTheDeadline, .answersTwice, .spins,
    .throwsLate, .floodsProgress, .allocates,
  ]
  /// The kinds that many steps of one launch are measured with.
  static let ofSteps: [Hostility] = [
    .neverResumes, .blocksItsThread, .ignoresCancellation, .answersTwice, .spins, .throwsLate,
    .blocksSwiftsPool, .blocksItsCancellation, .restartsLast,
  ]

  /// Gives a step the time-outs that its kind needs.
  func change(_ step: inout Flow.Step, _ deadline: Duration) {
    switch self {
    case .answersTwice:
      step.timeout = deadline * 2 / 5
      step.retry = Flow.Retry(attempts: 10)
    case .restartsLast:
      // All are cut and started again at one instant, just before the landing.
      step.timeout = deadline - .milliseconds(2)
      step.retry = Flow.Retry(attempts: 10)
      step.retry?.delay = .zero
    default: step.timeout = .seconds(60)
    }
  }

  /// The step's work.
  func work(_ gate: Gate, _ context: ActionContext, deadline: Duration = .zero) async throws {
    switch self {
    case .ignoresCancellation, .answersTwice, .restartsLast: await gate.wait()
    case .spins: while !gate.isOpen { try? await Task.sleep(for: .seconds(60)) }
    case .blocksItsThread: gate.block()
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
      for count in 0..<10_000 { context.report(progress: Double(count) / 10_000) }
      await gate.wait()
    case .allocates:
      let held = [UInt8](repeating: 1, count: 100_000)
      await gate.wait()
      withExtendedLifetime(held) {}
    }
  }
}
