extension Flow {
  /// The keys of a flow file.
  package static let declaration = ObjectFormat<Flow>("flow", initial: { _ in Flow.empty }) { keys in
    keys.ignore("$schema", .text)
    keys.add("format", \.format, { $0.format = $1 }, .version(upTo: Flow.newestFormat))
    keys.require("flow", \.name, { $0.name = $1 }, .text(.anyName))
    keys.add("title", \.title, { $0.title = $1 }, .text)
    keys.add("summary", \.summary, { $0.summary = $1 }, .text)
    keys.add("include", \.includedFiles, { $0.includedFiles = $1 }, .list(of: .text(.siblingFile)))
    keys.require("deadline", \.deadline, { $0.deadline = $1 }, .duration)
    keys.add("ifRunning", \.ifRunning, { $0.ifRunning = $1 }, .word)
    keys.add("defaults", \.defaults, { $0.defaults = $1 }, .object(.defaults, Flow.Defaults.declaration))
    keys.add(
      "inputs", \.inputs, { $0.inputs = $1 }, .map(.input, Flow.Input.declaration, names: .name, name: \.name)
    )
    keys.add("signals", \.signals, { $0.signals = $1 }, .list(of: .text(.signal), isUnique: true))
    keys.require("pages", \.pages, { $0.pages = $1 }, Flow.Page.list)
    keys.add(
      "caches", \.ownCaches, { $0.ownCaches = $1 },
      .map(.cache, Flow.Cache.declaration, names: .name, name: \.name))
    keys.add(
      "environments", \.ownEnvironments, { $0.ownEnvironments = $1 },
      .list(of: .text(.anyName), isUnique: true))
    keys.add(
      "services", \.ownServices, { $0.ownServices = $1 },
      .map(.service, Flow.Service.declaration, names: .name, name: \.name))
    keys.add(
      "lanes", \.lanes, { $0.lanes = $1 },
      .map(
        of: .integer(1...Int.max) { value in
          value.object?["capacity"].map { "write \($0.text())" }
        }, names: .lane, standIn: 1, entry: { Flow.Lane($0, capacity: $1) },
        parts: { ($0.name, $0.capacity) }))
    keys.require("steps", \.steps, { $0.steps = $1 }, Flow.Step.list)
    keys.require(
      "landings", \.landings, { $0.landings = $1 },
      .list(of: Flow.Landing.declaration.element(.landing), count: 1...Int.max, reportsCount: false))
    keys.add(
      "promises", \.promises, { $0.promises = $1 },
      .list(of: Flow.Promise.declaration.element(.promise, hint: Flow.Promise.hint)))
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfFlow))
  }

  /// A flow without anything.
  static var empty: Flow { Flow(name: "flow", deadline: .zero, pages: [], steps: [], landings: []) }
}

extension Flow {
  fileprivate var includedFiles: [String] {
    get { inclusions.map(\.file) }
    set { inclusions = newValue.map { Inclusion(file: $0) } }
  }

  fileprivate var ownCaches: [Cache] {
    get {
      inclusions.isEmpty
        ? caches : caches.filter { cache in !inclusions.contains { $0.caches.contains(cache.name) } }
    }
    set { caches = newValue }
  }

  fileprivate var ownServices: [Service] {
    get {
      inclusions.isEmpty
        ? services
        : services.filter { service in !inclusions.contains { $0.services.contains(service.name) } }
    }
    set { services = newValue }
  }

  fileprivate var ownEnvironments: [String] {
    get {
      inclusions.isEmpty
        ? environments
        : environments.filter { name in !inclusions.contains { $0.environments.contains(name) } }
    }
    set { environments = newValue }
  }
}

extension Flow.Page {
  package static let declaration = ObjectFormat("page", isNamed: true, initial: { Flow.Page($0) }) { keys in
    keys.add("title", \.title, { $0.title = $1 }, .text)
    keys.add("kind", \.kind, { $0.kind = $1 }, .word)
  }

  /// Pages by name, or a list of names where no page has any key.
  fileprivate static var list: ValueFormat<[Flow.Page]> {
    let text = ValueFormat<String>.text(.anyName)
    var checked = ValueFormat<String>(
      text.shape,
      read: { reader, node in
        guard reader.kind(node) == .object else { return text.read(reader, node) }
        reader.mismatch("a name", at: node, hint: hint(reader.json.value(of: node)))
        return nil
      }, write: text.write, check: text.check, standIn: text.standIn())
    checked.readName = text.readName
    let name = checked.map(to: { Flow.Page($0) }, from: { $0.name })
    let names = ValueFormat<[Flow.Page]>.list(of: name, count: 1...Int.max, isUnique: true)
    return .either(
      "a list of names, or an object with the pages",
      [
        Form([.array, .string], names, { $0 }) { pages in
          pages.allSatisfy { $0 == Flow.Page($0.name) } ? pages : nil
        },
        Form([.object], .map(.page, declaration, names: .anyName, name: { $0.name }), { $0 }, { $0 }),
      ])
  }
}

extension Flow.Page {
  /// What to write instead of an object in a list of names.
  private static func hint(_ value: JSONValue) -> String {
    let object = value.object
    let name = ["name", "id", "page"].lazy.compactMap { object?[$0]?.string }.first ?? "home"
    let quoted = JSONValue.string(name).text()
    let title = object?["title"]?.string.map { "\"title\": \(JSONValue.string($0).text())" }
    let kind = object?["kind"]?.string.map { "\"kind\": \(JSONValue.string($0).text())" }
    let keys = [title, kind].compactMap(\.self)
    return keys.isEmpty
      ? "write \(quoted)"
      : "use each name as a key: \"pages\": { \(quoted): { \(keys.joined(separator: ", ")) }, … }"
  }
}

extension Flow.Defaults {
  package static let declaration = ObjectFormat("defaults", initial: { _ in Flow.Defaults() }) { keys in
    keys.add("timeout", \.timeout, { $0.timeout = $1 }, .duration, standIn: .zero)
    keys.add(
      "retry", \.retry, { $0.retry = $1 }, .object(.retry, Flow.Retry.declaration, hint: Flow.Retry.hint))
    keys.add("afterLanding", \.afterLanding, { $0.afterLanding = $1 }, .afterLanding)
  }
}

extension Flow.Input {
  package static let declaration = ObjectFormat("input", isNamed: true, initial: { Flow.Input($0, .string) })
  {
    keys in
    keys.require("type", \.kind, { $0.kind = $1 }, .word)
    keys.add("values", \.values, { $0.values = $1 }, .list(of: .any, count: 1...Int.max))
    keys.add("min", \.minimum, { $0.minimum = $1 }, .duration)
    keys.add("max", \.maximum, { $0.maximum = $1 }, .duration)
    keys.add("default", \.defaultValue, { $0.defaultValue = $1 }, .any)
    keys.add("summary", \.summary, { $0.summary = $1 }, .text)
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfFlow))
  }.hinting { value in
    // The type alone, or the default value alone.
    switch value {
    case .string(let word):
      Kind(rawValue: word) == nil && Kind.nearest(to: word) == nil
        ? "write { \"type\": \"string\" }"
        : "write { \"type\": \"\((Kind(rawValue: word) ?? Kind.nearest(to: word) ?? .string).rawValue)\" }"
    case .bool(let value): "write { \"type\": \"boolean\", \"default\": \(value) }"
    case .array(let values) where values.allSatisfy({ $0.string != nil }) && !values.isEmpty:
      "write { \"type\": \"string\", \"values\": \(value.text()) }"
    default: nil
    }
  }
}

extension Flow.Input.Kind {
  /// The type that an author of another language meant.
  fileprivate static func nearest(to word: String) -> Self? {
    if word == "bool" { return .boolean }
    return Suggester.nearest(to: word, among: allCases.map(\.rawValue)).flatMap(Self.init(rawValue:))
  }
}

extension Flow.Cache {
  package static let declaration = ObjectFormat("cache", isNamed: true, initial: { Flow.Cache($0) }) { keys in
    keys.add("scope", \.scope, { $0.scope = $1 }, .text)
    keys.add("maxAge", \.maxAge, { $0.maxAge = $1 }, .duration)
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfFlow))
  }
}

extension Flow.Landing {
  package static let declaration = ObjectFormat(
    "landing rule", nameKey: "page", initial: { _ in Flow.Landing(UnreadParts.standInName) }
  ) { keys in
    keys.require("page", \.page, { $0.page = $1 }, .text)
    keys.add("when", \.when, { $0.when = $1 }, .condition, standIn: Condition([]))
    keys.add("after", \.after, { $0.after = $1 }, .list(of: .text))
    keys.add("notice", \.notices, { $0.notices = $1 }, Flow.Notice.list)
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfFlow))
  }
}

extension Flow.Notice {
  private static var text: Form<Flow.Notice> {
    Form(
      [.string], .text.withReferences, { Flow.Notice($0) }, { $0 == Flow.Notice($0.text) ? $0.text : nil })
  }

  private static var whole: Form<Flow.Notice> { Form([.object], .object(.notice, object), { $0 }, { $0 }) }

  /// One notice, or a list of those that may be shown.
  fileprivate static var list: ValueFormat<[Flow.Notice]> {
    let notice = ValueFormat<Flow.Notice>.either("text or an object", [text, whole])
    let several = ValueFormat<[Flow.Notice]>.list(of: notice.standingIn(Flow.Notice("")), count: 1...Int.max)
    return .either(
      "text, an object or a list of these",
      [
        Form(text.types + whole.types, notice, { [$0] }) { $0.count == 1 ? $0[0] : nil },
        Form([.array], several, { $0 }, { $0 }),
      ])
  }

  package static let object = ObjectFormat("notice", initial: { _ in Flow.Notice("") }) { keys in
    keys.add("when", \.when, { $0.when = $1 }, .condition)
    keys.require("text", \.text, { $0.text = $1 }, .text.withReferences)
    keys.add("style", \.style, { $0.style = $1 }, .word)
  }
}

extension Flow.Promise {
  /// What to write instead of a promise in one text.
  fileprivate static func hint(_ value: JSONValue) -> String? {
    guard let text = value.string else { return nil }
    let time = text.split(whereSeparator: { " <=\t".contains($0) }).compactMap {
      Duration(documentText: String($0))
    }.first
    guard let time else {
      return "write { \"within\": \"10s\" } or { \"never\": { \"login\": \"failed\" } }, for example"
    }
    return "write { \"within\": \"\(time.documentText)\" }"
  }

  package static let declaration = ObjectFormat(
    "promise", initial: { _ in Flow.Promise.always(Condition([])) }
  ) {
    keys in
    keys.choose(\.self, { $0 = $1 }) {
      $0.add("within", .duration, { .within($0) }) { if case .within(let time) = $0 { time } else { nil } }
      $0.add("never", .condition, { .never($0) }) { if case .never(let ending) = $0 { ending } else { nil } }
      $0.add("always", .condition, { .always($0) }) {
        if case .always(let ending) = $0 { ending } else { nil }
      }
      $0.add("if", .condition, .required("then", .condition), { .implies($0, $1) }) {
        if case .implies(let premise, let conclusion) = $0 { (premise, conclusion) } else { nil }
      }
    }
  }
}

extension ValueFormat where Value == [Flow.Silence] {
  /// The warnings that the author does not want, by code, each with a reason.
  static func ignore(_ codes: NameKind) -> Self {
    .map(
      of: .text(.reason), names: codes, standIn: UnreadParts.standInName,
      entry: { Flow.Silence($0, because: $1) }, parts: { ($0.code, $0.reason) })
  }
}
