import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// A step's state in one word tells apart what a file can bring about.
@Suite struct StepWordTests {
  private func step(_ change: (inout FlowState.Step) -> Void) -> FlowState.Step {
    var step = FlowState.Step(PlannedStep(kind: .http))
    change(&step)
    return step
  }

  @Test func `many fallbacks are told apart`() {
    let words = Set(
      [0, 1, 16_383, 16_384, 16_385, 500_000].map { count in step { $0.nextFallback = count }.word })
    #expect(words.count == 6)
  }

  @Test func `many names are told apart`() {
    let words = Set(
      [-2, -1, 0, 1_048_574, 1_048_575, 9_000_000].map { name in step { $0.name = name }.word })
    #expect(words.count == 6)
  }

  @Test func `tries do not reach into other parts`() {
    let words = Set([0, 1, 999, 1000].map { tries in step { $0.tries = tries }.word })
    #expect(words.count == 4)
    let state = step { $0.tries = 1000 }.word ^ step { _ in }.word
    #expect(state.trailingZeroBitCount >= 53)
  }

  @Test func `attempts are numbered anew after the greatest number`() {
    var step = step { $0.attempt = .max - 1 }
    #expect(step.beginAttempt() == Int(Int32.max))
    #expect(step.beginAttempt() == 1)
  }
}
