import LaunchFlowModel

extension Scenario.Expectation {
  static func hint(_ value: JSONValue) -> String? {
    value.string.map { "write { \"landing\": \"\($0)\" }" }
  }

  static let declaration = ObjectFormat("expectation", initial: { _ in Scenario.Expectation() }) { keys in
    keys.add("landing", \.landing, Landing.declaration)
    keys.add("within", \.within, .duration)
    keys.add("degraded", \.degraded, .bool)
    keys.add("cancelled", \.cancelled, .bool)
    keys.add("notice", \.notice, .text)
    keys.add(
      "steps", \.steps,
      .map(of: Step.declaration, standIn: Step(""), entry: { $1.named($0) }, parts: { ($0.step, $0) }))
    keys.add("order", \.order, .list(of: .text))
    keys.add("starts", \.starts, .list(of: Start.declaration.standingIn(Start(.begin))))
    for figure in Figure.allCases {
      keys.add(
        .init(name: figure.rawValue, shape: .durationBound), .bound(),
        get: { expectation in expectation.figures.first { $0.figure == figure }?.bound },
        set: { $0.figures.append(FigureBound(figure, $1)) })
    }
  }
}

extension Scenario.Expectation.Landing {
  fileprivate static var declaration: ValueFormat<Scenario.Expectation.Landing> {
    .either(
      "a page, a list of pages, or an object with their shares",
      [
        Form([.string, .array], .oneOrMore(.text), { .anyOf($0) }) {
          if case .anyOf(let pages) = $0 { pages } else { nil }
        },
        Form(
          [.object],
          .map(
            of: .bound(0...1, example: ">=0.99"), entry: { Scenario.Expectation.Share($0, $1) },
            parts: { ($0.page, $0.bound) }),
          { .shares($0) }
        ) { if case .shares(let shares) = $0 { shares } else { nil } },
      ])
  }
}

extension Scenario.Expectation.Start {
  /// A word, or an object with the pages, too.
  fileprivate static var declaration: ValueFormat<Scenario.Expectation.Start> {
    .either(
      "a word or an object",
      [
        Form([.object], .object(.expectedStart, object), { $0 }) { $0.landing == nil ? nil : $0 },
        Form([.string], .word, { Scenario.Expectation.Start($0) }) { $0.outcome },
      ])
  }

  static let object = ObjectFormat(
    "expected start", initial: { _ in Scenario.Expectation.Start(.begin) }
  ) { keys in
    keys.require("is", \.outcome, .word)
    keys.add("landing", \.landing, .oneOrMore(.text))
  }
}

extension Scenario.Expectation.Step {
  fileprivate static var declaration: ValueFormat<Scenario.Expectation.Step> {
    .either(
      "a word, a list of words, or an object",
      [
        // Written as an object.
        Form([.string, .array], .oneOrMore(.text), { Scenario.Expectation.Step("", outcome: $0) }) { _ in nil
        },
        Form([.object], .object(.expectedStep, object), { $0 }, { $0 }),
      ])
  }

  static let object = ObjectFormat(
    "expected step", initial: { Scenario.Expectation.Step($0) }
  ) { keys in
    keys.add("is", \.outcome, .oneOrMore(.text))
    keys.add("source", \.source, .word)
    keys.add("attempts", \.attempts, .integer(0...Int.max))
  }

  fileprivate func named(_ name: String) -> Self {
    var step = self
    step.step = name
    return step
  }
}

extension ValueFormat where Value == Scenario.Expectation.Bound<Duration> {
  /// A comparison with a duration.
  static func bound() -> Self {
    Self(
      .durationBound,
      read: { reader, node in
        guard let (comparison, rest) = reader.comparison(node, example: "<=9s") else { return nil }
        guard let duration = Duration(documentText: rest) else {
          reader.report(
            .badDuration, "\"\(rest)\" is not a duration", at: node, hint: "write it like \"<=9s\"")
          return nil
        }
        return Scenario.Expectation.Bound(comparison, duration)
      },
      write: { .string($0.comparison.rawValue + $0.value.documentText) })
  }
}

extension ValueFormat where Value == Scenario.Expectation.Bound<Double> {
  /// A comparison with a number.
  static func bound(_ range: ClosedRange<Double> = -.infinity ... .infinity, example: String) -> Self {
    let number = ValueFormat<Double>.number(range)
    return Self(
      .numberBound,
      read: { reader, node in
        guard let (comparison, rest) = reader.comparison(node, example: example) else { return nil }
        guard let value = try? JSONValue(parsing: rest).number else {
          reader.report(
            .badValue, "\"\(rest)\" is not a number", at: node, hint: "write it like \"\(example)\"")
          return nil
        }
        return Scenario.Expectation.Bound(comparison, value)
      },
      write: { .string($0.comparison.rawValue + JSONValue.number($0.value).text()) },
      check: { number.check?($0.value, &$1) })
  }
}

extension DocumentReader {
  /// The comparison at the front of a bound, and what follows it.
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
      report(
        .badValue, "a bound must start with >=, <=, >, < or ==", at: node,
        hint: "write it like \"\(example)\"")
      return nil
    }
    return (sign, String(text.dropFirst(sign.rawValue.count).drop { $0 == " " }))
  }
}
