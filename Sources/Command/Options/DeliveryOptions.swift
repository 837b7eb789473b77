import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowModel

/// What the apps in the field have beside the bundled flow, as their `DeliverySettings` say.
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

  /// All of them, in the order of the help.
  static let declarations = [
    action.declaration, page.declaration, host.declaration, latest.declaration,
  ]

  /// The judge of the apps that carry a flow.
  static func judge(_ bundled: Flow, _ given: Given) -> Judge {
    let contract = AppContract(
      bundled, actions: bundled.codeNames + given.all(action), pages: given.all(page))
    var limits = DeliveryLimits()
    limits.latestLanding = given[latest]
    return Judge(bundled, contract, hosts: given.all(host), limits: limits)
  }
}
