/// Passes on an action's progress, at most once for each percent: an action that reports in a tight loop must not keep
/// the event loop busy.
final class ActionProgress: Sendable {
  private let newest = Locked(-1)
  private let pass: @Sendable (_ percent: Int) -> Void

  init(_ pass: @escaping @Sendable (_ percent: Int) -> Void) {
    self.pass = pass
  }

  /// - Parameter progress: From 0 to 1. Values beyond count as the nearer end; NaN is ignored.
  func report(_ progress: Double) {
    guard !progress.isNaN else { return }
    let percent = Int(max(0, min(1, progress)) * 100)
    // Handed over under the lock, or two threads could do so in the wrong order.
    newest.withLock { newest in
      guard percent > newest else { return }
      newest = percent
      pass(percent)
    }
  }
}
