/// Where a person's wish to stop comes from; tests bring their own.
package protocol InterruptSource: Sendable {
  /// Each wish from now on. While somebody listens, the process does not end by itself.
  func wishes() -> AsyncStream<Void>
}

/// Nobody wishes to stop.
package struct NoInterrupts: InterruptSource {
  /// Wishes nothing.
  package init() {}

  package func wishes() -> AsyncStream<Void> { AsyncStream { _ in } }
}
