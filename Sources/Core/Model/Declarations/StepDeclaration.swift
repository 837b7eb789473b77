extension Flow.Step: FormatObject {
  package static var object: DeclaredObject { .step }

  package init(named name: String) { self.init(name, .value(.null)) }

  static func map(_ steps: [Self]?, _ v: Visitor) -> [Self]? {
    guard v.isReading else { return v.map(steps, names: .name(of: "step")) { $0.name } }
    guard v.reader.enter(.groups, at: v.node) else { return nil }
    defer { v.reader.leaveNesting() }
    return v.map(nil, names: .name(of: "step")) { $0.name }
  }

  package mutating func visit(_ v: Visitor) {
    if v.isReading, let elements = v.elements(of: name) {
      visitElements(elements, v)
    } else {
      visitKeys(v)
    }
  }

  /// Visits the keys of a step. `on` names the kinds of work that a key goes with.
  private mutating func visitKeys(_ v: Visitor) {
    v.key("title", &title)
    v.key("summary", &summary)
    v.on(["http", "action", "cache"]).elements()
    for key in v.choose(
      Work.keys, is: module == nil ? work.key : "include", required: true,
      companions: Work.companions)
    {
      switch key {
      case "steps": visitMembers(v)
      case "include": visitModule(v)
      default: visitWork(key, v)
      }
    }
    visitOrder(v)
    visitOutcome(v)
  }

  /// Reads a step once for each element; it becomes the group of these steps.
  @inline(never)
  private mutating func visitElements(_ elements: [String], _ v: Visitor) {
    // Without an element, the other keys are still checked.
    guard !elements.isEmpty else {
      return v.reader.read(for: RepeatedSteps.standIn, isFirst: true) { visitKeys(v) }
    }
    let unreadBefore = v.reader.unreadCount
    let node = v.node
    var members: [Flow.Step] = []
    for (position, element) in elements.enumerated() {
      var member = Self(named: name + "-" + element)
      member.isElement = true
      v.reader.read(for: element, isFirst: position == 0) { member.visitKeys(v) }
      members.append(member)
    }
    v.reader.noteUnreadElements(members.map { $0.name }, at: node, since: unreadBefore)
    (needs, after, when) = (members[0].needs, members[0].after, members[0].when)
    (afterLanding, ignore) = (members[0].afterLanding, members[0].ignore)
    (title, summary) = (members[0].title, members[0].summary)
    let hasOwnTitles = members.contains { $0.title != title }
    let hasOwnSummaries = members.contains { $0.summary != summary }
    if hasOwnTitles { title = nil }
    if hasOwnSummaries { summary = nil }
    for index in members.indices {
      (members[index].needs, members[index].after, members[index].when) = ([], [], nil)
      (members[index].afterLanding, members[index].ignore) = (nil, [])
      if !hasOwnTitles { members[index].title = nil }
      if !hasOwnSummaries { members[index].summary = nil }
    }
    work = .group(members)
  }

  // Groups nest, so the frame around their members takes little room on the stack.
  @inline(never)
  private mutating func visitMembers(_ v: Visitor) {
    if let found = v.key("steps", members, { Self.map($0, v) }) { work = .group(found) }
  }

  @inline(never)
  private mutating func visitModule(_ v: Visitor) {
    v.key("include", &module, .siblingFile)
    // The reader adds the members.
    if module != nil, v.isReading { work = .group([]) }
  }

  @inline(never)
  private mutating func visitWork(_ key: String, _ v: Visitor) {
    if let found = Work.visited(work, key, v) { work = found }
  }

  @inline(never)
  private mutating func visitOrder(_ v: Visitor) {
    let (isCall, isGroup) = (isCall, members != nil)
    v.key("needs", &needs) { v.texts($0, .step) }
    v.key("after", &after) { v.texts($0) }
    v.key("when", &when) { v.condition($0) }
    if v.isWriting, isUnbounded { timeout = nil }
    v.on(["http", "action", "await"], if: isTimed)
      .key("timeout", &timeout, from: &timeInputs.timeout, standIn: .zero)
    v.on(["action"], if: work.key == "action").key("maxTimeout", &maxTimeout)
    v.on(["action"], if: work.key == "action").key("unbounded", &isUnbounded)
    if v.isReading, isUnbounded {
      if timeout != nil {
        v.report(.misplacedKey, "\"unbounded\" and \"timeout\" exclude each other", at: "unbounded")
      }
      timeout = .seconds(365 * 86_400 as Int64)
    }
    let owners = ["http", "action", "steps", "include"]
    v.on(owners, if: isCall || isGroup)
      .key("deadline", &deadline, from: &timeInputs.deadline, standIn: .zero)
    v.on(["http", "action"], if: isCall)
      .key("useFallbackAfter", &useFallbackAfter, from: &timeInputs.useFallbackAfter)
    v.on(["useFallbackAfter"], if: useFallbackAfter != nil).key("hedge", &hedge)
    v.on(["http", "action"], if: isCall).key("retry", &retry)
    v.on(owners, if: isCall || isGroup).key("poll", &poll)
    v.on(["http", "action", "include"], if: isCall || module != nil).key("lane", &lane)
    v.on(["lane"], if: lane != nil).key("priority", &priority, -1000...1000)
    v.on(["lane"], if: lane != nil).key("whenIdle", &whenIdle)
  }

  @inline(never)
  private mutating func visitOutcome(_ v: Visitor) {
    let isGroup = members != nil
    let isSingle = isCall || work.cache != nil
    v.on(["http", "action"], if: isSingle).key("failures", &failures) { Flow.Failure.map($0, v) }
    v.on(["http", "action", "cache"], if: isSingle).key("valid", &valid)
    // A group's `results` have another form.
    if !isGroup || v.isDescribing {
      v.key("results", &results) { Flow.NamedResult.map($0, .name(of: "result"), v) }
    }
    if isGroup || v.isDescribing { v.key("results", &outcomes) { Flow.GroupOutcome.map($0, v) } }
    v.on(["http", "action", "cache"], if: isSingle).key("fallback", &fallback) { v.objects($0) }
    if isSingle, !isCall, !hasRemoteFallback, !failures.isEmpty {
      v.reportMisplaced("failures", ["http", "action"])
    }
    v.on(["http", "action", "cache", "value", "await"], if: !isGroup).key("type", &valueType, .typeName)
    v.on(["http", "action"], if: isCall).key("store", &store)
    v.key(word: "afterLanding", &afterLanding)
    v.on(["steps", "include"], if: isGroup).key("failFast", &failFast)
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfFlow, v) }
  }
}

extension Flow.Step.Work {
  fileprivate static let keys = ["http", "action", "cache", "value", "await", "steps", "include"]
  /// Keys that go with some of them.
  fileprivate static let companions: [Visitor.Companion] = [
    .init("each", of: ["http", "action", "cache"]), .init("with", of: ["action"]),
  ]

  fileprivate var key: String {
    switch self {
    case .http: "http"
    case .action: "action"
    case .cache: "cache"
    case .value: "value"
    case .wait: "await"
    case .group: "steps"
    }
  }

  fileprivate static func visited(_ work: Self?, _ key: String, _ v: Visitor) -> Self? {
    switch key {
    case "http": v.key(key, work?.request).map { .http($0) }
    case "action": Flow.Action.visited(work?.action, v).map { .action($0) }
    case "cache": v.key(key, work?.cache).map { .cache($0) }
    case "value": v.key(key, work?.constant) { v.any($0) }.map { .value($0) }
    default: v.key(key, work?.awaited) { v.awaited($0) }.map { .wait($0) }
    }
  }
}

extension Flow.Action {
  fileprivate static func visited(_ action: Self?, _ v: Visitor) -> Self? {
    let name = v.key("action", action?.name, .nonEmpty)
    let input = v.on(["action"]).key("with", action?.input) { v.any($0, references: true) }
    return name.map { Self($0, with: input) }
  }
}

extension Flow.Step.Awaited {
  package static let onlineWord = "online"
}

extension Flow.Retry: FormatObject {
  package static var object: DeclaredObject { .retry }

  package init(named name: String) { self.init(attempts: 1) }

  package mutating func visit(_ v: Visitor) {
    v.key("attempts", &attempts, 1...1000, required: true)
    v.key("delay", &delay, from: &delayInput)
    v.key("factor", &factor, 1...1000)
    v.key("maxDelay", &maxDelay)
    v.key(word: "jitter", &jitter)
    v.key("on", &on) { Self.errorClasses($0, v) }
  }

  private static func errorClasses(_ classes: [ErrorClass]?, _ v: Visitor) -> [ErrorClass]? {
    let every = ReservedWord.any.rawValue
    if v.isReading, v.reader.json.string(of: v.node) == every { return ErrorClass.allCases }
    let found = v.words(classes)
    if v.isDescribing {
      v.shape = .oneOf([.word([every]), v.shape])
    } else if classes == ErrorClass.allCases {
      v.written = .string(every)
    }
    return found
  }
}

extension Flow.Poll: FormatObject {
  package static var object: DeclaredObject { .poll }

  package init(named name: String) { self.init(every: .seconds(1), until: []) }

  package mutating func visit(_ v: Visitor) {
    v.key("every", &every, atLeast: .milliseconds(1), required: true)
    v.key("factor", &factor, 1...1000)
    v.key("maxEvery", &maxEvery, atLeast: .milliseconds(1))
    v.key("until", &until, required: true) { v.texts($0, count: 1...Int.max) }
    if let maxEvery, maxEvery < every {
      v.report(.badValue, "\"maxEvery\" must not be shorter than \"every\"", at: "maxEvery", .value)
    } else if factor > 1, maxEvery == nil {
      v.report(.badValue, "the waits grow without a limit", at: "factor", .value)
    } else if growth > Self.mostGrowth {
      v.report(
        .badValue,
        "the waits grow too slowly: the longest must be reached within \(Self.mostGrowth) waits",
        at: "factor",
        .value)
    }
  }
}

extension Flow.Fallback: FormatObject {
  package static var object: DeclaredObject { .fallback }

  package init(named name: String) { self.init(.value(.null)) }

  package mutating func visit(_ v: Visitor) {
    for key in v.choose(
      ["cache", "value", "http", "action"], is: work.key, required: true,
      companions: [.init("with", of: ["action"]), .init("timeout", of: ["http", "action"])])
    {
      if let found = Flow.Step.Work.visited(work, key, v) { work = found }
      if ["http", "action"].contains(key) { v.on([key]).key("timeout", &timeout, standIn: .zero) }
    }
    v.key("after", &after)
  }
}

extension Flow.Failure: FormatObject {
  package static var object: DeclaredObject { .failure }

  package init(named name: String) { self.init(name, nil) }

  package mutating func visit(_ v: Visitor) {
    // An action reports a failure without a test by its name.
    var question = when ?? Predicate([])
    question.visit(v)
    when = question.tests.isEmpty && question.at == .whole ? nil : question
    v.key("allowFallback", &allowFallback)
    v.key("clears", &clears)
  }

  static func map(_ failures: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(failures, names: .name(of: "failure"), standIn: { Self($0, .standIn) }, name: { $0.name })
  }
}

extension Flow.NamedResult {
  package static func map(_ results: [Self]?, _ names: TextKind, _ v: Visitor) -> [Self]? {
    v.map(results, names: names, name: { $0.name }, standIn: { Self($0, .standIn) }) {
      name, result in
      v.object(result?.when, as: .result).map { Self(name, $0) }
    }
  }
}

extension Flow.GroupOutcome {
  static func map(_ outcomes: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(
      outcomes, names: .name(of: "result"), name: { $0.name }, standIn: { Self($0, Condition([])) }
    ) { name, outcome in
      v.condition(outcome?.when).map { Self(name, $0) }
    }
  }
}
