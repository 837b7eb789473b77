import LaunchFlowMachine

/// Gives equal words to machine states from which the run continues in the same way.
///
/// The rest of a run depends on facts (statuses, names, inputs, the page) only through the conditions that are still
/// read: those of waiting steps, the landing rules until the landing, and the promises. Facts never change, so a
/// decided condition stays decided. Of it only the truth is kept, and of a fact only the answers to undecided
/// conditions. Only the members of a polled group settle once a round: facts that their conditions read from outside
/// are kept until the group has settled, facts about one another are forgotten with the round. All other traces of
/// settled steps are merged. So are numbers of attempts (they only fence off stale answers), counts of tries without
/// retries, the content of a cache that no step will read, whether a domain is offline that no step will call, whether
/// the run is degraded or cancelled, and which rule it landed by.
///
/// Two states with equal words therefore allow the same inputs, give the same effects on timers, and lead to
/// states with equal words: a bisimulation. One of them represents both.
struct StateKey {
  /// The value of a root in a state.
  struct Reading {
    var value = Truth.unknown
    /// 0 if it is unused or undecided, 1 if false, 2 if true.
    var truth: UInt8 = 0
    /// Whether one of its steps has settled since its value was found.
    var isStale = true
    /// Whether it is read and undecided.
    var isOpen = false
  }

  let plan: FlowPlan
  let questions: SharedQuestions
  var words: [UInt64] = []

  // Scratch for one state, and for the state before it.
  var readings: [Reading]
  var readingsBefore: [Reading]
  /// By step: its state as a word.
  var steps: [UInt64]
  var stepsBefore: [UInt64]
  /// By step: whether the questions about it have changed.
  var isAskedAnew: [Bool]
  /// The step words of the key of the state before.
  var stepWordsBefore: [UInt64]
  var hasLandedBefore = false
  var liveCaches: [Bool]
  /// Whether some step may still call out, and by domain whether some step may call it.
  var isAppLive = false
  var liveDomains: [Bool]
  /// By signal: whether it still matters.
  var liveSignals: [Bool]

  /// - Parameter promises: The promises whose truth is kept.
  init(_ choices: WorldChoices, promises: Set<Int>) {
    plan = choices.plan
    questions = SharedQuestions(StateQuestions(plan, promises: promises))
    liveCaches = plan.flow.caches.map { _ in false }
    liveDomains = plan.domains.map { _ in false }
    liveSignals = plan.signals.map { _ in false }
    isAskedAnew = plan.steps.map { _ in false }
    stepWordsBefore = plan.steps.map { _ in 0 }
    steps = stepWordsBefore
    stepsBefore = steps
    readings = questions.all.roots.map { _ in Reading() }
    readingsBefore = readings
    words = Array(repeating: 0, count: wordCount)
  }

  /// A number for a reaction, without the name that no undecided condition asks about, and without the
  /// difference between `failed` and `timed-out` if no undecided condition asks about that.
  ///
  /// Reactions with one number lead to states with equal words: only conditions read names and distinguish
  /// these two statuses.
  @inline(__always)
  func number(of reaction: FlowMachine.Reaction, to step: Int) -> UInt64 {
    switch reaction {
    case .succeed(let name): number(0, name, of: step)
    case .recover(let name): number(1, name, of: step)
    case .refuse(let name): number(2, name, of: step)
    case .giveUp(let status, let name):
      number(3 | UInt64(distinguishesTimeOut(of: step) ? status.bit : Status.failed.bit) << 8, name, of: step)
    case .pollAgain: 4
    case .retry: 5
    case .nextFallback: 6
    case .refresh: 7
    case .endLateWork: 8
    }
  }

  @inline(__always)
  private func number(_ kind: UInt64, _ name: Int32, of step: Int) -> UInt64 {
    isAsked(name, of: step) ? kind | UInt64(name + 1) << 32 : kind
  }

  /// Whether an undecided condition asks for a name.
  @inline(__always)
  func isAsked(_ name: Int32, of step: Int) -> Bool {
    guard name >= 0 else { return false }
    let range = questions.all.questions(of: step)
    var place = range.lowerBound
    var end = range.upperBound
    while place < end {
      let middle = place + (end - place) / 2
      if questions.all.questions[middle].isName, questions.all.questions[middle].operand >= name {
        end = middle
      } else {
        place = middle + 1
      }
    }
    while place < range.upperBound, questions.all.questions[place].operand == name {
      if readingsBefore[questions.all.questions[place].root].isOpen { return true }
      place += 1
    }
    return false
  }

  @inline(__always)
  private func distinguishesTimeOut(of step: Int) -> Bool {
    questions.all.questions(of: step).contains { place in
      let operand = questions.all.questions[place].operand
      return !questions.all.questions[place].isName
        && readingsBefore[questions.all.questions[place].root].isOpen
        && (operand & Status.failed.bit != 0) != (operand & Status.timedOut.bit != 0)
    }
  }
}
