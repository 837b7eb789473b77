import LaunchFlowSimulator
import LaunchFlowSwitch

/// A time of a run: so long after the event of a variable.
struct SwitchMoment {
  var base = 0
  var lead: Int64 = 0
}

/// The surroundings of a switch's run in a search, during one event: each later event may come at every possible time.
struct SwitchStep<Times: TimeBounds> {
  /// Something that the path of a run needs to know, with the variable of its time.
  enum Note {
    case pending(SwitchRunState.Pending, Int)
    /// A request was sent. The variable of its answer is nil if that is lost.
    case sent(domain: Int?, answer: Int?)
  }

  private let transitions: SwitchTransitions
  /// The choices to take; after their end, the first possible ones.
  private let given: [Int]
  let moment: SwitchMoment
  let weatherSince: Int64
  var frame: SwitchFrame<Times>
  /// Whether the event can have these consequences at some time.
  private(set) var isPossible = true
  var samples: [SwitchWatch.Sample] = []
  private(set) var notes: [Note] = []
  /// By request, in order: which of its possible answers was taken, and the number of possible ones.
  private(set) var choices: [(taken: Int, of: Int)] = []
  var isOver = false

  init(
    _ transitions: SwitchTransitions, _ frame: SwitchFrame<Times>, _ given: [Int], at moment: SwitchMoment,
    weatherSince: Int64
  ) {
    (self.transitions, self.frame, self.given) = (transitions, frame, given)
    (self.moment, self.weatherSince) = (moment, weatherSince)
  }
}

extension SwitchStep: SwitchRunHost {
  private var timetable: SwitchTimetable { transitions.timetable }
  private var firstFault: Int { transitions.plan.pendingSlots }

  /// The slots of faults that are still ahead.
  private var ahead: [Int] {
    timetable.windows.indices.map { firstFault + $0 }.filter { slot in
      if case .fault(_, .ahead)? = frame.state.pending[slot] { true } else { false }
    }
  }

  /// The slots of faults that lose answers when they begin.
  private var silencesAhead: [Int] { ahead.filter { timetable.windows[$0 - firstFault].isSilent } }

  var world: SwitchWorld {
    let ahead = ahead.reduce(0) { $0 | 1 << ($1 - firstFault) }
    return timetable.worlds[timetable.worlds.count - 1 - ahead]
  }

  mutating func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], flips: Bool) {
    if flips { frame.counts.flips += 1 }
    for effect in effects {
      switch effect {
      case .began(let cause): samples += frame.state.watch.begin(cause, timetable.faults)
      case .ended(let cause): samples += frame.state.watch.end(cause, timetable.faults, &frame.counts)
      default: break
      }
    }
  }

  mutating func killed(wasOffline: Bool) {
    if wasOffline { frame.counts.flips += 1 }
    samples += frame.state.watch.endAll(&frame.counts)
    for slot in frame.state.pending.keys where slot < firstFault { remove(slot) }
  }

  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool) {
    add(.timer(timer), (hasJitter ? 0 : nanoseconds)...nanoseconds)
  }

  mutating func add(_ answer: SwitchRun.Answer, within timeout: Int64?, before end: Int64) {
    let variable = add(.answer(answer), 0...(timeout ?? 0))
    guard timeout != nil else { return }
    constrain(variable, 0, atMost: end - 1)
    for silence in silencesAhead { constrain(variable, frame.variables[silence] ?? 0, atMost: -1) }
  }

  /// Adds a pending event after this one, and returns its variable.
  @discardableResult
  mutating func add(_ pending: SwitchRunState.Pending, _ delay: ClosedRange<Int64>) -> Int {
    let slot = transitions.slot(of: pending)
    let delay = delay.clamped(to: 0...Zone.longest)
    let variable = frame.times.add(
      after: moment.base, moment.lead + delay.lowerBound...moment.lead + delay.upperBound)
    // A new press replaces a press that is being stored.
    frame.state.pending[slot] = pending
    frame.variables[slot] = variable
    notes.append(.pending(pending, variable))
    return variable
  }

  mutating func remove(_ slot: Int) {
    frame.state.pending[slot] = nil
    frame.variables[slot] = nil
  }

  /// Chooses whether an answer arrives, or which silence loses it.
  mutating func arrives(_ domain: Int?, _ isLost: Bool, nextLoss: Int64, within timeout: Int64) -> Bool {
    let ahead = silencesAhead
    let taken = choose([!isLost, isLost || nextLoss < .max] + ahead.map { _ in !isLost })
    if taken > 1 {
      constrain(frame.variables[ahead[taken - 2]] ?? 0, moment.base, atMost: moment.lead + timeout)
    } else if taken == 1, !isLost {
      constrain(0, moment.base, atMost: moment.lead + timeout - nextLoss)
    }
    return taken == 0
  }

  mutating func sent(domain: Int?, isLost: Bool) {
    var answer: Int?
    if !isLost { for case .pending(.answer, let variable) in notes { answer = variable } }
    notes.append(.sent(domain: domain, answer: answer))
  }

  private mutating func constrain(_ later: Int, _ earlier: Int, atMost bound: Int64) {
    if !frame.times.constrain(later, earlier, atMost: bound) { isPossible = false }
  }

  private mutating func choose(_ possible: [Bool]) -> Int {
    let options = possible.indices.filter { possible[$0] }
    let place = choices.count
    let taken = place < given.count ? given[place] : 0
    choices.append((taken, options.count))
    return options.indices.contains(taken) ? options[taken] : 0
  }
}
