import LaunchFlowModel

extension PlanCompiler {
  /// Appends a condition's nodes and returns the first.
  mutating func compile(_ condition: Condition) -> Int32 {
    node(.all) { compiler in
      for term in condition.terms { compiler.compile(term) }
    }
  }

  private mutating func compile(_ term: Condition.Term) {
    switch term {
    case .fact(let subject, let words): compileFact(subject, words)
    case .any(let conditions):
      node(.any) { compiler in
        for condition in conditions { _ = compiler.compile(condition) }
      }
    case .all(let conditions):
      node(.all) { compiler in
        for condition in conditions { _ = compiler.compile(condition) }
      }
    case .not(let condition):
      node(.not) { compiler in _ = compiler.compile(condition) }
    }
  }

  private mutating func compileFact(_ subject: String, _ words: [JSONValue]) {
    node(.any) { compiler in
      if subject == ReservedWord.landing.rawValue {
        for case .string(let page) in words {
          compiler.leaf(.landing, operand: compiler.pageIndex[page] ?? -1)
        }
      } else if subject == ReservedWord.offline.rawValue {
        for case .bool(let value) in words { compiler.leaf(.offline, operand: value ? 1 : 0) }
      } else if let input = compiler.inputIndex[subject] {
        for word in words { compiler.leaf(.input, input, operand: compiler.literal(word, of: input)) }
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

  /// The number that a name has, or will have, in a step's table: results first, then failures.
  private mutating func nameNumber(_ word: String, of step: Int) -> Int32 {
    if nameNumbers[step] == nil {
      var numbers: [String: Int32] = [:]
      let names = graph.steps[step].resultNames.map { ($0, isResult: true) }
      let failures = failures(of: graph.steps[step]).map { ($0.name, isResult: false) }
      var next: Int32 = 0
      for (name, isResult) in names + failures {
        let isNew = numbers[name] == nil
        if isNew { numbers[name] = next }
        // Each result has a number of its own, even if another one has its name.
        if isNew || isResult { next += 1 }
      }
      nameNumbers[step] = numbers
    }
    return nameNumbers[step]?[word] ?? -2
  }

  private mutating func literal(_ word: JSONValue, of input: Int32) -> Int32 {
    let input = Int(input)
    if let number = literalNumbers[input][word] { return number }
    let number = Int32(inputLiterals[input].count)
    literalNumbers[input][word] = number
    inputLiterals[input].append(word)
    return number
  }

  /// Appends a node with its parts; `any` or `all` of a single part is that part.
  @discardableResult
  private mutating func node(_ kind: ConditionNode.Kind, _ parts: (inout PlanCompiler) -> Void) -> Int32 {
    let index = conditions.count
    conditions.append(ConditionNode(kind: kind))
    parts(&self)
    let end = Int32(conditions.count)
    if kind != .not, conditions.count > index + 1, conditions[index + 1].end == end {
      conditions.remove(at: index)
      for part in index..<conditions.count { conditions[part].end -= 1 }
    } else {
      conditions[index].end = end
    }
    return Int32(index)
  }

  private mutating func leaf(_ kind: ConditionNode.Kind, _ subject: Int32 = -1, operand: Int32) {
    conditions.append(
      ConditionNode(kind: kind, subject: subject, operand: operand, end: Int32(conditions.count + 1)))
  }
}
