#if canImport(UIKit) && !os(watchOS)
  import LaunchFlow
  import UIKit

  extension OfflineSwitch {
    /// Follows the app to the background and back until the observation is released.
    public func followApplication() -> OfflineObservation {
      let centre = NotificationCenter.default
      let leaving = centre.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
      ) { [weak self] _ in self?.enterBackground() }
      let returning = centre.addObserver(
        forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
      ) { [weak self] _ in self?.returnToForeground() }
      // Both are only passed back, once.
      nonisolated(unsafe) let tokens = [leaving, returning]
      return OfflineObservation { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    }
  }
#endif
