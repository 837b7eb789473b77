/// A trace's event as a line of a log: names, times and classes, never values.
enum LogLine {
  static func text(_ event: Trace.Event, _ plan: FlowPlan) -> String {
    let time = Duration.nanoseconds(event.time).documentText
    return "\(plan.flow.name) \(time) \(what(event.kind, plan.stepNames))"
  }

  private static func what(_ kind: Trace.EventKind, _ names: [String]) -> String {
    switch kind {
    case .started: "started"
    case .queued(let step): "\(names[step]) queued"
    case .stepStarted(let step): "\(names[step]) started"
    case .attemptStarted(let step, let attempt, _): "\(names[step]) attempt \(attempt) started"
    case .attemptEnded(let step, let attempt, let end): "\(names[step]) attempt \(attempt) \(word(end))"
    case .abandoned(let step, let attempt): "\(names[step]) attempt \(attempt) abandoned"
    case .abandonedEnded(let step, let attempt): "\(names[step]) attempt \(attempt) ended unheard"
    case .waiting(let step, let reason, let time):
      "\(names[step]) waits \(Duration.nanoseconds(time).documentText) to \(reason.rawValue)"
    case .lateWork(let step, let attempt): "\(names[step]) attempt \(attempt) goes on as late work"
    case .stored(let step, let cache): "\(names[step]) stored to \(cache)"
    case .settled(let step, let settlement):
      "\(names[step]) \(settlement.status.rawValue)" + (settlement.name.map { " as \($0)" } ?? "")
        + (settlement.source.map { " from \($0.rawValue)" } ?? "")
    case .offline(let domain): "offline" + (domain.map { " \($0)" } ?? "")
    case .online(let domain): "online" + (domain.map { " \($0)" } ?? "")
    case .cancelled: "cancelled"
    case .landed(let landing): "landed on \(landing.page)"
    case .finished: "finished"
    }
  }

  private static func word(_ end: Trace.AttemptEnd) -> String {
    switch end {
    case .succeeded(let result): "succeeded" + (result.map { " as \($0)" } ?? "")
    case .refused(let failure): "refused as \(failure)"
    case .failed(let errorClass): "failed: \(errorClass.rawValue)"
    case .cut: "cut"
    case .cancelled: "cancelled"
    }
  }
}
