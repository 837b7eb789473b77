#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension OfflineSwitch {
    /// Follows the app to the background and back, for as long as what it returns is held.
    public func followApplication() -> [any NSObjectProtocol] {
      let centre = NotificationCenter.default
      let leaving = centre.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
      ) { [weak self] _ in self?.enterBackground() }
      let returning = centre.addObserver(
        forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
      ) { [weak self] _ in self?.returnToForeground() }
      return [leaving, returning]
    }
  }
#endif
