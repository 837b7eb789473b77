import LaunchFlowRecords
import LaunchFlowSimulator

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
    var next: () -> String?
    if given[PlayOptions.runs] != nil || given[PlayOptions.scenario] != nil {
      guard given.arguments.count == 1 else { throw UsageError("'--runs' and '--scenario' play one flow") }
      let requests = try SimulationRequest.read(given, in: world)
      var blocks = requests.lazy.flatMap { request in
        stride(from: 0, to: request.runs ?? 1, by: block).lazy.map { (request, $0) }
      }.makeIterator()
      next = {
        blocks.next().map { request, first in
          let (simulation, seed) = (request.simulation, request.seed)
          return simulation.parallelism.map(min(block, (request.runs ?? 1) - first)) {
            line(simulation.run(seed: seed, run: UInt64(first + $0)).trace, labels, given)
          }.joined()
        }
      }
    } else {
      var traces = try given.arguments.map { try DocumentFile($0, in: world).trace() }[...]
      next = { traces.popFirst().map { line($0, labels, given) } }
    }
    try world.write(next, as: .json, to: given[SharedOptions.output])
    return .fine
  }

  /// The number of runs that are recorded before they are written.
  private static let block = 16_000

  private static func line(_ trace: Trace, _ labels: [LaunchLabel], _ given: Given) -> String {
    var record = LaunchRecord(trace, labels: labels)
    record.version = given[version] ?? record.version
    // The same for the same launch. Equal launches of other runs are other launches.
    let run = [trace.scenario ?? "", "\(trace.seed ?? 0)", "\(trace.run ?? 0)"]
    record.id = Pseudonym(of: (run + [record.line]).joined(separator: "\n"))
    return (given[exact] ? record : record.rounded()).line + "\n"
  }

  private static func labels(_ given: Given) throws(UsageError) -> [LaunchLabel] {
    let labels = try given.all(label).map { text throws(UsageError) in
      guard let words = NamedText(text), let label = LaunchLabel(words.name, words.text) else {
        throw UsageError(
          "'\(text)' is not a label; write NAME=WORD with at most 64 letters, digits, '.', '_' and '-' each")
      }
      return label
    }
    guard labels.count <= LaunchLabel.most else {
      throw UsageError("a record has at most \(LaunchLabel.most) labels")
    }
    return labels
  }
}
