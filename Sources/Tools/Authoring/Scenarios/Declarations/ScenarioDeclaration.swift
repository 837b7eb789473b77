extension Scenario: FileScenario {
  package static var object: DeclaredObject { .scenario }
  package static var file: DeclaredObject { .scenarios }

  package init(named name: String) { self.init(name: name.isEmpty ? nil : name) }

  package mutating func visit(_ v: Visitor) {
    v.key("summary", &summary)
    v.key("runs", &runs, 1...1_000_000_000)
    v.key("seed", &seed)
    v.key("inputs", &inputs) { v.inputs($0) }
    v.key("caches", &caches) { CachedValue.map($0, v) }
    v.key("steps", &steps) { StepBehaviours.map($0, v) }
    v.key("signals", &signals) { Signal.map($0, v) }
    v.key("network", &networkKey) { Network.visited($0, v) }
    v.key("latencyFactor", &latencyFactor, 1...1_000)
    v.key("lossFactor", &lossFactor, 1...14)
    v.key("classes", &classes) { v.map($0) { $0.name } }
    if !classes.isEmpty {
      v.check(sum: classes.map { $0.share }, "the shares of the classes add", at: "classes")
    }
    v.key("offline", &offline) { v.objects($0) }
    v.key("cancel", &cancel)
    v.key("starts", &starts) { starts in
      v.list(starts, count: 1...FurtherStart.most, standIn: FurtherStart(time: .zero)) { start in
        v.object(start, or: start.flatMap { $0.inputs.isEmpty ? $0.time : nil }) { FurtherStart(time: $0) }
      }
    }
    v.key("expect", &expect)
  }
}

extension Scenario {
  /// The scenario as JSON, without its name.
  package var json: JSONValue { Visitor.json(of: self) }
}

extension Visitor {
  /// Reports probabilities that do not add up to 1.
  fileprivate func check(sum probabilities: [Double], _ subject: String, at key: String) {
    // Values other than numbers are reported when they are read.
    let sum = probabilities.reduce(0, +)
    guard !sum.isNaN, abs(sum - 1) > 1e-6 else { return }
    let text = JSONValue.number((sum * 1e6).rounded() / 1e6).text()
    report(.badValue, "\(subject) up to \(text), not to 1", at: key)
  }

  fileprivate func inputs(_ inputs: [Flow.NamedValue]?) -> [Flow.NamedValue]? {
    map(inputs, name: { $0.name }) { name, input in
      any(input?.value).map { Flow.NamedValue(name, $0) }
    }
  }
}

extension Scenario.FurtherStart: FormatObject {
  static let most = 100

  package static var object: DeclaredObject { .furtherStart }

  package init(named name: String) { self.init(time: .zero) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &time, required: true)
    v.key("inputs", &inputs) { v.inputs($0) }
  }
}

extension Visitor {
  /// An object, or a duration in its place.
  ///
  /// - Parameter duration: The duration to write; nil for a value that needs an object.
  func object<Value: FormatObject>(
    _ value: Value?, or duration: Duration?, _ make: (Duration) -> Value
  ) -> Value? {
    forms(
      [[.object], [.string, .number, .bool, .null, .array]], "a duration or an object",
      written: duration == nil ? 0 : 1
    ) { form in
      form == 0 ? object(value) : self.duration(duration).map(make)
    }
  }
}

extension Scenario.RunClass: FormatObject {
  package static var object: DeclaredObject { .runClass }

  package init(named name: String) { self.init(name, share: .nan) }

  package mutating func visit(_ v: Visitor) {
    v.key("share", &share, 0...1, required: true)
    v.key("latencyFactor", &latencyFactor, 1...1_000)
    v.key("lossFactor", &lossFactor, 1...14)
    v.key("steps", &steps) { Scenario.StepBehaviours.map($0, v) }
  }
}

extension Scenario.CachedValue: FormatObject {
  package static var object: DeclaredObject { .cachedValue }

  package init(named name: String) { self.init(name, .null) }

  package mutating func visit(_ v: Visitor) {
    v.key("value", &value, required: true) { v.any($0) }
    v.key("age", &age)
  }

  fileprivate static func map(_ values: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(values, name: { $0.cache }, standIn: { Self($0, nil) }) { name, cached in
      v.forms(
        [[.null], [.object]], "an object, or null for an empty cache",
        written: cached.map { $0.value == nil ? 0 : 1 }
      ) { form in
        form == 0 ? v.null().map { _ in Self(name, nil) } : v.object(cached, named: name)
      }
    }
  }
}

extension Scenario.Signal: FormatObject {
  package static var object: DeclaredObject { .plannedSignal }

  package init(named name: String) { self.init(name, at: .fixed(.zero)) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &givenAt) { Scenario.TimeTaken.visited($0, v) }
    for key in v.choose(Self.keys, is: outcome.key) {
      if let found = Scenario.Outcome.visited(outcome, key, v) { outcome = found }
    }
  }

  private static let keys = ["result", "value"]

  /// Whether the value that is read has one of the object's keys.
  private static func isObject(_ v: Visitor) -> Bool {
    v.reader.json.children(of: v.node).contains { node in
      v.reader.json.key(of: node).map { $0 == "at" || keys.contains($0) } ?? false
    }
  }

  private var givenAt: Scenario.TimeTaken {
    get { time ?? .fixed(.zero) }
    set { time = newValue }
  }

  fileprivate static func map(_ signals: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(signals, name: { $0.name }) { name, signal in
      // A distribution is an object, too.
      let isObject = v.isReading && Self.isObject(v)
      let times: [JSONNode.Kind] = [.string, .number, .bool, .array]
      return v.forms(
        [[.null], isObject ? times : times + [.object], [.object]], "",
        written: signal.map { $0.time == nil ? 0 : $0.outcome == .opaque ? 1 : 2 }
      ) { form in
        switch form {
        case 0: v.null().map { _ in Self(name, at: nil) }
        case 1: Scenario.TimeTaken.visited(signal?.time, v).map { Self(name, at: $0) }
        default: v.object(signal, named: name)
        }
      }
    }
  }
}

extension Scenario.StepBehaviours {
  fileprivate static func map(_ behaviours: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(behaviours, name: { $0.step }) { step, behaviours in
      v.oneOrMore(behaviours?.attempts, standIn: Scenario.Behaviour()) { v.object($0) }.map { Self(step, $0) }
    }
  }
}

extension Scenario.Behaviour: FormatObject {
  package static var object: DeclaredObject { .behaviour }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("takes", &takes) { Scenario.TimeTaken.visited($0, v) }
    for key in v.choose(Scenario.Outcome.keys, is: outcome.key) {
      if let found = Scenario.Outcome.visited(outcome, key, v) { outcome = found }
    }
    v.key("retryAfter", &retryAfter)
    v.key("wait", &wait)
    v.key("extends", &extends)
    v.key("ignoresCancellation", &ignoresCancellation)
    if outcome == .hang, takes != .fixed(.zero) {
      v.report(.badValue, "\"takes\" has no effect on a step that hangs", at: "takes")
    }
    if retryAfter != nil, !outcome.mayDefer {
      v.report(
        .badValue, "\"retryAfter\" has no effect without an answer of status 429 or 503", at: "retryAfter")
    }
    if let odds = outcome.odds { v.check(sum: odds.map { $0.probability }, "the odds add", at: "odds") }
  }
}

extension Scenario.Outcome {
  /// Whether it may be an answer whose server asks for a wait.
  fileprivate var mayDefer: Bool {
    switch self {
    case .response(let response): Self.mayDefer(status: response.status)
    case .error(let errorClass): errorClass == .throttled || errorClass == .server
    case .odds(let odds):
      odds.contains { entry in
        entry.codes.map { Self.mayDefer(status: $0.status) }
          ?? [ErrorClass.throttled, .server].contains { $0.rawValue == entry.outcome }
      }
    case .opaque, .named, .value, .code, .hang: false
    }
  }

  private static func mayDefer(status: Int) -> Bool { status == 429 || status == 503 }

  fileprivate static let keys = ["result", "value", "response", "code", "error", "hang", "odds"]

  /// The key of the outcome; nil for success, which has none.
  fileprivate var key: String? {
    switch self {
    case .opaque: nil
    case .named: "result"
    case .value: "value"
    case .response: "response"
    case .code: "code"
    case .error: "error"
    case .hang: "hang"
    case .odds: "odds"
    }
  }

  fileprivate static func visited(_ outcome: Self, _ key: String, _ v: Visitor) -> Self? {
    switch key {
    case "result": v.key(key, outcome.name).map { .named($0) }
    case "value": v.key(key, outcome.value) { v.any($0) }.map { .value($0) }
    case "response": v.key(key, outcome.response).map { .response($0) }
    case "code": v.key(key, outcome.code) { v.code($0) }.map { .code($0) }
    case "error": v.key(key, outcome.error) { v.word($0) }.map { .error($0) }
    case "hang": v.key(key, true) { v.yes($0 == true, key) }.map { _ in .hang }
    default: v.key(key, outcome.odds) { Scenario.Odds.map($0, v) }.map { .odds($0) }
    }
  }

  private var name: String? { if case .named(let name) = self { name } else { nil } }
  private var value: JSONValue? { if case .value(let value) = self { value } else { nil } }
  private var response: Scenario.Response? {
    if case .response(let response) = self { response } else { nil }
  }
  private var code: JSONValue? { if case .code(let code) = self { code } else { nil } }
  private var error: ErrorClass? { if case .error(let error) = self { error } else { nil } }
  fileprivate var odds: [Scenario.Odds]? { if case .odds(let odds) = self { odds } else { nil } }
}

extension Scenario.Odds {
  fileprivate static func map(_ odds: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(odds, name: { $0.outcome }, standIn: { Self($0, .nan) }) { outcome, odds in
      v.number(odds?.probability, 0...1).map { Self(outcome, $0) }
    }
  }
}

extension Scenario.Response: FormatObject {
  package static var object: DeclaredObject { .response }

  package init(named name: String) { self.init(status: 200) }

  package mutating func visit(_ v: Visitor) {
    v.key("status", &status, 100...599, required: true)
    var value: JSONValue?
    var text: String?
    switch body {
    case .json(let json): value = json
    case .text(let plain): text = plain
    case nil: break
    }
    for key in v.choose(["body", "text"], is: body == nil ? nil : text == nil ? "body" : "text") {
      if key == "body" {
        if let found = v.key(key, value, { v.any($0) }) { body = .json(found) }
      } else if let found = v.key(key, text) {
        body = .text(found)
      }
    }
  }
}

extension Scenario.Network: FormatObject {
  package static var object: DeclaredObject { .network }

  package init(named name: String) { self.init(link: nil, outages: []) }

  package mutating func visit(_ v: Visitor) {
    v.key(word: "is", &link, required: true)
    v.key("outages", &outages) { v.objects($0) }
  }

  /// The name of a link, outages, or both.
  fileprivate static func visited(_ network: Self?, _ v: Visitor) -> Self? {
    v.forms(
      [[.string], [.array], [.object]], "a network's name, a list of outages or an object",
      written: network?.link == nil ? 1 : network?.outages.isEmpty == true ? 0 : 2
    ) { form in
      switch form {
      case 0: v.word(network?.link).map { Self(link: $0, outages: []) }
      case 1: v.objects(network?.outages).map { Self(link: nil, outages: $0) }
      default: v.object(network)
      }
    }
  }
}

extension Scenario.Outage: FormatObject {
  package static var object: DeclaredObject { .outage }

  package init(named name: String) { self.init(from: .zero, to: nil, .silent) }

  package mutating func visit(_ v: Visitor) {
    v.key("from", &from, required: true)
    v.key("to", &to)
    v.check(from: from, to: to)
    v.key(word: "is", &kind, required: true)
  }
}

extension Scenario.OfflinePeriod: FormatObject {
  package static var object: DeclaredObject { .offlinePeriod }

  package init(named name: String) { self.init(from: .zero, to: nil) }

  package mutating func visit(_ v: Visitor) {
    v.key("from", &from, required: true)
    v.key("to", &to)
    v.check(from: from, to: to)
    v.key("domain", &domain)
  }
}
