import LaunchFlowMachine

/// The reasons why a step ended before it started, over all explored runs.
struct MissedStart: Hashable {
  /// The last rule that landed a run before the step's start; -1 for none.
  var rule: Int32 = -1
  /// The first need found unavailable; -1 for none.
  var need: Int32 = -1
  var hasFalseCondition = false
  /// Whether a deadline passed while it waited.
  var isTimedOut = false

  /// Adds a settlement without a start.
  ///
  /// - Parameter landing: The rule by which the same event landed the run, or -1.
  mutating func note(_ settlement: FlowMachine.Settlement, landing: Int32) {
    switch (settlement.status, settlement.reason) {
    case (.skipped, .need(let step, _)): if need < 0 { need = Int32(step) }
    case (.skipped, .condition): hasFalseCondition = true
    case (.cancelled, _): rule = max(rule, landing)
    case (.timedOut, _): isTimedOut = true
    default: break
    }
  }

  mutating func merge(_ other: MissedStart) {
    rule = max(rule, other.rule)
    if need < 0 { need = other.need }
    hasFalseCondition = hasFalseCondition || other.hasFalseCondition
    isTimedOut = isTimedOut || other.isTimedOut
  }
}
