import LaunchFlowDelivery
import LaunchFlowModel

/// `launchflow compat`
enum CompatCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format; 'markdown' is for a pull request.", default: .text)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case text, markdown
  }

  static let interface = Interface(
    name: "compat",
    summary: "Tell what a new flow changes for users and apps",
    discussion: [
      """
      Compares worst cases, pages, hosts, actions, caches and promises. An app that carries the old flow refuses a new \
      one that needs more than the app has, that breaks a promise of the old flow, that can land after the old deadline, \
      or that is not proved within a device's budget.
      """,
      "The status is 1 if apps that carry the old flow refuse the new one.",
    ],
    arguments: [
      Argument(valueName: "OLD", summary: "The flow that the apps carry."),
      Argument(valueName: "NEW", summary: "The flow that is to take its place."),
    ],
    options: DeliveryOptions.declarations + [format.declaration, SharedOptions.output.declaration],
    examples: [
      "launchflow compat bundled.json rider-launch.json",
      "launchflow compat bundled.json rider-launch.json --format markdown --output comment.md",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    var flows: [Flow] = []
    for path in given.arguments {
      guard let flow = try loader.flow(try DocumentFile(path, in: world)) else { return .problemsFound }
      flows.append(flow)
    }
    let comparison = FlowCompatibility(to: flows[1], by: DeliveryOptions.judge(flows[0], given))
    let text =
      switch given[format] ?? .text {
      case .text: CompatibilityText(comparison, isASCII: world.isASCII(given)).text
      case .markdown: CompatibilityText(comparison, isASCII: false).markdown
      }
    try world.write(text, to: given[SharedOptions.output])
    return comparison.refusals.isEmpty ? .fine : .problemsFound
  }
}
