/// A command line that reads a document, and how it must end where `check` finds no errors: whatever any command refuses
/// in a file, `check` reports.
public struct DocumentCommand: Sendable {
  /// The kind of a document, which decides the commands that read it.
  public enum Kind: Sendable {
    case flow, scenarios, offlineSwitch, switchScenarios

    /// The kind of a file in `flows`, by its name; nil for the schema and for other files.
    public init?(ofFile name: String) {
      guard name.hasSuffix(".json"), !name.hasSuffix(".schema.json") else { return nil }
      switch (name.hasPrefix("offline-switch"), name.hasSuffix(".scenarios.json")) {
      case (false, false): self = .flow
      case (false, true): self = .scenarios
      case (true, false): self = .offlineSwitch
      case (true, true): self = .switchScenarios
      }
    }
  }

  /// The command line.
  public var words: [String]
  /// The files that must have no errors for the command to accept its input.
  public var files: [String]
  /// The statuses with which it may then end.
  public var accepted: Set<Int32>

  /// All commands that read a document.
  ///
  /// - Parameter scenarios: The scenarios to play.
  public static func all(reading name: String, _ kind: Kind, scenarios: [String]) -> [DocumentCommand] {
    let isScenarios = kind == .scenarios || kind == .switchScenarios
    let flow = isScenarios ? name.replacing(".scenarios.json", with: ".json") : name
    let beside = flow.replacing(".json", with: ".scenarios.json")
    let both = [flow, beside]
    var commands = [
      DocumentCommand(words: ["fmt", "--check", name], files: [name], accepted: [0, 1]),
      DocumentCommand(words: ["test", name], files: both, accepted: [0, 1]),
    ]
    for option in [[]] + scenarios.map({ ["--scenario", $0] }) {
      commands.append(
        DocumentCommand(words: ["simulate", flow, "--runs", "20"] + option, files: both, accepted: [0]))
    }
    guard kind == .flow else { return commands }
    let hanging = ["--set", "*=hang", "--format", "json"]
    return commands + [
      DocumentCommand(words: ["graph", flow], files: [flow], accepted: [0]),
      // A proof that its budget ends has the status 3.
      DocumentCommand(
        words: ["verify", flow, "--budget", "3000", "--timeout", "5s"], files: [flow], accepted: [0, 1, 3]),
      DocumentCommand(words: ["simulate", flow] + hanging, files: both, accepted: [0]),
      DocumentCommand(
        words: ["compare", flow, "rider-launch.json"] + hanging,
        files: both + ["rider-launch.json", "rider-launch.scenarios.json"], accepted: [0]),
    ]
  }

  /// Whether the command ended as it must where `check` finds no errors in its files.
  public func accepts(_ status: Int32, _ diagnostics: String) -> Bool {
    // A run that would never end is stopped, whatever its file says.
    accepted.contains(status) || status == 3 && diagnostics.contains(" was stopped after ")
  }
}
