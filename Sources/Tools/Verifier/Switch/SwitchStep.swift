/// The surroundings of a switch's run in a search, during one event: each later event may come at every possible time.
struct SwitchStep<Times: TimeBounds> {
  /// Something that the path of a run needs to know, with the variable of its time.
  enum Note {
    /// A request was sent. The variable of its answer is nil if that is lost.
    case sent(domain: Int?, answer: Int?)
    /// The wait for the next question about a domain begins.
    case waits(domain: Int, Int)
  }

  private let transitions: SwitchTransitions
  /// The choices to take; after their end, the first possible ones.
  private let given: [Int]
  /// The variable of the event.
  let event: Int
  let weatherSince: Int64
  var frame: SwitchFrame<Times>
  /// Whether the event can have these consequences at some time.
  private(set) var isPossible = true
  private(set) var samples: [SwitchWatch.Sample] = []
  private(set) var notes: [Note] = []
  /// By request, in order: which of its possible answers was taken, and the number of possible ones.
  private(set) var choices: [(taken: Int, of: Int)] = []

  init(
    _ transitions: SwitchTransitions, _ frame: SwitchFrame<Times>, _ given: [Int], at event: Int,
    weatherSince: Int64
  ) {
    (self.transitions, self.frame, self.given) = (transitions, frame, given)
    (self.event, self.weatherSince) = (event, weatherSince)
  }
}

extension SwitchStep: SwitchRunHost {
  private var firstFault: Int { transitions.plan.pendingSlots }

  /// The windows whose faults are still ahead.
  private var ahead: [Int] {
    transitions.windows.indices.filter { window in
      frame.state.pending[firstFault + window] == .fault(window: window, .ahead)
    }
  }

  var world: SwitchWorld {
    transitions.worlds[transitions.worlds.count - 1 - ahead.reduce(0) { $0 | 1 << $1 }]
  }

  var faults: [SwitchTrace.Fault] { transitions.timetable.faults }

  var counts: SwitchWatch.Counts {
    get { frame.counts }
    set { frame.counts = newValue }
  }

  mutating func measured(_ sample: SwitchWatch.Sample) { samples.append(sample) }

  func handled(_ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect]) {}

  mutating func killed() {
    for slot in frame.state.pending.keys where slot < firstFault { remove(slot) }
  }

  mutating func arm(_ timer: SwitchTimer, _ nanoseconds: Int64, hasJitter: Bool) {
    let variable = add(.ofRun(.timer(timer)), (hasJitter ? 0 : nanoseconds)...nanoseconds)
    if timer.kind == .poll { notes.append(.waits(domain: timer.domain, variable)) }
  }

  mutating func add(_ pending: SwitchRun.Pending) { add(.ofRun(pending), 0...0) }

  /// Adds a pending event after this one, and returns its variable.
  @discardableResult
  mutating func add(_ pending: SwitchRunState.Pending, _ delay: ClosedRange<Int64>) -> Int {
    let slot = transitions.slot(of: pending)
    let variable = frame.times.add(after: event, delay.clamped(to: 0...Zone.longest))
    // A new press replaces a press that is being stored.
    frame.state.pending[slot] = pending
    frame.variables[slot] = variable
    return variable
  }

  mutating func remove(_ slot: Int) {
    frame.state.pending[slot] = nil
    frame.variables[slot] = nil
  }

  /// Chooses whether the answer arrives, or which silence loses it.
  mutating func send(_ request: SwitchRun.Request) {
    var answer: Int?
    if request.isRefused {
      answer = add(.ofRun(request.answer), 0...0)
    } else {
      let silences = ahead.filter { transitions.windows[$0].isSilent }
        .map { frame.variables[firstFault + $0] ?? 0 }
      let mayBeLost = request.isLost || request.nextLoss < .max
      let taken = choose([!request.isLost, mayBeLost] + silences.map { _ in !request.isLost })
      if taken == 0 {
        let variable = add(.ofRun(request.answer), 0...request.timeout)
        constrain(variable, 0, atMost: request.nextLoss - 1)
        for silence in silences { constrain(variable, silence, atMost: -1) }
        answer = variable
      } else if taken > 1 {
        constrain(silences[taken - 2], event, atMost: request.timeout)
      } else if !request.isLost {
        constrain(0, event, atMost: request.timeout - request.nextLoss)
      }
    }
    notes.append(.sent(domain: request.domain, answer: answer))
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
