/// Reads the files that a flow includes, directly or through others, each once and within fixed limits.
/// Used for one reading of one flow only.
final class FlowIncluder {
  static let mostFiles = 64
  /// The largest total size of these files.
  static let mostBytes = JSONLimits.standard.bytes
  /// How many steps all modules together may have; a module of a module counts twice.
  static let mostSteps = 100_000
  private static let mostLevels = 8

  /// Why nothing can be taken from a file.
  struct Refusal: Error {
    var code = DiagnosticCode.badValue
    var message: String
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
  func flow(beside file: String) throws(Refusal) -> Flow {
    guard Flow.Inclusion.isFileName(file) else {
      throw Refusal(message: "an included file must be beside this one and end in .json")
    }
    if let start = open.firstIndex(of: file) {
      let circle = (open[start...] + [file]).joined(separator: " → ")
      let isAlone = file == open.last
      throw refuse(isAlone ? "\"\(file)\" includes itself" : "files include each other: \(circle)", .cycle)
    }
    if let result = results[file] { return try result.get() }
    guard open.count <= Self.mostLevels else {
      throw refuse("files include one another more than 8 levels deep")
    }
    guard results.count < Self.mostFiles else {
      throw refuse("a flow includes more than \(Self.mostFiles) files")
    }
    let result = read(file)
    results[file] = result
    return try result.get()
  }

  func module(in file: String) throws(Refusal) -> Flow {
    let module = try flow(beside: file)
    steps += Flow.count(module.steps)
    guard steps <= Self.mostSteps else {
      throw refuse("the included flows have more than \(Self.mostSteps) steps together")
    }
    return module
  }

  private func read(_ file: String) -> Result<Flow, Refusal> {
    // The entry counts the file while its own includes are read.
    let unreadable = Refusal(code: .unknownName, message: "the file \"\(file)\" cannot be read")
    results[file] = .failure(unreadable)
    guard let text = source(file) else { return .failure(unreadable) }
    bytes += min(text.bytes.count, Self.mostBytes + 1)
    guard bytes <= Self.mostBytes else {
      return .failure(refuse("the included files together exceed \(Self.mostBytes >> 20) MiB"))
    }
    open.append(file)
    let outer = commonRefusal
    commonRefusal = nil
    let flow = DocumentReading(text) { Flow.read($0, self) }.document
    open.removeLast()
    let inner = commonRefusal
    commonRefusal = outer ?? inner
    if let flow { return .success(flow) }
    let message = "\"\(file)\" has errors, so it cannot be included"
    return .failure(inner ?? Refusal(code: .unknownName, message: message))
  }

  private func refuse(_ message: String, _ code: DiagnosticCode = .badValue) -> Refusal {
    let refusal = Refusal(code: code, message: message)
    commonRefusal = commonRefusal ?? refusal
    return refusal
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
      return try includer.flow(beside: name)
    } catch {
      report(error.code, error.message, at: node)
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
