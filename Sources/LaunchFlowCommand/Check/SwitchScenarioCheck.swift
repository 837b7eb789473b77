import LaunchFlowModel

/// Checks scenarios that are for a switch.
struct SwitchScenarioCheck {
  private let file: DocumentFile
  private let world: World

  init(_ file: DocumentFile, in world: World) {
    self.file = file
    self.world = world
  }

  /// All that is wrong with them; nil where they are not for a switch.
  func diagnostics(_ json: JSONDocument) -> [Diagnostic]? {
    guard let (value, place) = json.member(DocumentKind.scenarios.rawValue), let name = value.string,
      let subject = try? DocumentFile(file.resolve(name), in: world),
      let subjectJSON = try? JSONDocument(subject.source), DocumentKind(subjectJSON) == .offlineSwitch
    else { return nil }
    let document = OfflineSwitchDocument.read(subject.source).document
    let own = SwitchScenarioFile.read(file.source, for: document).diagnostics
    guard document == nil else { return own }
    let problem = Diagnostic(
      .unknownName, "the switch in \"\(name)\" has errors, so the scenarios cannot be checked against it",
      at: place, hint: "launchflow check \(file.resolve(name))")
    return [problem] + own
  }
}
