/// Writes a line for each event, for a log or a terminal: names, times, classes and codes, never values.
package struct LineSink: EventSink {
  private let write: @Sendable (String) -> Void

  /// Passes each line, without a line break, to a closure, which may block.
  package init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  package func take(_ event: Trace.Event, run: Int, trace: Trace) {
    write("\(trace.flow) #\(run) \(Self.milliseconds(event.time)) \(Self.text(event, of: trace))")
  }

  package func take(_ event: EngineEvent, of flow: String) {
    write("\(flow) \(Self.text(event))")
  }

  package static func text(_ event: EngineEvent) -> String {
    switch event {
    case .handlerAbandoned(let run, let step): "#\(run) \(step) abandoned, after the run's end"
    case .runDropped(let run): "#\(run) cancelled, since its handle was released at once"
    case .startedWithoutMark(let run): "#\(run) started as online, offline mark unknown"
    case .slept(let run, let time): "#\(run) process slept for \(milliseconds(time))"
    case .unknownSignal(let run, let name): "#\(run) unknown signal \(name)"
    case .lateSignal(let run, let name): "#\(run) signal \(name) came too late"
    }
  }

  package static func text(_ event: Trace.Event, of trace: Trace) -> String {
    let codes = event.codes.map { ", \($0.text)" } ?? ""
    return what(event.kind, trace.steps.map(\.name)) + codes
  }

  private static func what(_ kind: Trace.EventKind, _ names: [String]) -> String {
    switch kind {
    case .started: "started"
    case .queued(let step): "\(names[step]) queued"
    case .stepStarted(let step): "\(names[step]) started"
    case .attemptStarted(let step, let attempt, .own): "\(names[step]) attempt \(attempt) started"
    case .attemptStarted(let step, let attempt, .fallback):
      "\(names[step]) attempt \(attempt) started by a fallback"
    case .progressed(let step, let attempt, let percent): "\(names[step]) attempt \(attempt) at \(percent) %"
    case .attemptEnded(let step, let attempt, let end): "\(names[step]) attempt \(attempt) \(word(end))"
    case .abandoned(let step, let attempt): "\(names[step]) attempt \(attempt) abandoned"
    case .abandonedEnded(let step, let attempt):
      "\(names[step]) attempt \(attempt) ended after it was abandoned"
    case .waiting(let step, let reason, let time):
      "\(names[step]) waits \(reason == .wait ? "at most " : "")\(milliseconds(time)) "
        + (reason == .retryAfter ? "to retry, as the server asks" : "to \(reason.rawValue)")
    case .lateWork(let step, let attempt): "\(names[step]) attempt \(attempt) continues as late work"
    case .stored(let step, let cache): "\(names[step]) stored to \(cache)"
    case .settled(let step, let settlement):
      "\(names[step]) \(settlement.status.rawValue)" + (settlement.name.map { " as \($0)" } ?? "")
        + (settlement.source.map { " from \($0.rawValue)" } ?? "") + reason(settlement.reason, names)
    case .offline(let domain): "offline" + (domain.map { " \($0)" } ?? "")
    case .online(let domain): "online" + (domain.map { " \($0)" } ?? "")
    case .signalled(let name, let result): "signal \(name)" + (result.map { " as \($0)" } ?? "")
    case .cancelled: "cancelled"
    case .landed(let landing):
      "landed on \(landing.page)" + (landing.isDegraded ? ", degraded" : "")
        + (landing.isCancelled ? ", cancelled" : "")
    case .finished: "finished"
    }
  }

  /// To a tenth of a millisecond.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    "\(nanoseconds / 1_000_000).\(nanoseconds / 100_000 % 10) ms"
  }

  private static func reason(_ reason: SkipReason?, _ names: [String]) -> String {
    switch reason {
    case .need(let step, let status): ": \(names[step]) \(status.rawValue)"
    case .condition: ": its condition does not hold"
    case .group: " with its group"
    case nil: ""
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
