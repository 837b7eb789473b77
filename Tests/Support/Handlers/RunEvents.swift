import LaunchFlow

/// A sink for the events of one run, from its start to its end.
package final class RunEvents: EventSink {
  /// The events in order, for one consumer.
  package let stream: AsyncStream<Trace.Event>
  private let continuation: AsyncStream<Trace.Event>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream(of: Trace.Event.self) }

  package func take(_ event: Trace.Event, run: Int, trace: Trace) {
    continuation.yield(event)
    if case .finished = event.kind { continuation.finish() }
  }
}
