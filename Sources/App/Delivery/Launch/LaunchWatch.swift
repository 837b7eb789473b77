import LaunchFlow

/// Notifies a delivery of the landing of its flow.
struct LaunchWatch: EventSink {
  private let landed: @Sendable (Trace.Landing, Duration) -> Void

  init(_ landed: @escaping @Sendable (Trace.Landing, Duration) -> Void) {
    self.landed = landed
  }

  func take(_ event: Trace.Event, run: Int, trace: Trace) {
    if case .landed(let landing) = event.kind { landed(landing, .nanoseconds(event.time)) }
  }
}
