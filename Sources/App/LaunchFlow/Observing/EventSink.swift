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
