import LaunchFlowModel

// Rule 3: three-valued logic, with 0 for false, 1 for unknown and 2 for true.
extension Encoding {
  /// Statements that read a condition into the register `k` of this number. They use higher ones, too.
  func read(_ condition: Condition, _ place: Int = 0) -> [Statement] {
    let register = "k\(place)"
    return ["\(register)=2"]
      + condition.terms.flatMap { term in
        read(term, place + 1) + [when(["k\(place + 1) < \(register)"], ["\(register)=k\(place + 1)"])]
      }
  }

  private func read(_ term: Condition.Term, _ place: Int) -> [Statement] {
    let register = "k\(place)"
    switch term {
    case .fact(let subject, let words): return read(subject, .words(words), place)
    case .error(let subject, let classes): return read(subject, .errors(classes), place)
    case .cached(let subject, let expected): return readCached(subject, expected, register)
    case .given(let subject, let expected): return readGiven(subject, expected, register)
    case .not(let part): return read(part, place + 1) + ["\(register)=2-k\(place + 1)"]
    case .any(let parts):
      return ["\(register)=0"]
        + parts.flatMap { part in
          read(part, place + 1) + [when(["k\(place + 1) > \(register)"], ["\(register)=k\(place + 1)"])]
        }
    case .all(let parts):
      return ["\(register)=2"]
        + parts.flatMap { part in
          read(part, place + 1) + [when(["k\(place + 1) < \(register)"], ["\(register)=k\(place + 1)"])]
        }
    case .atLeast(let count, let parts):
      let (sure, possible, part) = ("k\(place + 1)", "k\(place + 2)", "k\(place + 3)")
      return ["\(sure)=0", "\(possible)=0"]
        + parts.flatMap {
          read($0, place + 3) + [
            when(["\(part) == 2"], ["\(sure)=\(sure)+1"]),
            when(["\(part) > 0"], ["\(possible)=\(possible)+1"]),
          ]
        }
        + [
          "\(register)=1", when(["\(sure) >= \(count)"], ["\(register)=2"]),
          when(["\(possible) < \(count)"], ["\(register)=0"]),
        ]
    }
  }

  private func read(_ subject: String, _ question: Question, _ place: Int) -> [Statement] {
    let register = "k\(place)"
    var words: [JSONValue] = []
    if case .words(let asked) = question { words = asked }
    if subject == "landing" {
      return ["\(register)=0", when(["page == 0"], ["\(register)=1"])]
        + flow.pages.indices.filter { words.contains(.string(flow.pages[$0].name)) }
        .map { when(["page == \($0 + 1)"], ["\(register)=2"]) }
    }
    if subject == "offline" {
      return ["\(register)=0"]
        + [0, 1].filter { words.contains(.bool($0 == 1)) }.map { when(["was == \($0)"], ["\(register)=2"]) }
    }
    if let input = inputs.firstIndex(where: { $0.name == subject }) {
      return ["\(register)=0"]
        + inputs[input].values.indices
        .filter { inputs[input].values[$0].map(words.contains) ?? false }
        .map { when(["i\(input) == \($0)"], ["\(register)=2"]) }
    }
    guard let step = graph.index[subject] else { return ["\(register)=1"] }
    return ["\(register)=0", when(["v\(step) == 0"], ["\(register)=1"])]
      + outcomes[step].codes { question.holds(for: $0) }.map {
        when(["v\(step) == \($0)"], ["\(register)=2"])
      }
  }

  /// Known at the landing.
  private func readGiven(_ subject: String, _ expected: Bool, _ register: String) -> [Statement] {
    guard let step = graph.index[subject], let name = graph.steps[step].awaitedSignal,
      let signal = flow.signals.firstIndex(of: name)
    else { return ["\(register)=1"] }
    return [
      "\(register)=\(expected ? 0 : 2)", when(["e\(signal) == 1"], ["\(register)=\(expected ? 2 : 0)"]),
      when(["page == 0"], ["\(register)=1"]),
    ]
  }

  private func readCached(_ subject: String, _ expected: Bool, _ register: String) -> [Statement] {
    guard let step = graph.index[subject] else { return ["\(register)=0"] }
    let usable = caches.indices
      .filter { CacheContents.reads(graph.steps[step], caches[$0].name) }
      .flatMap { cache in
        caches[cache].contents.indices.filter { caches[cache].contents[$0][step] != nil }
          .map { when(["c\(cache) == \($0)"], ["\(register)=\(expected ? 2 : 0)"]) }
      }
    return ["\(register)=\(expected ? 0 : 2)"] + usable
  }
}
