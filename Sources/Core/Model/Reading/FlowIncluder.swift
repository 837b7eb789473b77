/// Reads the files that a flow includes, directly or through others, each once and within fixed limits.
/// Used for one reading of one flow only.
final class FlowIncluder {
  static let mostFiles = 64
  /// The largest total size of these files.
  static let mostBytes = JSONLimits.standard.bytes
  /// How many steps all modules together may have; a module of a module counts twice.
  static let mostSteps = 100_000
  private static let mostLevels = 8

  enum Refusal: Error {
    case notBeside
    case unreadable
    case hasErrors
    /// The files include each other, in this order.
    case circle([String])
    case tooDeep, tooManyFiles, tooManyBytes
    case tooManySteps
    /// A name gets too long with this prefix.
    case longName(String)
    /// The groups of a module and around it.
    case nested
  }

  private let source: (String) -> SourceText?
  private var results: [String: Result<Flow, Refusal>] = [:]
  /// The files that are being read, outermost first.
  private var open: [String]
  private var bytes = 0
  private var steps = 0
  /// The first refusal, within the file that is being read, that depends on the files around it.
  private var commonRefusal: Refusal?

  /// - Parameter source: Returns the text of a file beside the flow's; nil if it cannot be read.
  init(of root: SourceText, _ source: @escaping (String) -> SourceText?) {
    open = [root.name.split(separator: "/").last.map(String.init) ?? root.name]
    self.source = source
  }

  /// The flow in an included file, without errors.
  func flow(in file: String) throws(Refusal) -> Flow {
    if let start = open.firstIndex(of: file) { throw refuse(.circle(open[start...] + [file])) }
    if let result = results[file] { return try result.get() }
    guard open.count <= Self.mostLevels else { throw refuse(.tooDeep) }
    guard results.count < Self.mostFiles else { throw refuse(.tooManyFiles) }
    let result = read(file)
    results[file] = result
    return try result.get()
  }

  func module(in file: String) throws(Refusal) -> Flow {
    guard Flow.Inclusion.isFileName(file) else { throw .notBeside }
    let module = try flow(in: file)
    steps += Flow.count(module.steps)
    guard steps <= Self.mostSteps else { throw refuse(.tooManySteps) }
    return module
  }

  private func read(_ file: String) -> Result<Flow, Refusal> {
    // The entry counts the file while its own includes are read.
    results[file] = .failure(.unreadable)
    guard let text = source(file) else { return .failure(.unreadable) }
    bytes += min(text.bytes.count, Self.mostBytes + 1)
    guard bytes <= Self.mostBytes else { return .failure(refuse(.tooManyBytes)) }
    open.append(file)
    let outer = commonRefusal
    commonRefusal = nil
    let flow = Flow.read(text, self).document
    open.removeLast()
    let inner = commonRefusal
    commonRefusal = outer ?? inner
    if let flow { return .success(flow) }
    return .failure(inner ?? .hasErrors)
  }

  private func refuse(_ refusal: Refusal) -> Refusal {
    commonRefusal = commonRefusal ?? refusal
    return refusal
  }
}

extension FlowIncluder.Refusal {
  func diagnosis(of file: String) -> (code: DiagnosticCode, message: String) {
    switch self {
    case .notBeside: (.badValue, "an included file must be beside this one and end in .json")
    case .unreadable: (.unknownName, "the file \"\(file)\" cannot be read")
    case .hasErrors: (.unknownName, "\"\(file)\" has errors of its own, so nothing can be taken from it")
    case .circle(let files) where files.count == 2: (.cycle, "\"\(files[0])\" includes itself")
    case .circle(let files): (.cycle, "files include each other: \(files.joined(separator: " → "))")
    case .tooDeep: (.badValue, "files include one another more than 8 levels deep")
    case .tooManyFiles: (.badValue, "a flow includes more than \(FlowIncluder.mostFiles) files")
    case .tooManySteps:
      (.badValue, "the included flows have more than \(FlowIncluder.mostSteps) steps together")
    case .longName(let prefix):
      (.badName, "a name of \"\(file)\" is longer than \(String.mostBytesOfName) bytes after \"\(prefix)-\"")
    case .nested:
      (.badValue, "with \"\(file)\", groups are nested more than \(DeclaredObject.nestingLimit) levels deep")
    case .tooManyBytes:
      (.badValue, "the included files together exceed \(FlowIncluder.mostBytes >> 20) MiB")
    }
  }
}

extension DocumentReader {
  /// Adds the environments, caches and services of included flows. An unreadable file might have declared any name.
  func include(into flow: inout Flow, _ includer: FlowIncluder) {
    let files = flow.inclusions.map { $0.file }
    guard !files.isEmpty, let list = json.children(of: 0).first(where: { json.key(of: $0) == "include" })
    else { return }
    // A lone text is read as the only element of the list.
    let nodes = kind(list) == .array ? Array(json.children(of: list)) : [list]
    let own = flow
    (flow.inclusions, flow.caches, flow.services, flow.environments) = ([], [], [], [])
    for (file, node) in zip(files, nodes) where file != UnreadParts.standInName {
      if let included = included(file, at: node, includer) {
        flow.include(included, from: file)
      } else {
        noteUnread(list)
      }
    }
    flow.caches += own.caches
    flow.services += own.services
    flow.environments += own.environments
  }

  private func included(_ name: String, at node: Int, _ includer: FlowIncluder) -> Flow? {
    do throws(FlowIncluder.Refusal) {
      guard Flow.Inclusion.isFileName(name) else { throw .notBeside }
      return try includer.flow(in: name)
    } catch {
      let diagnosis = error.diagnosis(of: name)
      report(diagnosis.code, diagnosis.message, at: node)
      return nil
    }
  }
}

extension Flow {
  /// Adds the parts that an included flow declares or includes, each file's parts once.
  fileprivate mutating func include(_ included: Flow, from file: String) {
    let others = included.inclusions
    let own = Inclusion(
      file: file,
      caches: Set(included.caches.map { $0.name }).subtracting(others.flatMap { $0.caches }),
      services: Set(included.services.map { $0.name }).subtracting(others.flatMap { $0.services }),
      environments: Set(included.environments))
    take(included, others.filter { !$0.isModule } + [own])
    environments += included.environments.filter { !environments.contains($0) }
  }

  /// Adds what an included flow has of some files, each file's parts once.
  mutating func take(_ included: Flow, _ files: [Inclusion]) {
    var known = Set(inclusions.filter { !$0.isModule }.map { $0.file })
    for inclusion in files where known.insert(inclusion.file).inserted {
      caches += included.caches.filter { inclusion.caches.contains($0.name) }
      services += included.services.filter { inclusion.services.contains($0.name) }
      inclusions.append(inclusion)
    }
  }

  /// How many groups are nested, counting the steps themselves.
  static func depth(_ steps: [Step]) -> Int {
    steps.isEmpty ? 0 : 1 + (steps.map { depth($0.members ?? []) }.max() ?? 0)
  }

  static func count(_ steps: [Step]) -> Int { steps.reduce(0) { $0 + 1 + count($1.members ?? []) } }
}

extension Flow.Inclusion {
  /// Whether a text names a file in the same folder. Its bytes decide, as in the file system: a slash with a combining
  /// mark is still a slash.
  static func isFileName(_ name: String) -> Bool {
    let suffix = Array(".json".utf8)
    return name.utf8.count > suffix.count && name.utf8.suffix(suffix.count).elementsEqual(suffix)
      && name.utf8.allSatisfy {
        $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
      }
  }
}
