import LaunchFlowMachine
import LaunchFlowModel

/// Turns a switch's inputs and effects into a trace's events; every driver records with it.
package struct SwitchRecorder: Sendable {
  /// The trace so far.
  package private(set) var trace: SwitchTrace
  /// By press: what it wanted.
  private var presses: [Int: Bool] = [:]

  /// Begins a trace.
  package init(_ plan: SwitchPlan, scenario: String? = nil, seed: UInt64? = nil) {
    trace = SwitchTrace(plan, scenario: scenario, seed: seed)
  }

  /// Adds what only a driver knows.
  package mutating func record(_ kind: SwitchTrace.EventKind, at time: Int64) {
    trace.events.append(SwitchTrace.Event(at: time, kind))
    trace.end = max(trace.end, time)
  }

  /// What truly was wrong, where the driver knows it.
  package var faults: [SwitchTrace.Fault] {
    get { trace.faults }
    set { trace.faults = newValue }
  }

  /// Ends the record at a time, in nanoseconds since its start.
  package mutating func end(at time: Int64) {
    trace.end = max(trace.end, time)
  }

  /// Adds an input and its effects at their time, in nanoseconds since the record's start.
  package mutating func record(
    _ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], at time: Int64
  ) {
    if let kind = kind(of: input) { record(kind, at: time) }
    for effect in effects {
      if case .storeMark(let wantsMark, let number) = effect { presses[number] = wantsMark }
      if let kind = kind(of: effect) { record(kind, at: time) }
    }
    trace.end = max(trace.end, time)
  }

  private mutating func kind(of input: SwitchMachine.Input) -> SwitchTrace.EventKind? {
    switch input {
    case .started(let isMarked, let path): return .started(isMarked: isMarked, path: path)
    case .markRequested(let wantsMark): return .markRequested(wantsMark)
    case .markStored(let number): return presses.removeValue(forKey: number).map { .markStored($0) }
    case .pathChanged(let path): return .pathChanged(path)
    case .callSucceeded: return .callSucceeded
    case .callFailed(let domain, let errorClass, let code):
      return .callFailed(domain: domain < 0 ? nil : domain, errorClass, code: code)
    case .verdictReported(let domain, let verdict):
      return .verdictReported(domain: domain, verdict)
    case .enteredBackground: return .enteredBackground
    case .returned: return .returned
    // The machine says what came of these.
    case .probeEnded, .questionEnded, .timerFired: return nil
    }
  }

  private func kind(of effect: SwitchMachine.Effect) -> SwitchTrace.EventKind? {
    switch effect {
    case .startProbe(let number, let isDeciding): .probeStarted(number: number, isDeciding: isDeciding)
    case .probeEnded(let number, let end): .probeEnded(number: number, end)
    case .windowOpened(let direction, let nanoseconds, let sign):
      .windowOpened(direction, nanoseconds: nanoseconds, sign)
    case .decided(let isDown): .decided(isDown: isDown)
    case .ask(let domain, let number): .asked(domain: domain, number: number)
    case .questionEnded(let domain, let number, let end):
      .questionEnded(domain: domain, number: number, end)
    case .suspected(let domain): .suspected(domain: domain)
    case .cleared(let domain): .cleared(domain: domain)
    case .lapsed(let domain): .lapsed(domain: domain)
    case .began(let cause): .began(cause)
    case .ended(let cause): .ended(cause)
    // Orders to the driver; what comes of them is recorded when it happens.
    case .cancelProbe, .cancelQuestion, .storeMark, .arm, .disarm: nil
    }
  }
}
