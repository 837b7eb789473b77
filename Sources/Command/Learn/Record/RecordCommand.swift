import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator

/// `launchflow record`
enum RecordCommand: Subcommand {
  private static let label = Option<String>.text("label", "NAME=WORD").repeatable
  private static let version = Option<String>.text("flow-version", "TEXT")
  private static let exact = Flag("exact")

  static let interface = Interface(
    "record", [Argument("FILE...")],
    [
      label, version, PlayOptions.scenario, PlayOptions.scenarios, PlayOptions.set, PlayOptions.input,
      PlayOptions.network, PlayOptions.runs, PlayOptions.seed, exact, SharedOptions.output,
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let labels = try labels(given)
    var text = ""
    if given[PlayOptions.runs] != nil || given[PlayOptions.scenario] != nil {
      guard given.arguments.count == 1 else { throw UsageError("'--runs' and '--scenario' play one flow") }
      guard let requests = try SimulationRequest.read(given, in: world) else { return .problemsFound }
      for request in requests {
        for run in 0..<UInt64(request.runs ?? 1) {
          let trace = request.simulation.run(seed: request.seed, run: run).trace
          text += line(trace, labels, given)
        }
      }
    } else {
      let loader = DocumentLoader(given, in: world)
      for path in given.arguments {
        guard let trace = try loader.trace(try DocumentFile(path, in: world)) else { return .problemsFound }
        text += line(trace, labels, given)
      }
    }
    try world.write(text, as: .json, to: given[SharedOptions.output])
    return .fine
  }

  private static func line(_ trace: Trace, _ labels: [LaunchLabel], _ given: Given) -> String {
    var record = LaunchRecord(trace, labels: labels)
    record.version = given[version] ?? record.version
    // The same for the same launch. Equal launches of other runs are other launches.
    let run = [trace.scenario ?? "", "\(trace.seed ?? 0)", "\(trace.run ?? 0)"]
    record.id = Pseudonym(of: (run + [record.line]).joined(separator: "\n"))
    return (given[exact] ? record : record.rounded()).line + "\n"
  }

  private static func labels(_ given: Given) throws(UsageError) -> [LaunchLabel] {
    var labels: [LaunchLabel] = []
    for text in given.all(label) {
      guard let (name, word) = text.splitAtEqualsSign, let label = LaunchLabel(name, word) else {
        throw UsageError(
          "'\(text)' is not a label; write NAME=WORD with at most 64 letters, digits, '.', '_' and '-' each")
      }
      labels.append(label)
    }
    guard labels.count <= LaunchLabel.most else {
      throw UsageError("a record has at most \(LaunchLabel.most) labels")
    }
    return labels
  }
}
