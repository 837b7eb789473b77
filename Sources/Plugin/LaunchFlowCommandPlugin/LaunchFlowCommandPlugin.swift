import Foundation
import PackagePlugin

/// `swift package launchflow …`: the command `launchflow`, in the folder of the package.
@main
struct LaunchFlowCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    // A plugin finds a tool by the name of its target.
    process.executableURL = try context.tool(named: "LaunchFlowCommand").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("launchflow ended with the status \(process.terminationStatus)")
    }
  }
}
