import LaunchFlow
import LaunchFlowDelivery

/// The additions of apps in the field to the bundled flow, as in their `DeliverySettings`.
enum DeliveryOptions {
  static let action = Option<String>.text("action", "NAME").repeatable
  static let page = Option<String>.text("page", "NAME").repeatable
  static let host = Option<String>.text("host", "HOST").repeatable
  static let latest = Option<Duration>.duration("latest-landing")

  static let declarations: [any DeclaredOption] = [action, page, host, latest]

  static func judge(_ bundled: Flow, _ given: Given) -> Judge {
    var limits = DeliveryLimits()
    limits.latestLanding = given[latest]
    return Judge(
      bundled, actions: bundled.actionNames + given.all(action), pages: given.all(page),
      hosts: given.all(host), limits: limits)
  }
}
