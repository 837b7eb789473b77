/// The event between two states.
struct ExploredEvent: Hashable {
  enum Kind: UInt8 {
    /// The start. The subject is the combination of inputs; the detail is what is offline.
    case started
    /// An answer to a step's attempt. The detail is the choice.
    case answered
    /// A timer, by its slot.
    case fired
    /// A domain, or with -1 the whole app.
    case wentOffline, cameOnline
    /// A signal, by its index. The detail is the number of its value's result, or -1.
    case signalled
    case cancelled
  }

  var kind: Kind
  var subject: Int32
  var detail: Int32 = 0
}

extension FlowMachine {
  /// The input of an event.
  func input(_ event: ExploredEvent) -> Input {
    let subject = Int(event.subject)
    switch event.kind {
    case .started: return .started
    case .answered:
      let outcome = AttemptChoice(code: event.detail).outcome(of: plan.step(ofTrack: subject), in: plan)
      return .attemptEnded(track: subject, attempt: attempt(on: subject), outcome)
    case .fired: return .timerFired(plan.timer(inSlot: subject, state.steps))
    case .wentOffline: return .wentOffline(domain: subject)
    case .cameOnline: return .cameOnline(domain: subject)
    case .signalled: return .signalled(subject, name: event.detail)
    case .cancelled: return .cancelled
    }
  }
}
