import LaunchFlowVerifier

/// Checks a file as the kind of document that its keys name.
enum DocumentCheck {
  /// All diagnostics; nil for an unrelated file that a folder contains.
  ///
  /// - Parameter isNamed: Whether the command line names the file itself, so that it must be a document.
  static func diagnostics(of file: DocumentFile, isNamed: Bool, in world: World) -> [Diagnostic]? {
    diagnostics(of: file.source, including: file.included) { json in
      if DocumentKind(json) == .scenarios { return diagnostics(ofScenarios: json, in: file, world) }
      return isNamed ? [.unknownKind(json)] : nil
    }
  }

  /// The diagnostics of a flow or a switch; for any other JSON, those that `other` finds.
  ///
  /// - Parameter including: Returns the text of an included file by its name.
  static func diagnostics(
    of source: SourceText, including: @escaping (String) -> SourceText? = { _ in nil },
    other: (JSONDocument) -> [Diagnostic]? = { _ in nil }
  ) -> [Diagnostic]? {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(source)
    } catch {
      return [Diagnostic(error, in: source).advised(in: source)]
    }
    switch DocumentKind(json) {
    case .flow:
      let find: (Flow) -> [Diagnostic] = { ProvedRules.diagnostics(of: $0) }
      return Flow.check(json, alsoFor: ProvedRules.codes, find: find, including: including).diagnostics
    case .offlineSwitch: return OfflineSwitchDocument.check(json).diagnostics
    case .scenarios, nil: return other(json)
    }
  }

  /// The diagnostics of a changed text that the original does not have, compared by code and place.
  static func newDiagnostics(
    of changed: SourceText, since original: SourceText, including: @escaping (String) -> SourceText?
  ) -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> [String] {
      [diagnostic.code.rawValue] + diagnostic.place.path.tokens
    }
    let known = Set((diagnostics(of: original, including: including) ?? []).map(key))
    let all = diagnostics(of: changed, including: including) ?? []
    return all.filter { !known.contains(key($0)) }
  }

  /// The diagnostics of scenarios, checked against their flow or switch if that has no errors.
  private static func diagnostics(
    ofScenarios json: JSONDocument, in file: DocumentFile, _ world: World
  ) -> [Diagnostic] {
    func check(for flow: Flow?) -> [Diagnostic] {
      DocumentReading.advised(json, for: flow) { ScenarioFile.read($0, for: flow) }.diagnostics
    }
    // The reader reports a value of the wrong type.
    guard let (value, place) = json.member(DocumentKind.scenarios.rawValue), let name = value.string else {
      return check(for: nil)
    }
    let subject: DocumentFile
    do throws(FileError) {
      subject = try DocumentFile(file.resolve(name), in: world)
    } catch {
      let problem = Diagnostic(
        .unknownName, "the flow file \"\(name)\" cannot be read: \(error.reason)", at: place,
        advice: "the path is relative to this file")
      return [problem] + check(for: nil)
    }
    let own: [Diagnostic]
    let hasErrors: Bool
    if subject.kind == .offlineSwitch {
      let document = OfflineSwitchDocument.read(subject.source).document
      own = DocumentReading.advised(json) { SwitchScenarioFile.read($0, for: document) }.diagnostics
      hasErrors = document == nil
    } else {
      let flow = Flow.read(subject.source, including: subject.included).document
      own = check(for: flow)
      hasErrors = flow == nil
    }
    guard hasErrors else { return own }
    let kind = subject.kind == .offlineSwitch ? "switch" : "flow"
    let flawed = Diagnostic(
      .unknownName, "the \(kind) in \"\(name)\" has errors, so the scenarios cannot be checked against it",
      at: place, advice: "launchflow check \(ShellWord.quoted(subject.path))")
    return [flawed] + own
  }
}

extension Diagnostic {
  /// The error of a file that is neither a flow, a switch nor scenarios.
  static func unknownKind(_ json: JSONDocument) -> Diagnostic {
    Diagnostic(
      .missingKey, "this is neither a flow, a switch nor scenarios", at: json.wholePlace,
      advice: "a flow has the key \"flow\", a switch \"switch\", scenarios \"scenariosFor\"")
  }
}
