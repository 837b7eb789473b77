extension Flow.Step {
  /// Steps by name.
  static var list: ValueFormat<[Flow.Step]> {
    .map(.step, Flow.Step.declaration, names: .name, name: \.name).nested(.groups)
  }

  /// The keys of a step. Where a key goes with some kinds of work alone, it says so.
  package static let declaration = ObjectFormat(
    "step", isNamed: true, initial: { Flow.Step($0, .value(.null)) }
  ) {
    keys in
    let isCall = { @Sendable (step: Flow.Step) in step.isCall }
    let isTimed = { @Sendable (step: Flow.Step) in step.isCall || step.awaited?.isBounded == false }
    let isCallOrGroup = { @Sendable (step: Flow.Step) in step.isCall || step.members != nil }
    let isSingle = { @Sendable (step: Flow.Step) in step.isCall || step.readsCache }
    keys.add("title", \.title, { $0.title = $1 }, .text)
    keys.add("summary", \.summary, { $0.summary = $1 }, .text)
    keys.choose(\.work, { $0.work = $1 }) {
      $0.add("http", .object(.request, Flow.Request.declaration), { .http($0) }) {
        if case .http(let request) = $0 { request } else { nil }
      }
      $0.add(
        "action", .text(.nonEmpty), .optional("with", .any.withReferences),
        { .action(Flow.Action($0, with: $1)) }
      ) {
        if case .action(let action) = $0 { (action.name, action.input) } else { nil }
      }
      $0.add("cache", .text, { .cache($0) }) { if case .cache(let cache) = $0 { cache } else { nil } }
      $0.add("value", .any, { .value($0) }) { if case .value(let value) = $0 { value } else { nil } }
      $0.add("await", .awaited, { .wait($0) }) { if case .wait(let awaited) = $0 { awaited } else { nil } }
      $0.add("steps", Flow.Step.list, { .group($0) }) {
        if case .group(let members) = $0 { members } else { nil }
      }
    }
    keys.add("needs", \.needs, { $0.needs = $1 }, .list(of: .text(.step)))
    keys.add("after", \.after, { $0.after = $1 }, .list(of: .text))
    keys.add("when", \.when, { $0.when = $1 }, .condition)
    keys.add(
      "timeout", \.writtenTimeout, { $0.writtenTimeout = $1 }, .time, standIn: .fixed(.zero),
      goesWith: ["http", "action", "await"],
      where: isTimed)
    keys.add(
      "maxTimeout", \.maxTimeout, { $0.maxTimeout = $1 }, .duration, goesWith: ["action"],
      where: { if case .action = $0.work { true } else { false } })
    keys.add(
      "deadline", \.writtenDeadline, { $0.writtenDeadline = $1 }, .time, standIn: .fixed(.zero),
      goesWith: ["http", "action", "steps"],
      where: isCallOrGroup)
    keys.add(
      "useFallbackAfter", \.writtenUseFallbackAfter, { $0.writtenUseFallbackAfter = $1 }, .time,
      goesWith: ["http", "action"], where: isCall)
    keys.add(
      "retry", \.retry, { $0.retry = $1 }, .object(.retry, Flow.Retry.declaration, hint: Flow.Retry.hint),
      goesWith: ["http", "action"], where: isCall)
    keys.add(
      "poll", \.poll, { $0.poll = $1 }, .object(.poll, Flow.Poll.declaration),
      goesWith: ["http", "action", "steps"],
      where: isCallOrGroup)
    keys.add("lane", \.lane, { $0.lane = $1 }, .text, goesWith: ["http", "action"], where: isCall)
    let isOnLane = { @Sendable (step: Flow.Step) in step.lane != nil }
    keys.add(
      "priority", \.priority, { $0.priority = $1 }, .integer(-1000...1000), goesWith: ["lane"],
      where: isOnLane)
    keys.add("whenIdle", \.whenIdle, { $0.whenIdle = $1 }, .bool, goesWith: ["lane"], where: isOnLane)
    keys.add(
      "failures", \.failures, { $0.failures = $1 }, Flow.Failure.map, goesWith: ["http", "action"],
      where: { $0.isCall || $0.readsCache && $0.hasRemoteFallback })
    keys.add(
      "valid", \.valid, { $0.valid = $1 }, .predicate, goesWith: ["http", "action", "cache"], where: isSingle)
    keys.add(
      "results", where: { $0.members != nil }, \.outcomes, { $0.outcomes = $1 }, Flow.GroupOutcome.map,
      else: \.results, { $0.results = $1 }, Flow.NamedResult.map(names: .name))
    keys.add(
      "fallback", \.fallback, { $0.fallback = $1 },
      .list(of: Flow.Fallback.declaration.element(.fallback, hint: Flow.Fallback.hint)),
      goesWith: ["http", "action", "cache"], where: isSingle)
    keys.add(
      "type", \.valueType, { $0.valueType = $1 }, .text(.typeName),
      goesWith: ["http", "action", "cache", "value"],
      where: { $0.members == nil })
    keys.add("store", \.store, { $0.store = $1 }, .text, goesWith: ["http", "action"], where: isCall)
    keys.add("afterLanding", \.afterLanding, { $0.afterLanding = $1 }, .afterLanding)
    keys.add(
      "failFast", \.failFast, { $0.failFast = $1 }, .bool, goesWith: ["steps"], where: { $0.members != nil })
    keys.add("ignore", \.ignore, { $0.ignore = $1 }, .ignore(.warningOfFlow))
  }
}

extension Flow.Step {
  /// Whether its own work calls somebody.
  package var isCall: Bool {
    switch work {
    case .http, .action: true
    case .cache, .value, .group, .wait: false
    }
  }

  fileprivate var readsCache: Bool { if case .cache = work { true } else { false } }
}

extension ValueFormat where Value == Flow.Step.AfterLanding {
  static var afterLanding: Self { .word { $0 ? .continue : .cancel } }
}

extension Flow.Step.Awaited {
  package static let onlineWord = "online"

  /// Whether the wait ends by itself.
  var isBounded: Bool { if case .time = self { true } else { false } }
}

extension ValueFormat where Value == Flow.Step.Awaited {
  /// A signal, the word for the switch, or a time.
  fileprivate static var awaited: Self {
    let time: ValueFormat<Flow.Time> = .time
    return Self(
      .oneOf([.text(.anyName), time.shape]),
      read: { reader, node in
        guard let text = reader.json.string(of: node),
          text.utf8.first.map({ (48...57).contains($0) || $0 == UInt8(ascii: "$") }) != true
        else { return time.read(reader, node).map { .time($0.duration, from: $0.input) } }
        return text == Value.onlineWord ? .online : .signal(text)
      },
      write: { awaited in
        switch awaited {
        case .signal(let name): .string(name)
        case .online: .string(Value.onlineWord)
        case .time(let wait, let input): time.write(input.map { .input($0) } ?? .fixed(wait))
        }
      },
      check: { awaited, range in
        if case .time(let wait, from: nil) = awaited { time.check?(.fixed(wait), &range) }
      },
      standIn: .online)
  }
}

extension Flow.Retry {
  static func hint(_ value: JSONValue) -> String? {
    switch value {
    case .integer(let attempts) where attempts > 0: "write { \"attempts\": \(attempts) }"
    case .bool(true): "write { \"attempts\": 2 }"
    case .bool(false): "leave \"retry\" out"
    case .array(let rules): "write one object: { \"attempts\": \(attempts(of: rules)), \"delay\": \"1s\" }"
    default: nil
    }
  }

  /// The attempts of a list of rules as other tools write it.
  private static func attempts(of rules: [JSONValue]) -> Int {
    let members = rules.first?.object?.members ?? []
    let count = members.lazy.compactMap { member in
      ["MaxAttempts", "attempts", "limit"].contains(member.name) ? member.value.number : nil
    }.first
    // Step Functions count the attempts after the first one.
    return count.map { Int(min(max($0, 0), 999)) + 1 } ?? 3
  }

  package static let declaration = ObjectFormat("retry", initial: { _ in Flow.Retry(attempts: 1) }) { keys in
    keys.require("attempts", \.attempts, { $0.attempts = $1 }, .integer(1...1000))
    keys.add("delay", \.writtenDelay, { $0.writtenDelay = $1 }, .time)
    keys.add("factor", \.factor, { $0.factor = $1 }, .number(1...1000))
    keys.add("maxDelay", \.maxDelay, { $0.maxDelay = $1 }, .duration)
    keys.add("jitter", \.jitter, { $0.jitter = $1 }, .word)
    keys.add("on", \.on, { $0.on = $1 }, .errorClasses)
  }
}

extension ValueFormat where Value == [ErrorClass] {
  /// Error classes, or the word for all of them.
  fileprivate static var errorClasses: Self {
    let list = Self.list(of: .word)
    let every = ReservedWord.any.rawValue
    return Self(
      .oneOf([.word([every]), list.shape]),
      read: { reader, node in
        reader.json.string(of: node) == every ? ErrorClass.allCases : list.read(reader, node)
      }, write: { $0 == ErrorClass.allCases ? .string(every) : list.write($0) })
  }
}

extension Flow.Poll {
  package static let declaration = ObjectFormat(
    "poll", initial: { _ in Flow.Poll(every: .seconds(1), until: []) }
  ) {
    keys in
    keys.require("every", \.every, { $0.every = $1 }, .duration(atLeast: .milliseconds(1)))
    keys.add("factor", \.factor, { $0.factor = $1 }, .number(1...1000))
    keys.add("maxEvery", \.maxEvery, { $0.maxEvery = $1 }, .duration(atLeast: .milliseconds(1)))
    keys.require("until", \.until, { $0.until = $1 }, .list(of: .text, count: 1...Int.max))
  }
}

extension Flow.Fallback {
  fileprivate static func hint(_ value: JSONValue) -> String? {
    value.string.map { "write { \"cache\": \"\($0)\" } for a cache, or { \"value\": … } for a constant" }
  }

  package static let declaration = ObjectFormat("fallback", initial: { _ in Flow.Fallback.value(.null) }) {
    keys in
    keys.choose(\.self, { $0 = $1 }) {
      $0.add("cache", .text, { .cache($0) }) { if case .cache(let cache) = $0 { cache } else { nil } }
      $0.add("value", .any, { .value($0) }) { if case .value(let value) = $0 { value } else { nil } }
      let timeout = Companion.optional("timeout", .duration, standIn: .zero)
      $0.add("http", .object(.request, Flow.Request.declaration), timeout, { .http($0, timeout: $1) }) {
        if case .http(let request, let timeout) = $0 { (request, timeout) } else { nil }
      }
      $0.add(
        "action", .text(.nonEmpty), .optional("with", .any.withReferences), timeout,
        { .action(Flow.Action($0, with: $1), timeout: $2) }
      ) {
        if case .action(let action, let timeout) = $0 { (action.name, action.input, timeout) } else { nil }
      }
    }
  }
}

extension Flow.Failure {
  package static let declaration = ObjectFormat("failure", isNamed: true, initial: { Flow.Failure($0, nil) })
  {
    keys in
    keys.include(Predicate.declaration, at: \.question, { $0.question = $1 })
    keys.add("allowFallback", \.allowFallback, { $0.allowFallback = $1 }, .bool)
    keys.add("clears", \.clears, { $0.clears = $1 }, .text)
  }

  static var map: ValueFormat<[Flow.Failure]> {
    .map(
      .failure, declaration, names: .name, standIn: { Flow.Failure($0, Predicate([.exists(true)])) },
      name: \.name)
  }

  /// The predicate; without a test only an action reports the failure, by its name.
  private var question: Predicate {
    get { when ?? Predicate([]) }
    set { when = newValue == Predicate([]) ? nil : newValue }
  }
}

extension Flow.NamedResult {
  static func map(names: NameKind) -> ValueFormat<[Flow.NamedResult]> {
    .map(
      of: .predicate(.result), names: names, standIn: Predicate([.exists(true)]),
      entry: { Flow.NamedResult($0, $1) }, parts: { ($0.name, $0.when) })
  }
}

extension Flow.GroupOutcome {
  static var map: ValueFormat<[Flow.GroupOutcome]> {
    .map(
      of: .condition, names: .name, standIn: Condition([]), entry: { Flow.GroupOutcome($0, $1) },
      parts: { ($0.name, $0.when) })
  }
}
