import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowModel

/// The additions of apps in the field to the bundled flow, as in their `DeliverySettings`.
enum DeliveryOptions {
  static let action = Option<String>.text(
    "action", "NAME", "An action that the apps have beside those of the bundled flow."
  ).repeatable
  static let page = Option<String>.text(
    "page", "NAME", "A page that the apps can show beside those of the bundled flow."
  ).repeatable
  static let host = Option<String>.text(
    "host", "HOST", "A host that the apps allow beside those of the bundled flow; '*.' is any subdomain."
  ).repeatable
  static let latest = Option<Duration>.duration(
    "latest-landing", "The latest deadline that the apps allow.", default: "the bundled flow's deadline")

  /// All declarations, in the order of the help.
  static let declarations = [
    action.declaration, page.declaration, host.declaration, latest.declaration,
  ]

  /// The judge of the apps that contain a flow.
  static func judge(_ bundled: Flow, _ given: Given) -> Judge {
    let contract = AppContract(
      bundled, actions: bundled.codeNames + given.all(action), pages: given.all(page))
    var limits = DeliveryLimits()
    limits.latestLanding = given[latest]
    return Judge(bundled, contract, hosts: given.all(host), limits: limits)
  }
}
