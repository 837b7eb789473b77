extension Scenario.Expectation: FormatObject {
  package static var object: DeclaredObject { .expectation }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("landing", &landing) { Landing.visited($0, v) }
    v.key("within", &within)
    v.key("degraded", &degraded)
    v.key("cancelled", &cancelled)
    v.key("notice", &notice)
    v.key("steps", &steps) { Step.map($0, v) }
    v.key("order", &order) { v.texts($0) }
    v.key("starts", &starts) { v.list($0, standIn: Start(outcome: .begin)) { Start.visited($0, v) } }
    v.figures(&figures)
  }
}

extension Visitor {
  fileprivate func oneOrMoreTexts(_ texts: [String]?) -> [String]? {
    oneOrMore(texts, standIn: UnreadParts.standInName, named: { $0 }) { text($0) }
  }
}

extension Scenario.Expectation.Landing {
  fileprivate static func visited(_ landing: Self?, _ v: Visitor) -> Self? {
    let pages: [String]? = if case .anyOf(let pages) = landing { pages } else { nil }
    let shares: [Scenario.Expectation.Share]? = if case .shares(let shares) = landing { shares } else { nil }
    return v.forms(
      [[.string, .array], [.object]], "a page, a list of pages, or an object with their shares",
      written: shares == nil ? 0 : 1
    ) { form in
      if form == 0 { return v.oneOrMoreTexts(pages).map { .anyOf($0) } }
      return v.map(shares, name: { $0.page }) { page, share in
        v.bound(share?.bound, 0...1, example: ">=0.99").map { Scenario.Expectation.Share(page, $0) }
      }.map { .shares($0) }
    }
  }
}

extension Scenario.Expectation.Start: FormatObject {
  package static var object: DeclaredObject { .expectedStart }

  package init(named name: String) { self.init(outcome: .begin) }

  package mutating func visit(_ v: Visitor) {
    v.key(word: "is", &outcome, required: true)
    v.key("landing", &landing) { v.oneOrMoreTexts($0) }
  }

  /// A word, or an object with the pages, too.
  fileprivate static func visited(_ start: Self?, _ v: Visitor) -> Self? {
    v.forms(
      [[.object], [.string]], "a word or an object", written: start?.landing == nil ? 1 : 0
    ) { form in
      form == 0 ? v.object(start) : v.word(start?.outcome).map { Self(outcome: $0) }
    }
  }
}

extension Scenario.Expectation.Step: FormatObject {
  package static var object: DeclaredObject { .expectedStep }

  package init(named name: String) { self.init(name) }

  package mutating func visit(_ v: Visitor) {
    v.key("is", &outcome) { v.oneOrMoreTexts($0) }
    v.key(word: "source", &source)
    v.key("attempts", &attempts, 0...Int.max)
  }

  fileprivate static func map(_ steps: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(steps, name: { $0.step }, standIn: { Self($0) }) { name, step in
      v.forms([[.string, .array], [.object]], "a word, a list of words, or an object", written: 1) { form in
        form == 0
          ? v.oneOrMoreTexts(step?.outcome).map { Self(name, outcome: $0) } : v.object(step, named: name)
      }
    }
  }
}

extension Visitor {
  typealias Bound<Value: Equatable & Sendable> = Scenario.Expectation.Bound<Value>

  /// The bounds on figures, each under the figure's name.
  fileprivate func figures(
    _ bounds: inout [Scenario.Expectation.Bounded<Scenario.Expectation.Figure, Duration>]
  ) {
    for figure in Scenario.Expectation.Figure.allCases {
      let known = bounds.first { $0.figure == figure }?.bound
      if let found = key(figure.rawValue, known, { bound($0) }) { bounds.append(.init(figure, found)) }
    }
  }

  func bound(_ bound: Bound<Duration>?) -> Bound<Duration>? {
    guard isReading else {
      show(.durationBound, bound.map { .string($0.comparison.rawValue + $0.value.documentText) })
      return nil
    }
    guard let (comparison, rest) = reader.comparison(node, example: "<=9s") else { return nil }
    guard let duration = Duration(documentText: rest) else {
      reader.report(.badDuration, "\"\(rest)\" is not a duration", at: node)
      return nil
    }
    return Bound(comparison, duration)
  }

  func bound(
    _ bound: Bound<Double>?, _ range: ClosedRange<Double> = -.infinity ... .infinity, example: String
  ) -> Bound<Double>? {
    guard isReading else {
      show(.numberBound, bound.map { .string($0.comparison.rawValue + JSONValue.number($0.value).text()) })
      return nil
    }
    guard let (comparison, rest) = reader.comparison(node, example: example) else { return nil }
    guard let value = try? JSONValue(parsing: rest).number else {
      reader.report(.badValue, "\"\(rest)\" is not a number", at: node)
      return nil
    }
    check(value, range)
    return Bound(comparison, value)
  }
}

extension DocumentReader {
  /// The comparison at the beginning of a bound, and the text after it.
  fileprivate func comparison(
    _ node: Int, example: String
  ) -> (Scenario.Expectation.Comparison, String)? {
    guard let text = json.string(of: node) else {
      mismatch("a bound such as \"\(example)\"", at: node)
      return nil
    }
    // Longer signs first, or `>` would be found in `>=`.
    let signs = Scenario.Expectation.Comparison.allCases.sorted {
      $0.rawValue.utf8.count > $1.rawValue.utf8.count
    }
    guard let sign = signs.first(where: { text.hasPrefix($0.rawValue) }) else {
      report(.badValue, "a bound must start with >=, <=, >, < or ==", at: node)
      return nil
    }
    return (sign, String(text.dropFirst(sign.rawValue.count).drop { $0 == " " }))
  }
}
