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

  @Test func `counts do not overlap in a state's word`() {
    let fallbacks = [0, 1, 16_383, 16_384, 16_385, 500_000].map { count in
      step { $0.nextFallback = count }.word
    }
    let names = [-2, -1, 0, 1_048_574, 1_048_575, 9_000_000].map { name in step { $0.name = name }.word }
    let tries = [0, 1, 999, 1000].map { tries in step { $0.tries = tries }.word }
    for words in [fallbacks, names, tries] { #expect(Set(words).count == words.count) }
    #expect((tries[3] ^ tries[0]).trailingZeroBitCount >= 53)
  }

  @Test func `attempts start at 1 again after the largest number`() {
    var step = step { $0.attempt = .max - 1 }
    #expect(step.beginAttempt() == Int(Int32.max))
    #expect(step.beginAttempt() == 1)
  }
}
