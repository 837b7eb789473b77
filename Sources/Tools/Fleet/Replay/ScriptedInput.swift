import LaunchFlowMachine

/// What came into a recorded run besides answers.
struct ScriptedInput {
  var time: Int64
  var order: EventOrder
  var input: FlowMachine.Input
  /// Whether it comes at that time; otherwise at any time from then on, or never.
  var isKnown = true

  /// All of a record.
  static func all(_ record: FittedRecord) -> [ScriptedInput] {
    var all: [ScriptedInput] = []
    if let time = record.cancelled {
      all.append(ScriptedInput(time: time, order: .cancellation, input: .cancelled))
    }
    for change in record.switches {
      all.append(
        ScriptedInput(
          time: change.time, order: .connectivity(domain: change.domain),
          input: change.isOffline ? .wentOffline(domain: change.domain) : .cameOnline(domain: change.domain)))
    }
    for (signal, given) in record.signals.enumerated() {
      all.append(
        ScriptedInput(
          time: given.time, order: .signal(signal), input: .signalled(signal), isKnown: given.isKnown))
    }
    return all
  }
}
