import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowSwitch

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

  /// Reads a scenarios file and its flow or switch; nil when one of them has errors, which are then reported.
  init?(_ path: String, _ given: Given, in world: World) throws {
    file = try DocumentFile(path, in: world)
    let loader = DocumentLoader(given, in: world)
    guard let json = try? JSONDocument(file.source),
      let name = json.member(DocumentKind.scenarios.rawValue)?.value.string
    else {
      // The reader reports a file that is not a scenarios file.
      _ = loader.report(.advised(file.source) { ScenarioFile.read($0, for: nil) }, of: file)
      return nil
    }
    self.json = json
    subjectPath = file.resolve(name)
    let subjectFile = try DocumentFile(subjectPath, in: world)
    if subjectFile.kind == .offlineSwitch {
      guard let document = loader.offlineSwitch(subjectFile),
        let scenarios = loader.scenarios(file, for: document)
      else { return nil }
      subject = .offlineSwitch(SwitchPlan(document), scenarios)
    } else {
      guard let flow = try loader.flow(subjectFile), let scenarios = loader.scenarios(file, for: flow) else {
        return nil
      }
      subject = .flow(FlowPlan(unchecked: flow), scenarios)
    }
  }

  /// The command that plays a scenario again.
  ///
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
