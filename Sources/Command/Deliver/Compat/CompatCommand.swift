import LaunchFlowDelivery

enum CompatCommand: Subcommand {
  static let interface = Interface(
    "compat", [Argument("OLD"), Argument("NEW")],
    DeliveryOptions.declarations + [VerifyCommand.budget, VerifyCommand.memory, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let flows = try given.arguments.map { try DocumentFile($0, in: world).flow() }
    let comparison = FlowCompatibility(
      to: flows[1], by: DeliveryOptions.judge(flows[0], given), VerifyCommand.budget(given))
    try world.write(comparison.text(isASCII: world.isASCII(given)), to: given[SharedOptions.output])
    return comparison.refusals.isEmpty ? .fine : .problemsFound
  }
}
