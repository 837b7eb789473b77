/// Something that an engine meets outside the trace of a single run.
package enum EngineEvent: Hashable, Sendable {
  /// So many threads have been blocked by handlers for more than a second. Other threads replace them.
  case threadsReplaced(stuck: Int)
  /// So many threads are blocked, and no more are started: further handlers wait, and their steps time out. Caches are
  /// still read, and runs still land.
  case threadsExhausted(stuck: Int)
  /// A step's handler goes on although it was cancelled, after the end of its run; during a run the trace says so.
  case handlerAbandoned(run: Int, step: String)
  /// The handle of a run was let go of before the landing, and nobody had asked it for anything. That cancels the run.
  case runDropped(run: Int)
  /// A run started as online, since the offline switch could not yet read its mark.
  case startedWithoutMark(run: Int)
  /// The app gave a signal that the run's flow does not declare.
  case unknownSignal(run: Int, name: String)
}
