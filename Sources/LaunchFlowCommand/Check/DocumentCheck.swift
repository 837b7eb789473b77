import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowVerifier

/// Checks one file, whatever kind of document it is.
struct DocumentCheck {
  private let file: DocumentFile
  private let isNamed: Bool
  private let world: World

  /// - Parameter isNamed: Whether the command line names the file itself, so that it must be a document.
  init(_ file: DocumentFile, isNamed: Bool, in world: World) {
    self.file = file
    self.isNamed = isNamed
    self.world = world
  }

  /// All that is wrong with it; nil for a file of somebody else's that only lies in the same folder.
  func diagnostics() throws(FileError) -> [Diagnostic]? {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(file.source)
    } catch {
      return [Diagnostic(error, in: file.source)]
    }
    switch DocumentKind(json) {
    case .scenarios: return scenarioDiagnostics(json)
    case nil where isNamed: return [unknownKind(json)]
    case .flow, .offlineSwitch, nil:
      return Self.diagnostics(ofDocument: file.source) { file.included($0, in: world) }
    }
  }

  /// All that is found in a flow or a switch; nil for a text that is none.
  ///
  /// - Parameter including: Gives the text of an included file by its name.
  static func diagnostics(
    ofDocument source: SourceText, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> [Diagnostic]? {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(source)
    } catch {
      return [Diagnostic(error, in: source)]
    }
    switch DocumentKind(json) {
    case .flow:
      return Flow.check(
        source, alsoFor: ProvedRules.codes, find: { ProvedRules.diagnostics(of: $0) }, including: including
      ).diagnostics
    case .offlineSwitch: return OfflineSwitchDocument.check(source).diagnostics
    case .scenarios, nil: return nil
    }
  }

  private func unknownKind(_ json: JSONDocument) -> Diagnostic {
    Diagnostic(
      .missingKey, "this is neither a flow, a switch nor scenarios", at: json.wholePlace,
      hint: "a flow has the key \"flow\", a switch \"switch\", scenarios \"scenariosFor\"")
  }

  private func scenarioDiagnostics(_ json: JSONDocument) -> [Diagnostic] {
    if let found = SwitchScenarioCheck(file, in: world).diagnostics(json) { return found }
    let (flow, problem) = flow(of: json)
    let own = ScenarioFile.read(file.source, for: flow).diagnostics
    return (problem.map { [$0] } ?? []) + own
  }

  /// The flow that scenarios are for, or why there is none to check against.
  private func flow(of json: JSONDocument) -> (Flow?, Diagnostic?) {
    // A wrong type is for the reader to report.
    guard let (value, place) = json.member(DocumentKind.scenarios.rawValue), let name = value.string else {
      return (nil, nil)
    }
    let path = file.resolve(name)
    do throws(FileError) {
      let target = try DocumentFile(path, in: world)
      let reading = Flow.read(target.source) { target.included($0, in: world) }
      guard reading.document == nil else { return (reading.document, nil) }
      let problem = Diagnostic(
        .unknownName, "the flow in \"\(name)\" has errors, so the scenarios cannot be checked against it",
        at: place, hint: "launchflow check \(path)")
      return (nil, problem)
    } catch {
      let problem = Diagnostic(
        .unknownName, "the flow file \"\(name)\" cannot be read: \(error.reason)", at: place,
        hint: "the path is relative to this file")
      return (nil, problem)
    }
  }
}
