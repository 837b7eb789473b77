extension PlanCompiler {
  /// Appends a condition's nodes and returns the first.
  mutating func compile(_ condition: Condition) -> Int32 {
    node(atLeast: condition.terms.count) {
      for term in condition.terms { $0.compile(term) }
    }
  }

  private mutating func compile(_ term: Condition.Term) {
    switch term {
    case .fact(let subject, let words): compileFact(subject, words)
    case .error(let subject, let classes): compileError(subject, classes)
    case .cached(let subject, true): compileCached(subject)
    case .cached(let subject, false): not { $0.compileCached(subject) }
    case .given(let subject, true): compileGiven(subject)
    case .given(let subject, false): not { $0.compileGiven(subject) }
    case .any(let conditions): compile(conditions, atLeast: 1)
    case .all(let conditions): compile(conditions, atLeast: conditions.count)
    case .atLeast(let count, let conditions): compile(conditions, atLeast: count)
    case .not(let condition): not { _ = $0.compile(condition) }
    }
  }

  private mutating func compile(_ conditions: [Condition], atLeast count: Int) {
    node(atLeast: count) {
      for condition in conditions { _ = $0.compile(condition) }
    }
  }

  private mutating func compileFact(_ subject: String, _ words: [JSONValue]) {
    node(atLeast: 1) { compiler in
      if subject == ReservedWord.landing.rawValue {
        for case .string(let page) in words {
          compiler.leaf(.landing, operand: Self.number(page, in: compiler.pageIndex))
        }
      } else if subject == ReservedWord.offline.rawValue {
        for case .bool(let value) in words { compiler.leaf(.offline, operand: value ? 1 : 0) }
      } else if let input = compiler.inputIndex[subject] {
        for word in words {
          compiler.leaf(.input, Int32(input), operand: compiler.literal(word, of: input))
        }
      } else if let step = compiler.graph.index[subject] {
        compiler.compileStepFact(Int32(step), words)
      }
    }
  }

  private mutating func compileStepFact(_ step: Int32, _ words: [JSONValue]) {
    var statuses: Int32 = 0
    for case .string(let word) in words {
      if let status = Status(rawValue: word) {
        statuses |= status.bit
      } else if let group = StatusGroup(rawValue: word) {
        statuses |= group.bits
      } else {
        leaf(.name, step, operand: nameNumber(word, of: Int(step)))
      }
    }
    if statuses != 0 { leaf(.status, step, operand: statuses) }
  }

  /// Compiles a question about the caches that a step reads. Promises come after the steps, so the readers are known.
  private mutating func compileCached(_ subject: String) {
    node(atLeast: 1) { compiler in
      guard let step = compiler.graph.index[subject] else { return }
      for (reader, cache) in compiler.readers.enumerated() where cache.step == Int32(step) {
        compiler.leaf(.cached, Int32(reader), operand: 1)
      }
    }
  }

  private mutating func compileGiven(_ subject: String) {
    node(atLeast: 1) { compiler in
      guard let step = compiler.graph.index[subject],
        case .signal(let signal) = compiler.steps[step].awaited
      else { return }
      compiler.leaf(.given, signal, operand: 1)
    }
  }

  /// Compiles a question about error classes. Numbers after those of the names identify them (`ErrorNumbers`).
  private mutating func compileError(_ subject: String, _ classes: [ErrorClass]) {
    node(atLeast: 1) { compiler in
      guard let step = compiler.graph.index[subject] else { return }
      let first = Int32(compiler.steps[step].names.count)
      let asked = classes.map { compiler.errorNumbers[step].number(of: $0, names: first) }
      for number in first..<first + Int32(ErrorClass.allCases.count) where asked.contains(number) {
        compiler.leaf(.name, Int32(step), operand: number)
      }
      if classes.contains(.timeout) { compiler.leaf(.status, Int32(step), operand: Status.timedOut.bit) }
    }
  }

  /// The number of a step's name; -2 for an unknown one.
  private func nameNumber(_ word: String, of step: Int) -> Int32 {
    let range = steps[step].names
    return range.first { names[Int($0)].text == word }.map { $0 - range.lowerBound } ?? -2
  }

  /// Collects the error classes that conditions ask for, before any condition is compiled.
  mutating func collectErrors() {
    var asked: [[UInt16]] = Array(repeating: [], count: graph.steps.count)
    func collect(_ condition: Condition) {
      condition.forEachQuestion { question in
        guard case .error(let subject, let classes) = question, let step = graph.index[subject] else {
          return
        }
        asked[step].append(classes.reduce(0) { $0 | $1.bit })
      }
    }
    for step in graph.steps.indices {
      if let condition = graph.steps[step].when { collect(condition) }
      for outcome in graph.steps[step].outcomes { collect(outcome.when) }
    }
    for landing in flow.landings {
      if let condition = landing.when { collect(condition) }
      for notice in landing.notices { if let condition = notice.when { collect(condition) } }
    }
    for promise in flow.promises {
      switch promise {
      case .within: break
      case .never(let condition), .always(let condition): collect(condition)
      case .implies(let premise, let conclusion):
        collect(premise)
        collect(conclusion)
      }
    }
    for (step, asked) in asked.enumerated() where !asked.isEmpty {
      errorNumbers[step] = ErrorNumbers(asked: asked)
    }
  }

  private mutating func literal(_ word: JSONValue, of input: Int) -> Int32 {
    let text = "\(flow.inputs[input].name) \(word.text())"
    if let number = literalNumbers[text] {
      if inputLiterals[input][number] == word { return Int32(number) }
      // Another one that merely looks alike.
      if let other = inputLiterals[input].firstIndex(of: word) { return Int32(other) }
    }
    let number = inputLiterals[input].count
    literalNumbers[text] = number
    inputLiterals[input].append(word)
    return Int32(number)
  }

  /// Appends a node with its parts. A node that asks for its only part becomes that part.
  @discardableResult
  private mutating func node(atLeast count: Int, _ parts: (inout PlanCompiler) -> Void) -> Int32 {
    let index = conditions.count
    conditions.append(ConditionNode(kind: .atLeast, operand: Int32(clamping: count)))
    parts(&self)
    let end = Int32(conditions.count)
    if count == 1, conditions.count > index + 1, conditions[index + 1].end == end {
      conditions.remove(at: index)
      for part in index..<conditions.count { conditions[part].end -= 1 }
    } else {
      conditions[index].end = end
    }
    return Int32(index)
  }

  private mutating func not(_ part: (inout PlanCompiler) -> Void) {
    let index = conditions.count
    conditions.append(ConditionNode(kind: .not))
    part(&self)
    conditions[index].end = Int32(conditions.count)
  }

  private mutating func leaf(_ kind: ConditionNode.Kind, _ subject: Int32 = -1, operand: Int32) {
    conditions.append(
      ConditionNode(kind: kind, subject: subject, operand: operand, end: Int32(conditions.count + 1)))
  }
}
