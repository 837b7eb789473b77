/// A receiver of the events of all runs of an engine, for logs, signposts and the app's own figures.
///
/// All sinks of an engine share a queue: one that blocks delays the others but no run. Events contain names, times,
/// classes and codes, never values. `LaunchFlowTelemetry` and `LaunchFlowRecording` have more sinks.
public struct TraceSink: Sendable {
  let receiver: any EventSink

  package init(_ receiver: some EventSink) {
    self.receiver = receiver
  }

  /// Passes each event on with its run's flow and steps.
  package init(_ pass: @escaping @Sendable (Trace.Event, Trace) -> Void) {
    self.init(FunctionSink(pass: pass))
  }

  /// A line for each event, without a line break, for a log or a terminal.
  ///
  /// A line looks like `rider-launch #2 3000.4 ms login attempt 1 failed: business, HTTP 200, code 500`: the flow, the
  /// run's number, the time since its start, and the event.
  public static func lines(_ write: @escaping @Sendable (String) -> Void) -> TraceSink {
    TraceSink(LineSink(write))
  }

  /// The time from a run's start to its milestones: `landed`, and signals of the app such as `first-frame`.
  public static func milestones(
    _ take: @escaping @Sendable (_ flow: String, _ milestone: String, _ time: Duration) -> Void
  ) -> TraceSink {
    TraceSink { event, trace in
      if let milestone = event.milestone { take(trace.flow, milestone.name, .nanoseconds(milestone.time)) }
    }
  }

  #if canImport(os)
    /// Shows runs in Instruments and in the system's log: an interval for each launch up to its landing, one for each
    /// step, and a debug line for each event. The subsystem is usually the app's bundle identifier.
    public static func signposts(subsystem: String, category: String = "launch") -> TraceSink {
      TraceSink(SignpostSink(subsystem: subsystem, category: category))
    }
  #endif
}

private struct FunctionSink: EventSink {
  let pass: @Sendable (Trace.Event, Trace) -> Void

  func take(_ event: Trace.Event, run: Int, trace: Trace) { pass(event, trace) }
}

/// Receives every event of an engine's runs.
package protocol EventSink: Sendable {
  /// Receives the events of a run, in order, on a queue that all sinks of an engine share. A sink that blocks delays
  /// other sinks but no run.
  ///
  /// - Parameters:
  ///   - event: The event; its time is in nanoseconds since the run's start.
  ///   - run: The run's number in its engine, from 1.
  ///   - trace: The run's flow and steps, which events name by index; without events.
  func take(_ event: Trace.Event, run: Int, trace: Trace)

  /// Receives an event of the engine, on the same queue. The default ignores it.
  func take(_ event: EngineEvent, of flow: String)
}

extension EventSink {
  package func take(_ event: EngineEvent, of flow: String) {}
}
