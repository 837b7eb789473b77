/// Passes on how far an action has come, a hundred and one times at the most: an action that tells it in a tight
/// loop must not keep the driver busy.
final class ActionProgress: Sendable {
  private let newest = Locked(-1)
  private let pass: @Sendable (_ percent: Int) -> Void

  init(_ pass: @escaping @Sendable (_ percent: Int) -> Void) {
    self.pass = pass
  }

  /// - Parameter progress: From 0 to 1; what is beyond counts as that end, and what is no number as nothing.
  func report(_ progress: Double) {
    guard !progress.isNaN else { return }
    let percent = Int(max(0, min(1, progress)) * 100)
    // Handed over under the lock, or two threads could do it in the wrong order.
    newest.withLock { newest in
      guard percent > newest else { return }
      newest = percent
      pass(percent)
    }
  }
}
