import LaunchFlowAuthoring
import LaunchFlowSwitch
import LaunchFlowVerifier

/// Checks one file as the kind of document that its keys name.
struct DocumentCheck {
  private let file: DocumentFile
  private let isNamed: Bool
  private let world: World
  /// A flow without errors and its path: first the one of the file before, then that of this file. Its
  /// scenarios need not read it again.
  private(set) var known: (path: String, flow: Flow)?

  /// - Parameters:
  ///   - isNamed: Whether the command line names the file itself, so that it must be a document.
  ///   - known: A flow that was read already.
  init(_ file: DocumentFile, isNamed: Bool, in world: World, known: (path: String, flow: Flow)? = nil) {
    self.file = file
    self.isNamed = isNamed
    self.world = world
    self.known = known
  }

  /// All diagnostics; nil for an unrelated file that a folder contains.
  mutating func diagnostics() -> [Diagnostic]? {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(file.source)
    } catch {
      return [Diagnostic(error, in: file.source).advised(in: file.source)]
    }
    if DocumentKind(json) == .scenarios { return scenarioDiagnostics(json) }
    let checked = Self.check(json) { [file, world] in file.included($0, in: world) }
    if let flow = checked?.flow { known = (file.path, flow) }
    return checked?.diagnostics ?? (isNamed ? [.unknownKind(json)] : nil)
  }

  /// The diagnostics of a flow or a switch; nil for any other text.
  ///
  /// - Parameter including: Returns the text of an included file by its name.
  static func diagnostics(
    ofDocument source: SourceText, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> [Diagnostic]? {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(source)
    } catch {
      return [Diagnostic(error, in: source).advised(in: source)]
    }
    return check(json, including)?.diagnostics
  }

  /// The diagnostics of a changed text that the original does not have, compared by code and place.
  static func newDiagnostics(
    of changed: SourceText, since original: SourceText, including: @escaping (String) -> SourceText?
  ) -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> [String] {
      [diagnostic.code.rawValue] + diagnostic.place.path.tokens
    }
    let known = Set((diagnostics(ofDocument: original, including: including) ?? []).map(key))
    let all = diagnostics(ofDocument: changed, including: including) ?? []
    return all.filter { !known.contains(key($0)) }
  }

  /// The diagnostics of a flow or a switch, and the flow without errors; nil for any other document.
  private static func check(
    _ json: JSONDocument, _ including: @escaping (String) -> SourceText?
  ) -> (diagnostics: [Diagnostic], flow: Flow?)? {
    switch DocumentKind(json) {
    case .flow:
      let reading = Flow.check(
        json, alsoFor: ProvedRules.codes, find: { ProvedRules.diagnostics(of: $0) }, including: including)
      return (reading.diagnostics, reading.document)
    case .offlineSwitch: return (OfflineSwitchDocument.check(json).diagnostics, nil)
    case .scenarios, nil: return nil
    }
  }

  private static func checkScenarios(_ json: JSONDocument, for flow: Flow?) -> [Diagnostic] {
    DocumentReading.advised(json, for: flow) { ScenarioFile.read($0, for: flow) }.diagnostics
  }

  /// The diagnostics of scenarios, checked against their flow or switch if that has no errors.
  private func scenarioDiagnostics(_ json: JSONDocument) -> [Diagnostic] {
    // The reader reports a value of the wrong type.
    guard let (value, place) = json.member(DocumentKind.scenarios.rawValue), let name = value.string else {
      return Self.checkScenarios(json, for: nil)
    }
    if let known, known.path == file.resolve(name) {
      return Self.checkScenarios(json, for: known.flow)
    }
    let subject: DocumentFile
    do throws(FileError) {
      subject = try DocumentFile(file.resolve(name), in: world)
    } catch {
      let problem = Diagnostic(
        .unknownName, "the flow file \"\(name)\" cannot be read: \(error.reason)", at: place,
        advice: "the path is relative to this file")
      return [problem] + Self.checkScenarios(json, for: nil)
    }
    func flawed(_ kind: String) -> Diagnostic {
      Diagnostic(
        .unknownName, "the \(kind) in \"\(name)\" has errors, so the scenarios cannot be checked against it",
        at: place, advice: "launchflow check \(ShellWord.quoted(subject.path))")
    }
    if subject.kind == .offlineSwitch {
      let document = OfflineSwitchDocument.read(subject.source).document
      let own = DocumentReading.advised(json) { SwitchScenarioFile.read($0, for: document) }.diagnostics
      return document == nil ? [flawed("switch")] + own : own
    }
    let flow = Flow.read(subject.source) { subject.included($0, in: world) }.document
    let own = Self.checkScenarios(json, for: flow)
    return flow == nil ? [flawed("flow")] + own : own
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
