extension Flow {
  /// Reads a flow file: the flow, or all of its errors.
  ///
  /// - Parameters:
  ///   - source: The file's text.
  ///   - including: Returns the text of an included file by its name; nil if it cannot be read.
  public static func read(
    _ source: SourceText, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> DocumentReading<Flow> {
    read(source, FlowIncluder(of: source, including))
  }

  static func read(_ source: SourceText, _ includer: FlowIncluder) -> DocumentReading<Flow> {
    DocumentReading(source, standIn: Flow(name: "", deadline: .zero, pages: [], steps: [], landings: [])) {
      $0.flow(includer)
    } check: { flow, reader in
      flow.inspected(doubts: reader.doubts).errors
    }
  }
}

extension DocumentReader {
  private static let flowKeys = [
    "$schema", "format", "flow", "summary", "include", "deadline", "defaults", "inputs", "pages", "caches",
    "environments",
    "services", "lanes", "steps", "landings", "promises", "ignore",
  ]

  /// The flow as far as it can be read; nil where that is not worth checking.
  fileprivate func flow(_ includer: FlowIncluder) -> Flow? {
    guard kind(0) == .object else {
      mismatch("an object, the flow", at: 0)
      return nil
    }
    // A newer format may mean anything by its keys.
    guard isReadableFormat(), let fields = fields(of: 0, Self.flowKeys) else { return nil }
    _ = string(fields["$schema"])
    var flow = Flow(name: "", deadline: .zero, pages: [], steps: [], landings: [])
    if let node = required("flow", in: fields, "the flow") {
      flow.name = string(node) ?? "flow"
    } else {
      flow.name = "flow"
    }
    flow.summary = string(fields["summary"])
    flow.deadline = duration(required("deadline", in: fields, "the flow")) ?? .zero
    flow.defaults = defaults(fields["defaults"])
    flow.inputs = named(fields["inputs"], .inputs) { self.input($0, $1) }
    flow.pages = names(required("pages", in: fields, "the flow"), .pages).map { Flow.Page($0) }
    include(fields["include"], into: &flow, includer)
    flow.caches += named(fields["caches"], .caches) { self.cache($0, $1) }
    if fields["environments"] != nil || flow.inclusions.isEmpty {
      flow.environments += names(fields["environments"], .environments)
    }
    flow.services += named(fields["services"], .services) { self.service($0, $1) }
    flow.lanes = named(fields["lanes"], .lanes) { Flow.Lane($0, capacity: self.integer($1) ?? 1) }
    flow.steps = steps(required("steps", in: fields, "the flow"), depth: 0)
    flow.landings = landings(fields["landings"])
    flow.promises = (fields["promises"].flatMap { elements(of: $0) } ?? []).map { promise($0) }
    flow.ignore = silences(fields["ignore"])
    return flow
  }

  /// Whether this build can read the file's format; another kind of file counts its formats by itself.
  package func isReadableFormat(upTo newest: Int = Flow.newestFormat) -> Bool {
    guard let node = json.children(of: 0).first(where: { json.key(of: $0) == "format" }) else { return true }
    guard let format = integer(node) else { return true }
    if format > newest {
      report(
        .unsupportedFormat,
        "this file has format \(format); this build reads formats up to \(newest)",
        at: node, hint: "use a newer launchflow")
      return false
    }
    if format < 1 { report(.badValue, "formats are counted from 1", at: node) }
    return true
  }

  /// A list of names.
  private func names(_ node: Int?, _ kind: Doubts.Names) -> [String] {
    guard let names = strings(node) else {
      doubts.names.insert(kind)
      return []
    }
    if names.contains(Doubts.standInName) { doubts.names.insert(kind) }
    return names
  }

  /// The members of an object by the author's own names.
  private func named<Entry>(_ node: Int?, _ kind: Doubts.Names, _ read: (String, Int) -> Entry) -> [Entry] {
    guard let node else { return [] }
    guard let members = namedMembers(of: node) else {
      doubts.names.insert(kind)
      return []
    }
    return members.map { read($0.name, $0.node) }
  }

  private func defaults(_ node: Int?) -> Flow.Defaults {
    guard let node, let fields = fields(of: node, ["timeout"]) else { return Flow.Defaults() }
    return Flow.Defaults(timeout: fields["timeout"].map { duration($0) ?? .zero })
  }

  private func input(_ name: String, _ node: Int) -> Flow.Input {
    var input = Flow.Input(name, .string)
    guard let fields = fields(of: node, ["type", "values", "default", "summary", "ignore"]),
      let type = required("type", in: fields, "the input \"\(name)\"").flatMap({
        word($0, as: Flow.Input.Kind.self)
      })
    else {
      doubts.names.insert(.inputs)
      return input
    }
    input.kind = type
    input.summary = string(fields["summary"])
    input.ignore = silences(fields["ignore"])
    if let values = fields["values"].flatMap({ elements(of: $0) }) {
      if values.isEmpty, let node = fields["values"] {
        report(.badValue, "an input without values cannot be given", at: node)
      }
      input.values = values.map { json.value(of: $0) }
    }
    input.defaultValue = fields["default"].map { json.value(of: $0) }
    return input
  }

  private func cache(_ name: String, _ node: Int) -> Flow.Cache {
    guard let fields = fields(of: node, ["scope", "maxAge", "ignore"]) else { return Flow.Cache(name) }
    var cache = Flow.Cache(name, scope: string(fields["scope"]), maxAge: duration(fields["maxAge"]))
    cache.ignore = silences(fields["ignore"])
    return cache
  }
}

extension DocumentReader {
  /// The warnings that are not wanted, each with why.
  func silences(_ node: Int?) -> [Flow.Silence] {
    guard let node else { return [] }
    return (namedMembers(of: node) ?? []).map { member in
      Flow.Silence(member.name, because: string(member.node) ?? Doubts.standInName)
    }
  }
}

extension Doubts {
  /// Stands for a name that could not be read; no rule looks at it.
  static let standInName = "\u{0}"
}
