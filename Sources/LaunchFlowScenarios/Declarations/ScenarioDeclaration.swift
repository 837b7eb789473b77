import LaunchFlowModel

extension ScenarioFile {
  static let declaration = ObjectFormat("file", initial: { _ in ScenarioFile(flowFile: "") }) { keys in
    keys.ignore("$schema", .text)
    keys.ignore("format", .version(upTo: Flow.newestFormat))
    keys.require("scenariosFor", \.flowFile, .text)
    keys.add("summary", \.summary, .text)
    keys.add("defaults", \.defaults, .object(.scenario, Scenario.declaration))
    keys.require("scenarios", \.scenarios, .map(.scenario, Scenario.declaration, name: { $0.name ?? "" }))
  }
}

extension Scenario {
  static let declaration = ObjectFormat(
    "scenario", initial: { Scenario(name: $0.isEmpty ? nil : $0) }
  ) { keys in
    keys.add("summary", \.summary, .text)
    keys.add("runs", \.runs, .integer(1...1_000_000_000))
    keys.add("seed", \.seed, .unsigned)
    keys.add(
      "inputs", \.inputs,
      .map(of: .any, entry: { Flow.NamedValue($0, $1) }, parts: { ($0.name, $0.value) }))
    keys.add(
      "caches", \.caches,
      .map(
        of: CachedValue.declaration, standIn: CachedValue("", nil),
        entry: { CachedValue($0, $1.value, age: $1.age) }, parts: { ($0.cache, $0) }))
    keys.add(
      "steps", \.steps,
      .map(
        of: .oneOrMore(
          .object(.behaviour, Behaviour.declaration, hint: Behaviour.hint).standingIn(Behaviour())),
        entry: { StepBehaviours($0, $1) }, parts: { ($0.step, $0.attempts) }))
    keys.add(
      "signals", \.signals,
      .map(of: TimeTaken?.declaration, entry: { Signal($0, at: $1) }, parts: { ($0.name, $0.time) }))
    keys.add("network", \.networkKey, Network.declaration)
    keys.add("latencyFactor", \.latencyFactor, .number(1...1_000))
    keys.add("lossFactor", \.lossFactor, .number(1...14))
    keys.add("classes", \.classes, .map(.runClass, RunClass.declaration, name: \.name))
    keys.add("offline", \.offline, .list(of: OfflinePeriod.declaration.element(.offlinePeriod)))
    keys.add("cancel", \.cancel, .duration)
    keys.add(
      "starts", \.starts,
      .list(of: FurtherStart.declaration.standingIn(FurtherStart(at: .zero)), count: 1...FurtherStart.most))
    keys.add("expect", \.expect, .object(.expectation, Expectation.declaration, hint: Expectation.hint))
  }
}

extension Scenario.FurtherStart {
  /// How many a scenario may have.
  static let most = 100

  /// A time, or an object with inputs of its own.
  fileprivate static var declaration: ValueFormat<Scenario.FurtherStart> {
    .either(
      "a duration or an object",
      [
        Form([.object], .object(.furtherStart, object), { $0 }) { $0.inputs.isEmpty ? nil : $0 },
        Form([.string, .number, .bool, .null, .array], .duration, { Scenario.FurtherStart(at: $0) }) {
          $0.time
        },
      ])
  }

  static let object = ObjectFormat(
    "further start", initial: { _ in Scenario.FurtherStart(at: .zero) }
  ) { keys in
    keys.require("at", \.time, .duration)
    keys.add(
      "inputs", \.inputs,
      .map(of: .any, entry: { Flow.NamedValue($0, $1) }, parts: { ($0.name, $0.value) }))
  }
}

extension Scenario.RunClass {
  static let declaration = ObjectFormat(
    "class", isNamed: true, initial: { Scenario.RunClass($0, share: .nan) }
  ) { keys in
    keys.require("share", \.share, .number(0...1))
    keys.add("latencyFactor", \.latencyFactor, .number(1...1_000))
    keys.add("lossFactor", \.lossFactor, .number(1...14))
    keys.add(
      "steps", \.steps,
      .map(
        of: .oneOrMore(
          .object(.behaviour, Scenario.Behaviour.declaration, hint: Scenario.Behaviour.hint)
            .standingIn(Scenario.Behaviour())),
        entry: { Scenario.StepBehaviours($0, $1) }, parts: { ($0.step, $0.attempts) }))
  }
}

extension Scenario.CachedValue {
  fileprivate static var declaration: ValueFormat<Scenario.CachedValue> {
    .either(
      "an object, or null for an empty cache",
      [
        Form([.null], .null, { Scenario.CachedValue("", nil) }) { $0.value == nil ? () : nil },
        Form([.object], .object(.cachedValue, object), { $0 }, { $0 }),
      ], hint: "write { \"value\": … }")
  }

  static let object = ObjectFormat(
    "cache", isNamed: true, initial: { Scenario.CachedValue($0, .null) }
  ) { keys in
    keys.require("value", \.held, .any)
    keys.add("age", \.age, .duration)
  }

  private var held: JSONValue {
    get { value ?? .null }
    set { value = newValue }
  }
}

extension Scenario.Behaviour {
  fileprivate static func hint(_ value: JSONValue) -> String? {
    guard let text = value.string ?? value.number.map({ _ in value.text() }) else { return nil }
    if text == "hang" { return "write { \"hang\": true }" }
    if ErrorClass(rawValue: text) != nil { return "write { \"error\": \"\(text)\" }" }
    if let time = Duration.meant(by: text) { return "write { \"takes\": \"\(time)\" }" }
    return value.string.map { "write { \"result\": \"\($0)\" }" }
  }

  static let declaration = ObjectFormat("behaviour", initial: { _ in Scenario.Behaviour() }) { keys in
    keys.add("takes", \.takes, Scenario.TimeTaken.declaration)
    keys.chooseIfAny(\.outcome) {
      $0.add("result", .text, { .named($0) }) { if case .named(let name) = $0 { name } else { nil } }
      $0.add("value", .any, { .value($0) }) { if case .value(let value) = $0 { value } else { nil } }
      $0.add("response", .object(.response, Scenario.Response.declaration), { .response($0) }) {
        if case .response(let response) = $0 { response } else { nil }
      }
      $0.add("code", .code, { .code($0) }) { if case .code(let code) = $0 { code } else { nil } }
      $0.add("error", .word(hint: errorHint), { .error($0) }) {
        if case .error(let error) = $0 { error } else { nil }
      }
      $0.add("hang", .yes("hang", hint: hangHint), { .hang }) { $0 == .hang ? () : nil }
      $0.add("odds", odds, { .odds($0) }) { if case .odds(let odds) = $0 { odds } else { nil } }
    }
    keys.add("wait", \.wait, .duration)
    keys.add("extends", \.extends, .duration)
    keys.add("ignoresCancellation", \.ignoresCancellation, .bool)
  }

  /// Where an author writes an HTTP status for a class of errors.
  private static func errorHint(_ text: String) -> String? {
    text.first?.isNumber == true ? ForeignKey.answer(ofStatus: text) : nil
  }

  private static func hangHint(_ value: JSONValue) -> String? {
    value.string.flatMap(Duration.meant).map {
      "write true for a step that never answers, or \"takes\": \"\($0)\" for a slow one"
    }
  }

  private static var odds: ValueFormat<[Scenario.Odds]> {
    .map(
      of: .number(0...1), standIn: .nan, entry: { Scenario.Odds($0, $1) },
      parts: { ($0.outcome, $0.probability) })
  }
}

extension Scenario.Response {
  static let declaration = ObjectFormat("response", initial: { _ in Scenario.Response(status: 200) }) {
    keys in
    keys.require("status", \.status, .integer(100...599))
    keys.chooseIfAny(\.body) {
      $0.add("body", .any, { .json($0) }) { if case .json(let value) = $0 { value } else { nil } }
      $0.add("text", .text, { .text($0) }) { if case .text(let text) = $0 { text } else { nil } }
    }
  }
}

extension Scenario.TimeTaken? {
  /// A time, or null for never.
  fileprivate static var declaration: ValueFormat<Scenario.TimeTaken?> {
    let time = Scenario.TimeTaken.declaration
    return ValueFormat(
      .oneOf([.null, time.shape]),
      read: { reader, node in
        reader.kind(node) == .null ? .some(nil) : time.read(reader, node).map { .some($0) }
      },
      write: { $0.map(time.write) ?? .null },
      check: { value, range in if let value { time.check?(value, &range) } })
  }
}

extension Scenario.TimeTaken {
  /// A duration, or an object with a distribution.
  static var declaration: ValueFormat<Scenario.TimeTaken> {
    .either(
      "a duration or an object",
      [
        Form([.object], .object(.timeTaken, distribution), { $0 }) {
          if case .fixed = $0 { nil } else { $0 }
        },
        Form([.string, .number, .bool, .null, .array], .duration, { .fixed($0) }) {
          if case .fixed(let time) = $0 { time } else { nil }
        },
      ])
  }

  private static var quantiles: ValueFormat<[Scenario.Quantile]> {
    .map(
      of: .duration, names: .percentile, standIn: .zero, entry: { Scenario.Quantile($0, $1) },
      parts: { ($0.name, $0.time) })
  }

  static let distribution = ObjectFormat(
    "distribution", initial: { _ in Scenario.TimeTaken.samples([.zero]) }
  ) { keys in
    keys.choose(\.self) {
      $0.add("median", .duration, .required("p99", .duration), { .logNormal(median: $0, p99: $1) }) {
        if case .logNormal(let median, let p99) = $0 { (median, p99) } else { nil }
      }
      $0.add("uniform", .pair(of: .duration), { .uniform($0.0, $0.1) }) {
        if case .uniform(let shortest, let longest) = $0 { (shortest, longest) } else { nil }
      }
      $0.add("samples", .list(of: .duration.standingIn(.zero), count: 1...Int.max), { .samples($0) }) {
        if case .samples(let samples) = $0 { samples } else { nil }
      }
      $0.add("quantiles", quantiles, { .quantiles($0) }) {
        if case .quantiles(let quantiles) = $0 { quantiles } else { nil }
      }
    }
  }
}

extension Scenario.Network {
  /// The name of a link, outages, or both.
  fileprivate static var declaration: ValueFormat<Scenario.Network> {
    .either(
      "a network's name, a list of outages or an object",
      [
        Form([.string], .word(hint: wordHint), { Self(link: $0, outages: []) }) {
          $0.outages.isEmpty ? $0.link : nil
        },
        Form([.array], outages, { Self(link: nil, outages: $0) }) { $0.link == nil ? $0.outages : nil },
        Form([.object], .object(.network, object), { $0 }, { $0 }),
      ], hint: "write \"very-bad\", or [{ \"from\": \"0s\", \"to\": \"4s\", \"is\": \"silent\" }]")
  }

  private static func wordHint(_ word: String) -> String? {
    ["offline", "none", "down", "off"].contains(word.lowercased())
      ? "write \"offline\": [{ \"from\": \"0s\" }] instead of \"network\"" : nil
  }

  static let object = ObjectFormat("network", initial: { _ in Self(link: nil, outages: []) }) { keys in
    keys.require("is", \.known, .word)
    keys.add("outages", \.outages, outages)
  }

  private static var outages: ValueFormat<[Scenario.Outage]> {
    .list(of: Scenario.Outage.declaration.element(.outage))
  }

  private var known: Scenario.Link {
    get { link ?? .wifi }
    set { link = newValue }
  }
}

extension Scenario.Outage {
  static let declaration = ObjectFormat(
    "outage", initial: { _ in Scenario.Outage(from: .zero, to: nil, .silent) }
  ) { keys in
    keys.require("from", \.from, .duration)
    keys.add("to", \.to, .duration)
    keys.require("is", \.kind, .word)
  }
}

extension Scenario.OfflinePeriod {
  static let declaration = ObjectFormat(
    "offline period", initial: { _ in Scenario.OfflinePeriod(from: .zero, to: nil) }
  ) { keys in
    keys.require("from", \.from, .duration)
    keys.add("to", \.to, .duration)
    keys.add("domain", \.domain, .text)
  }
}
