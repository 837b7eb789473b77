import LaunchFlowMachine
import LaunchFlowSwitch

/// Turns a switch's inputs and effects into a trace's events; every driver records with it.
package struct SwitchRecorder: Sendable {
  package var trace: SwitchTrace
  /// By press: whether it wanted the mark.
  private var presses: [Int: Bool] = [:]

  package init(_ plan: SwitchPlan, scenario: String? = nil, seed: UInt64? = nil) {
    trace = SwitchTrace(plan, scenario: scenario, seed: seed)
  }

  /// Adds an event that only a driver knows.
  package mutating func record(_ kind: SwitchTrace.EventKind, at time: Int64) {
    trace.events.append(SwitchTrace.Event(at: time, kind))
    trace.end = max(trace.end, time)
  }

  /// Adds an input and its effects at their time, in nanoseconds since the record's start.
  package mutating func record(
    _ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], at time: Int64
  ) {
    switch input {
    case .markStored(let number):
      if let isMarked = presses.removeValue(forKey: number) { record(.markStored(isMarked), at: time) }
    // The machine's effects show the consequences of these.
    case .probeEnded, .questionEnded, .timerFired: break
    case .started, .markRequested, .pathChanged, .callSucceeded, .callFailed, .verdictReported,
      .enteredBackground,
      .returned:
      record(.input(input), at: time)
    }
    for effect in effects {
      switch effect {
      case .storeMark(let wantsMark, let number): presses[number] = wantsMark
      // Orders to the driver; their consequences are recorded when they happen.
      case .cancelProbe, .cancelQuestion, .arm, .disarm: break
      case .startProbe, .probeEnded, .windowOpened, .decided, .ask, .questionEnded, .suspected, .cleared,
        .lapsed,
        .began, .ended:
        record(.effect(effect), at: time)
      }
    }
    trace.end = max(trace.end, time)
  }
}
