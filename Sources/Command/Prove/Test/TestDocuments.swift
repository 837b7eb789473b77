import LaunchFlowAuthoring
import LaunchFlowMachine

/// A scenarios file and its flow or switch, both without errors.
struct TestDocuments {
  enum Subject {
    case flow(FlowPlan, ScenarioFile)
    case offlineSwitch(SwitchPlan, SwitchScenarioFile)
  }

  let file: DocumentFile
  let json: JSONDocument
  /// The path of the flow or switch, relative to the working folder.
  let subjectPath: String
  let subject: Subject

  init(_ path: String, in world: World) throws {
    file = try DocumentFile(path, in: world)
    guard let json = try? JSONDocument(file.source),
      let name = json.member(DocumentKind.scenarios.rawValue)?.value.string,
      case let path = file.resolve(name), let subjectFile = try? DocumentFile(path, in: world)
    else {
      let found = DocumentCheck.diagnostics(of: file, isNamed: true, in: world)
      throw FlawedDocument(file.source, found ?? [])
    }
    self.json = json
    subjectPath = path
    if subjectFile.kind == .offlineSwitch {
      let document = try subjectFile.offlineSwitch()
      subject = .offlineSwitch(SwitchPlan(document), try file.scenarios(for: document))
    } else {
      let flow = try subjectFile.flow()
      subject = .flow(FlowPlan(unchecked: flow), try file.scenarios(for: flow))
    }
  }

  /// - Parameter run: The number and seed of one of many runs; nil plays the whole scenario.
  func replay(of scenario: String, run: (number: Int, seed: UInt64)? = nil) -> String {
    let isBeside = DocumentFile.scenariosPath(besides: subjectPath) == file.path
    let words =
      ["launchflow", "simulate", subjectPath] + (isBeside ? [] : ["--scenarios", file.path])
      + ["--scenario", scenario] + (run.map { ["--seed", "\($0.seed)", "--run", "\($0.number)"] } ?? [])
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// The place of an expectation, in the scenario itself or in the defaults.
  func place(of path: JSONPointer, in scenario: String, isOwn: Bool) -> Place {
    let start = isOwn ? ["scenarios", scenario, "expect"] : ["defaults", "expect"]
    return json.nearestPlace(to: JSONPointer(tokens: start + path.tokens))
  }
}
