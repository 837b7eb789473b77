extension Flow: FormatObject {
  package static var object: DeclaredObject { .flow }

  package init(named name: String) {
    self.init(name: "flow", deadline: .zero, pages: [], steps: [], landings: [])
  }

  package mutating func visit(_ v: Visitor) {
    v.ignore("$schema") { v.text($0) }
    v.key("format", &format) { v.version($0, upTo: Flow.newestFormat) }
    v.key("flow", &name, .anyName(of: "flow"), required: true)
    v.key("title", &title)
    v.key("summary", &summary)
    v.key("include", &declaredFiles) { v.texts($0, .siblingFile) }
    v.key("deadline", &deadline, required: true)
    v.key(word: "ifRunning", &ifRunning)
    v.key("defaults", &defaults)
    v.key("inputs", &inputs) { v.map($0, names: .name(of: "input")) { $0.name } }
    v.key("signals", &signals) { v.texts($0, .signal, isUnique: true) }
    v.key("pages", &pages, required: true) { Page.list($0, v) }
    v.key("caches", &caches) { Cache.map($0, v) }
    v.key("environments", &environments) { v.texts($0, .anyName(of: "environment"), isUnique: true) }
    v.key("services", &services) { v.map($0, names: .name(of: "service")) { $0.name } }
    v.key("lanes", &lanes) { Lane.map($0, v) }
    v.key("steps", &steps, required: true) { Step.map($0, v) }
    v.key("landings", &landings, required: true) { v.objects($0, count: 1...Int.max, reportsCount: false) }
    v.key("promises", &promises) { v.objects($0) }
    v.key("hedges", &hedges)
    v.key("ignore", &ignore) { Silence.map($0, .warningOfFlow, v) }
  }
}

extension Flow {
  fileprivate var declaredFiles: [String] {
    get { inclusions.filter { !$0.isModule }.map { $0.file } }
    set { if newValue != declaredFiles { inclusions = newValue.map { Inclusion(file: $0) } } }
  }
}

extension Flow.Lane {
  fileprivate static func map(_ lanes: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(lanes, names: .lane, name: { $0.name }, standIn: { Self($0, capacity: 1) }) { name, lane in
      v.integer(lane?.capacity, 1...Int.max).map { Self(name, capacity: $0) }
    }
  }
}

extension Flow.Page: FormatObject {
  package static var object: DeclaredObject { .page }

  package init(named name: String) { self.init(name) }

  package mutating func visit(_ v: Visitor) {
    v.key("title", &title)
    v.key(word: "kind", &kind)
  }

  /// Visits pages by name; a list of names if no page has a key.
  fileprivate static func list(_ pages: [Self]?, _ v: Visitor) -> [Self]? {
    let isPlain = { pages?.allSatisfy { $0.title == nil && $0.kind == .normal } ?? true }
    return v.forms(
      [[.array, .string], [.object]], "a list of names, or an object with the pages",
      written: isPlain() ? 0 : 1
    ) { form in
      if form == 1 { return v.map(pages, names: .anyName(of: "page")) { $0.name } }
      return v.list(
        pages, count: 1...Int.max, isUnique: true, standIn: Self(UnreadParts.standInName), named: { Self($0) }
      ) { page in
        if v.isReading, v.reader.kind(v.node) == .object {
          v.reader.mismatch("a name", at: v.node)
          return nil
        }
        return v.text(page?.name, .anyName(of: "page")).map { Self($0) }
      }
    }
  }
}

extension Flow.Defaults: FormatObject {
  package static var object: DeclaredObject { .defaults }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("timeout", &timeout, standIn: .zero)
    v.key("retry", &retry)
    v.key(word: "afterLanding", &afterLanding)
  }
}

extension Flow.Hedges: FormatObject {
  package static var object: DeclaredObject { .hedges }

  package init(named name: String) { self.init(atMost: 1) }

  package mutating func visit(_ v: Visitor) { v.key("atMost", &atMost, 0...1, required: true) }
}

extension Flow.Input: FormatObject {
  package static var object: DeclaredObject { .input }

  package init(named name: String) { self.init(name, .string) }

  package mutating func visit(_ v: Visitor) {
    v.key(word: "type", &kind, required: true)
    v.key("values", &values) { v.list($0, count: 1...Int.max) { v.any($0) } }
    v.key("from", &source) { v.word($0) }
    v.key("min", &minimum)
    v.key("max", &maximum)
    // Where the phone says nothing, the fact does not hold.
    if v.isWriting, source != nil, defaultValue == .bool(false) { defaultValue = nil }
    v.key("default", &defaultValue) { v.any($0) }
    if v.isReading, source != nil, defaultValue == nil { defaultValue = .bool(false) }
    v.key("summary", &summary)
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfFlow, v) }
    if v.node(of: "type") != nil, v.areRead("type") { check(v) }
  }

  /// Reports values of another type, and a range that the type excludes.
  private func check(_ v: Visitor) {
    var unrestricted = self
    unrestricted.values = []
    let elements = v.node(of: "values").map { v.reader.json.children(of: $0) }
    for (value, node) in zip(values, elements.map(Array.init) ?? []) {
      if let problem = unrestricted.problem(with: value) {
        v.reader.reportMisfit(.badValue, problem, at: node)
      }
    }
    if source != nil, kind != .boolean {
      return v.report(.badValue, "\"from\" is only allowed with \"type\": \"boolean\"", at: "from")
    }
    if source != nil, !values.isEmpty {
      return v.report(.misplacedKey, "\"from\" and \"values\" exclude each other", at: "values")
    }
    checkRange(v)
    if let defaultValue, let problem = problem(with: defaultValue) {
      v.report(.badValue, problem, at: "default", .value)
    }
  }

  /// A duration declares its range, since a proof takes every time in it.
  private func checkRange(_ v: Visitor) {
    guard kind == .duration else {
      func report(_ key: String) {
        v.report(.badValue, "\"\(key)\" is only allowed with \"type\": \"duration\"", at: key)
      }
      if minimum != nil { report("min") }
      if maximum != nil { report("max") }
      return
    }
    if !values.isEmpty { v.report(.badValue, "a duration has no list of values", at: "values") }
    if let minimum, let maximum {
      if minimum > maximum { v.report(.badValue, "\"min\" is longer than \"max\"", at: "min", .value) }
    } else {
      v.report(.badValue, "the duration \"\(name)\" has no \(minimum == nil ? "\"min\"" : "\"max\"")")
    }
  }
}

extension Flow.Cache: FormatObject {
  package static var object: DeclaredObject { .cache }

  package init(named name: String) { self.init(name) }

  package mutating func visit(_ v: Visitor) {
    visitFamily(v)
    v.key("scope", &scope)
    v.key("maxAge", &maxAge)
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfFlow, v) }
  }
}

extension Flow.Silence {
  package static func map(_ silences: [Self]?, _ codes: TextKind, _ v: Visitor) -> [Self]? {
    v.map(
      silences, names: codes, name: { $0.code },
      standIn: { Self(code: $0, reason: UnreadParts.standInName) }
    ) { code, silence in
      v.text(silence?.reason, .reason).map { Self(code: code, reason: $0) }
    }
  }
}
