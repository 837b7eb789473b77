import LaunchFlow

/// Keeps the events and the landing of one run.
final class RunRecorder: EventSink {
  private let state = Locked((events: [Trace.Event](), landing: FlowLanding?.none))

  func take(_ event: Trace.Event, run: Int, trace: Trace) {
    state.withLock { $0.events.append(event) }
  }

  func note(_ landing: FlowLanding) {
    state.withLock { $0.landing = landing }
  }

  var landing: FlowLanding? { state.withLock { $0.landing } }

  /// The whole trace, given an empty one.
  func trace(of empty: Trace) -> Trace {
    var trace = empty
    trace.events = state.withLock { $0.events }
    return trace
  }
}
