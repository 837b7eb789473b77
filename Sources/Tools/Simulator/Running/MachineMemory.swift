/// A memory of the machine's reactions to inputs: runs of one scenario pass through few states.
///
/// The machine alone decides the reaction. It is asked once for each input in each state. Its reaction, as actions of
/// the driver, is reused when another run reaches the same state with the same input. States contain everything that
/// decides the rest of a run, but not the numbers of attempts, which the driver counts.
///
/// Memory is bounded: when it is full, nothing is added, and runs use the machine where no reaction is stored.
struct MachineMemory: Sendable {
  /// The consequence of an input.
  struct Transition: Sendable {
    /// The state; -1 if the run has landed.
    var state: Int32
    var run: FlowState.Run
    var actions: Range<Int32>
  }

  /// The approximate maximal number of bytes.
  static let mostBytes = 1 << 25

  /// The states, as machines that have begun no attempt. The first one has not started.
  private(set) var states: [FlowMachine]
  private(set) var transitions: [Transition] = []
  private(set) var actions: [DriverAction] = []
  /// By state and input: the transition's number; -1 if unknown.
  private var known: [Int32]
  /// By the words of the steps: the states with these.
  private var places: [[UInt64]: [Int32]] = [:]
  private let inputs: Int
  private let mostStates: Int

  /// - Parameter machine: A machine before its start, which ends at the landing.
  init(_ machine: FlowMachine, inputs: Int, mostBytes: Int) {
    let bytes = 1_024 + 128 * machine.plan.steps.count + 16 * machine.plan.rules.count + 4 * inputs
    mostStates = mostBytes / bytes
    self.inputs = inputs
    states = [machine]
    known = Array(repeating: -1, count: inputs)
  }

  /// The transition of an input; nil if unknown.
  @inline(__always)
  func transition(_ state: Int, _ input: Int) -> Transition? {
    let number = known[state &* inputs &+ input]
    return number < 0 ? nil : transitions[Int(number)]
  }

  var hasRoom: Bool { states.count < mostStates && actions.count < 16 * mostStates }

  /// - Parameter machine: The machine after the input.
  mutating func add(
    _ state: Int, _ input: Int, _ machine: FlowMachine, _ newActions: [DriverAction]
  ) -> Transition {
    let start = Int32(actions.count)
    var transition = Transition(state: -1, run: machine.state.run, actions: start..<start)
    if machine.state.run.landedRule < 0 {
      actions += newActions
      transition.actions = start..<Int32(actions.count)
      transition.state = place(of: machine)
    }
    known[state * inputs + input] = Int32(transitions.count)
    transitions.append(transition)
    return transition
  }

  private mutating func place(of machine: FlowMachine) -> Int32 {
    var copy = machine
    copy.effects = []
    for step in copy.state.steps.indices {
      (copy.state.steps[step].attempt, copy.state.steps[step].hedgeAttempt) = (0, 0)
    }
    let words = copy.state.steps.map(\.word)
    if let found = places[words]?.first(where: { states[Int($0)].state == copy.state }) { return found }
    let place = Int32(states.count)
    states.append(copy)
    places[words, default: []].append(place)
    known.append(contentsOf: repeatElement(-1, count: inputs))
    return place
  }
}
