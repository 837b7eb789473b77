import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// A step's state in one word tells apart what a file can bring about.
@Suite struct StepWordTests {
  private func word(_ change: (inout FlowState.Step) -> Void) -> UInt64 {
    var step = FlowState.Step(PlannedStep(kind: .http))
    change(&step)
    return step.word
  }

  @Test func manyFallbacksAreToldApart() {
    let counts: [Int32] = [0, 1, 16_383, 16_384, 16_385, 500_000]
    #expect(Set(counts.map { count in word { $0.nextFallback = count } }).count == 6)
  }

  @Test func manyNamesAreToldApart() {
    let names: [Int32] = [-2, -1, 0, 1_048_574, 1_048_575, 9_000_000]
    #expect(Set(names.map { name in word { $0.name = name } }).count == 6)
  }

  @Test func triesDoNotReachIntoOtherParts() {
    let tries: [Int32] = [0, 1, 999, 1000]
    #expect(Set(tries.map { tries in word { $0.tries = tries } }).count == 4)
    #expect((word { $0.tries = 1000 } ^ word { _ in }).trailingZeroBitCount >= 53)
  }

  @Test func attemptsAreNumberedAnewAfterTheGreatestNumber() {
    var step = FlowState.Step(PlannedStep(kind: .http))
    step.attempt = .max - 1
    #expect(step.beginAttempt() == Int(Int32.max))
    #expect(step.beginAttempt() == 1)
  }
}
