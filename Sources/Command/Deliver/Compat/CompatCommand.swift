import LaunchFlowDelivery
import LaunchFlowModel

enum CompatCommand: Subcommand {
  static let interface = Interface(
    "compat", [Argument("OLD"), Argument("NEW")],
    DeliveryOptions.declarations + [VerifyCommand.budget, VerifyCommand.memory, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    var flows: [Flow] = []
    for path in given.arguments {
      guard let flow = try loader.flow(try DocumentFile(path, in: world)) else { return .problemsFound }
      flows.append(flow)
    }
    let comparison = FlowCompatibility(
      to: flows[1], by: DeliveryOptions.judge(flows[0], given), VerifyCommand.budget(given))
    try world.write(comparison.text(isASCII: world.isASCII(given)), to: given[SharedOptions.output])
    return comparison.refusals.isEmpty ? .fine : .problemsFound
  }
}
