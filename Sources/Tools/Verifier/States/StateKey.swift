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
    /// Unknown also if it is not read.
    var truth = Truth.unknown
    /// Whether it is read and undecided.
    var isOpen = false
  }

  let plan: FlowPlan
  let questions: StateQuestions
  /// The words of the newest state.
  var words: [UInt64] = []
  /// By root: its value in the newest state, and in the state before it.
  var readings: [Reading]
  private var readingsBefore: [Reading]
  var liveCaches: [Bool]
  /// Whether some step may still call out, and by domain whether some step may call it.
  var isAppLive = false
  var liveDomains: [Bool]
  /// By signal: whether it still matters.
  var liveSignals: [Bool]

  /// - Parameter promises: The promises whose truth is kept.
  init(_ choices: WorldChoices, promises: Set<Int>) {
    plan = choices.plan
    questions = StateQuestions(plan, promises: promises)
    liveCaches = plan.flow.caches.map { _ in false }
    liveDomains = plan.domains.map { _ in false }
    liveSignals = plan.signals.map { _ in false }
    readings = questions.roots.map { _ in Reading() }
    readingsBefore = readings
  }

  /// Prepares for the successors of a state.
  mutating func begin(_ state: FlowState) {
    read(state)
    readingsBefore = readings
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

  /// Whether an undecided condition of the state before asks for a name.
  func isAsked(_ name: Int32, of step: Int) -> Bool { questions.isAsked(name, of: step, readingsBefore) }

  private func distinguishesTimeOut(of step: Int) -> Bool {
    questions.statusQuestions[step].contains { root, statuses in
      readingsBefore[root].isOpen
        && (statuses & Status.failed.bit != 0) != (statuses & Status.timedOut.bit != 0)
    }
  }
}

extension StateQuestions {
  /// Whether an undecided condition asks for a name.
  func isAsked(_ name: Int32, of step: Int, _ readings: [StateKey.Reading]) -> Bool {
    nameRoots[step][name]?.contains { readings[$0].isOpen } ?? false
  }
}
