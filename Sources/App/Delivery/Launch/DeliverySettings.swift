import Foundation
import LaunchFlow

/// The settings of a delivery. The defaults suit most apps.
public struct DeliverySettings: Sendable {
  /// What a delivered flow may be.
  public var limits = DeliveryLimits()
  /// The hosts that a delivered flow may call beside those of the bundled flow; `*.` stands for any subdomain.
  public var hosts: [String] = []
  /// The pages that the app can show beside those of the bundled flow.
  public var pages: [String] = []
  /// The app and its environment, such as `com.example.rider/production`: only packages for exactly this audience are
  /// taken. With nil, only those without any.
  public var audience: String?
  /// How long a delivered flow is used after the newest package was issued. A network that withholds the order to return
  /// can do so for this time only. Nil, the default, is for ever.
  public var freshness: Duration?
  /// How long a start that follows a crash waits for the source, which may have the order to return.
  public var waitAfterCrash: Duration = .seconds(3)
  /// So many bad starts within the window end a trial, and so many crashes in a row before the landing a flow that has
  /// passed one.
  public var badStarts = 2
  /// The number of starts of a trial among which bad ones are counted.
  public var window = 4
  /// How long after the landing a start on trial must go well.
  public var healthyAfter: Duration = .seconds(10)
  /// Whether a landing on a page of kind `error` is a bad start. A backend's outage then rolls back, too.
  public var countsErrorPages = false
  /// Whether the launch begins before the user's eyes. A launch in the background never uses a flow on trial.
  public var isForeground = true
  /// The app's version: a new one judges anew what was delivered, and forgets crashes.
  public var appVersion = Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? ""
  /// Called, on a queue of its own, with what becomes of packages.
  public var onEvent: @Sendable (DeliveryEvent) -> Void = { _ in }

  /// The defaults.
  public init() {}

  /// A start is late only if it lands this much after the latest landing that is allowed: a device may stall.
  static let lateness: Duration = .seconds(2)

  var rules: DeliveryMachine.Rules {
    DeliveryMachine.Rules(
      badStarts: badStarts, window: window, mostFailures: 4, freshness: freshness?.components.seconds)
  }
}
