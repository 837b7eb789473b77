import Foundation
import LaunchFlow
import LaunchFlowTimeline

/// `launchflow run` for a switch: each of its requests is sent once.
enum SwitchRunCommand {
  static func run(_ given: Given, _ file: DocumentFile, in world: World) async throws -> ExitStatus {
    let options = RunCommand.interface.options.filter { $0.kind != .output(isMain: true) }
    if let option = given.first(of: options) {
      throw UsageError("'\(option.typed)' is for flows; a switch only has requests to try")
    }
    let loader = DocumentLoader(given, in: world)
    guard let document = loader.offlineSwitch(file) else { return .problemsFound }
    let replies = await SwitchTrial(document, transport: SystemTransport.shared).replies()
    try world.write(text(document.name, replies), to: given[SharedOptions.output])
    return replies.allSatisfy(\.meaning.isAnswer) ? .fine : .problemsFound
  }

  private static func text(_ name: String, _ replies: [SwitchTrial.Reply]) -> String {
    if replies.isEmpty { return "\(name): no request to try\n" }
    let rows = replies.map { reply in
      [
        reply.meaning.isAnswer ? "✓" : "✗", reply.domain.map { "question about \($0)" } ?? "probe",
        reply.outcome, "after \(TimeText.short(reply.time))",
        reply.meaning.rawValue,
      ]
    }
    return name + "\n" + TextColumns.text(rows)
  }
}
