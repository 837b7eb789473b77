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
      one that needs more than the app has or has a later deadline. 'launchflow pack' refuses one that breaks a promise \
      of the old flow or is not proved within the budget.
      """,
      "The status is 1 if the new flow cannot replace the old one.",
    ],
    arguments: [
      Argument(valueName: "OLD", summary: "The flow that the apps carry."),
      Argument(valueName: "NEW", summary: "The flow that is to take its place."),
    ],
    options: DeliveryOptions.declarations + [
      VerifyCommand.budget.declaration, VerifyCommand.memory.declaration, format.declaration,
      SharedOptions.output.declaration,
    ],
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
    let comparison = FlowCompatibility(
      to: flows[1], by: DeliveryOptions.judge(flows[0], given), VerifyCommand.budget(given))
    let text =
      switch given[format] ?? .text {
      case .text: CompatibilityText(comparison, isASCII: world.isASCII(given)).text
      case .markdown: CompatibilityText(comparison, isASCII: false).markdown
      }
    try world.write(text, to: given[SharedOptions.output])
    return comparison.refusals.isEmpty ? .fine : .problemsFound
  }
}
