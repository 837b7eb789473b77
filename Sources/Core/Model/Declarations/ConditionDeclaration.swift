extension Visitor {
  /// Visits the facts by their subjects, and the conditions in `any`, `all` and `not`. The keys are the author's own
  /// names, so none is declared.
  @inline(never)
  func condition(_ condition: Condition?) -> Condition? {
    guard isReading else {
      if isDescribing {
        _ = object(nil as Quorum?)
        _ = object(nil as StepQuestion?)
      }
      show(
        .object(.condition),
        isWriting ? condition.map { Self.written($0.terms.map(self.member)) } : JSONValue?.none)
      return nil
    }
    guard reader.enter(.conditions, at: node) else { return nil }
    defer { reader.leaveNesting() }
    let outer = node
    defer { node = outer }
    guard let members = reader.namedMembers(of: outer) else { return nil }
    let isSplit = members.contains { $0.name == Condition.quorumKey && reader.kind($0.node) == .number }
    var terms: [Condition.Term] = []
    for member in members {
      // `of` belongs into the object of `atLeast`. The message about the count beside it reports this.
      if isSplit, member.name == "of", reader.kind(member.node) == .array { continue }
      var names = reader.steps(matching: member.name) ?? [member.name]
      if names.count > 1, !reader.canRepeat(member.node, times: names.count) { names = [names[0]] }
      for (position, name) in names.enumerated() {
        node = member.node
        var term: Condition.Term?
        reader.read(for: reader.element, isFirst: position == 0) { term = self.term(name) }
        if let term { terms.append(term) } else { reader.noteUnread(member.node) }
      }
    }
    return Condition(terms)
  }

  /// Visits a list of conditions; one on every element of a repeated step counts as one condition for each.
  @inline(never)
  func conditions(_ conditions: [Condition]?, count: ClosedRange<Int> = 0...Int.max) -> [Condition]? {
    let list = node
    let found = self.list(conditions, count: count, standIn: Condition([])) { condition($0) }
    guard isReading, let found, reader.kind(list) == .array else { return found }
    return zip(found, reader.json.children(of: list)).flatMap { condition, node in
      guard reader.kind(node) == .object, let members = reader.namedMembers(of: node), members.count == 1,
        members[0].name.repeatedStep != nil
      else { return [condition] }
      return condition.terms.map { Condition([$0]) }
    }
  }

  @inline(never)
  private func words(_ words: [JSONValue]?) -> [JSONValue]? {
    oneOrMore(words, standIn: .string(UnreadParts.standInName)) { literal($0) }
  }

  private func term(_ key: String) -> Condition.Term? {
    let unread = Condition.Term.fact(key, isAnyOf: [.string(UnreadParts.standInName)])
    return switch ReservedWord(rawValue: key) {
    case .any: conditions(nil).map { .any($0) }
    case .all: conditions(nil).map { .all($0) }
    case .not: condition(nil).map { .not($0) }
    case nil where key == Condition.quorumKey:
      object(nil as Quorum?).map { .atLeast($0.count, of: $0.conditions) }
    case nil where reader.isListOfObjects(node):
      // The list of a fact contains plain values. A list of objects is a condition with another tool's word.
      conditionsUnderForeignWord(key)
    case nil where reader.kind(node) == .object: object(nil as StepQuestion?)?.term(about: key) ?? unread
    case .landing, .offline, nil: words(nil).map { .fact(key, isAnyOf: $0) } ?? unread
    }
  }

  private func conditionsUnderForeignWord(_ key: String) -> Condition.Term? {
    reader.report(.unknownKey, "unknown condition \"\(key)\"", at: node, .key)
    return conditions(nil).map { .any($0) }
  }

  /// A condition in a file. Two terms may have one name, such as an element and all elements, or those of a module's step
  /// and of the step that includes it.
  private static func written(_ members: [JSONObject.Member]) -> JSONValue {
    guard Set(members.map { $0.name }).count < members.count else { return .object(JSONObject(members)) }
    return ["all": .array(members.map { .object(JSONObject([$0])) })]
  }

  private func member(_ term: Condition.Term) -> JSONObject.Member {
    let name: String
    switch term {
    case .fact(let subject, let words):
      name = subject
      _ = self.words(words)
    case .error(let subject, let classes):
      name = subject
      _ = object(StepQuestion(errors: classes))
    case .cached(let subject, let isCached):
      name = subject
      _ = object(StepQuestion(isCached: isCached))
    case .given(let subject, let isGiven):
      name = subject
      _ = object(StepQuestion(isGiven: isGiven))
    case .any(let nested):
      name = ReservedWord.any.rawValue
      _ = conditions(nested)
    case .all(let nested):
      name = ReservedWord.all.rawValue
      _ = conditions(nested)
    case .atLeast(let count, let nested):
      name = Condition.quorumKey
      _ = object(Quorum(count: count, conditions: nested))
    case .not(let nested):
      name = ReservedWord.not.rawValue
      _ = condition(nested)
    }
    return .init(name: name, value: written ?? .null)
  }
}

/// A condition's question about a step's error, cache or signal.
package struct StepQuestion: FormatObject {
  fileprivate var errors: [ErrorClass]?
  fileprivate var isCached: Bool?
  fileprivate var isGiven: Bool?

  package static var object: DeclaredObject { .askedError }

  fileprivate init(errors: [ErrorClass]? = nil, isCached: Bool? = nil, isGiven: Bool? = nil) {
    self.errors = errors
    self.isCached = isCached
    self.isGiven = isGiven
  }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    let asked = errors != nil ? "error" : isGiven != nil ? "given" : "cached"
    for key in v.choose(["error", "cached", "given"], is: asked, required: true) {
      switch key {
      case "error":
        v.key(key, &errors) { classes in
          v.oneOrMore(classes, named: { ErrorClass(rawValue: $0) }) { v.word($0) }
        }
      case "cached": v.key(key, &isCached)
      default: v.key(key, &isGiven)
      }
    }
  }

  fileprivate func term(about subject: String) -> Condition.Term? {
    errors.map { .error(subject, isAnyOf: $0) } ?? isCached.map { .cached(subject, $0) }
      ?? isGiven.map { .given(subject, $0) }
  }
}

/// A condition that holds if enough of several conditions hold.
package struct Quorum: FormatObject {
  var count = 1
  var conditions: [Condition] = []

  package static var object: DeclaredObject { .quorum }

  fileprivate init(count: Int, conditions: [Condition]) {
    self.count = count
    self.conditions = conditions
  }

  package init(named name: String) {}

  package mutating func visit(_ v: Visitor) {
    v.key("count", &count, 1...Int.max, required: true)
    v.key("of", &conditions, required: true) { v.conditions($0, count: 1...Int.max) }
    guard let node = v.node(of: "count"), !(1...max(1, conditions.count)).contains(count) else { return }
    // A condition on all elements of a step then counts for fewer than the author meant.
    if count > 1, v.reader.repeatedSteps.isIncomplete { return }
    v.reader.report(
      .badValue,
      count < 1
        ? "\(count) conditions always hold" : "\(count) of \(conditions.count) conditions never hold",
      at: node)
  }
}

extension DocumentReader {
  fileprivate func isListOfObjects(_ node: Int) -> Bool {
    kind(node) == .array && json.children(of: node).contains { kind($0) == .object }
  }
}
