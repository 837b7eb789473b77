/// An event of an engine outside of the trace of a run.
package enum EngineEvent: Hashable, Sendable {
  /// A cancelled handler of a step continues after the end of its run. During a run, the trace contains such handlers.
  case handlerAbandoned(run: Int, step: String)
  /// The handle of a run was released before the landing without any use. This cancels the run.
  case runDropped(run: Int)
  /// A run started as online, since the offline switch could not yet read its mark.
  case startedWithoutMark(run: Int)
  /// The process slept during a run, for so many nanoseconds: it was suspended, or got no processor. So the run's times
  /// say nothing about the flow.
  case slept(run: Int, nanoseconds: Int64)
  /// The app gave a signal that the run's flow does not declare.
  case unknownSignal(run: Int, name: String)
  /// No step of the run took the value of a signal: it came after the landing or the step's time, or was not the first.
  case lateSignal(run: Int, name: String)
}
