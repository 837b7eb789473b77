import Foundation
import PackagePlugin

/// Turns each flow file of a target into a Swift type, and checks it as part of the build.
@main
struct LaunchFlowPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let sources = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "launchflow-generate").url
    return FlowFile.all(among: sources.sourceFiles.map(\.url)).map {
      $0.command(tool, in: context.pluginWorkDirectoryURL)
    }
  }
}

#if canImport(XcodeProjectPlugin)
  // Not built here: Xcode alone has this library.
  import XcodeProjectPlugin

  extension LaunchFlowPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let tool = try context.tool(named: "launchflow-generate").url
      return FlowFile.all(among: target.inputFiles.map(\.url)).map {
        $0.command(tool, in: context.pluginWorkDirectoryURL)
      }
    }
  }
#endif

/// A flow file with the files beside it.
private struct FlowFile {
  let url: URL
  /// The JSON files of its folder: scenarios, and what it may include.
  let neighbours: [URL]

  /// The JSON files that contain the key "flow".
  static func all(among files: [URL]) -> [FlowFile] {
    let documents = files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    return documents.filter { url in
      guard !url.lastPathComponent.hasSuffix(".scenarios.json"),
        let text = try? String(contentsOf: url, encoding: .utf8)
      else { return false }
      return text.firstMatch(of: /"flow"\s*:\s*"/) != nil
    }.map { url in
      let folder = url.deletingLastPathComponent()
      return FlowFile(url: url, neighbours: documents.filter { $0.deletingLastPathComponent() == folder })
    }
  }

  func command(_ tool: URL, in folder: URL) -> Command {
    let words = url.deletingPathExtension().lastPathComponent.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let output = folder.appending(path: "\(name)+Flow.swift")
    return .buildCommand(
      displayName: "Checking \(url.lastPathComponent)", executable: tool,
      arguments: [output.path, url.path], inputFiles: neighbours, outputFiles: [output])
  }
}
