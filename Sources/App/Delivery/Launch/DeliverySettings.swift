import Foundation
import LaunchFlow

/// The settings of a delivery. The defaults suit most apps.
public struct DeliverySettings: Sendable {
  /// The limits of a delivered flow.
  public var limits = DeliveryLimits()
  /// The hosts that a delivered flow may call in addition to those of the bundled flow; `*.` means any subdomain.
  public var hosts: [String] = []
  /// The pages that the app can show in addition to those of the bundled flow.
  public var pages: [String] = []
  /// The app and its environment, such as `com.example.rider/production`. Only packages for exactly this audience are
  /// accepted; with nil, only packages without one.
  public var audience: String?
  /// How long a delivered flow is used after the newest package was issued. A network that blocks the order to return
  /// can do so only for this time. Nil, the default, means no limit.
  public var freshness: Duration?
  /// How long a start after a crash waits for the source, which may have an order to return.
  public var waitAfterCrash: Duration = .seconds(3)
  /// The number of bad starts within the window that end a trial, and of successive crashes before the landing that end
  /// the use of a flow that has passed its trial.
  public var badStarts = 2
  /// The number of newest starts of a trial in which bad ones are counted.
  public var window = 4
  /// The time after the landing in which a start on trial must not crash.
  public var healthyAfter: Duration = .seconds(10)
  /// Whether a landing on a page of kind `error` is a bad start. With this, an outage of a backend rolls back, too.
  public var countsErrorPages = false
  /// Whether the launch is visible to the user. A launch in the background never uses a flow on trial.
  public var isForeground = true
  /// The app's version. After an update, delivered packages are judged again and crashes are forgotten.
  public var appVersion = Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? ""
  /// Called on a separate queue with the events of the delivery.
  public var onEvent: @Sendable (DeliveryEvent) -> Void = { _ in }

  /// The default settings.
  public init() {}

  /// A start is late only if it lands this much after the longest allowed deadline, since a device may stall.
  static let lateness: Duration = .seconds(2)

  var rules: DeliveryMachine.Rules {
    DeliveryMachine.Rules(
      badStarts: badStarts, window: window, mostFailures: 4, freshness: freshness?.components.seconds)
  }
}
