extension Picture {
  package init(_ comparison: MeasuredComparison) {
    self.init(MeasuredComparisonPicture(comparison: comparison))
  }
}

/// Real launches of two groups: the outcome, the figures with their intervals, the curves.
struct MeasuredComparisonPicture: PictureContent {
  let comparison: MeasuredComparison

  private var sides: [MeasuredComparison.Side] { [comparison.before, comparison.after] }

  var title: Sentence {
    Sentence(
      [Words(comparison.flow, isStrong: true)],
      comparison.subject.map { [Words($0)] } ?? [
        Words(comparison.after.name, isStrong: true), Words(" against "),
        Words(comparison.before.name, isStrong: true),
      ], comparison.within.map { [Words("within \($0)", .faint)] })
  }

  var sentences: [Sentence] {
    let launches = Sentence(
      parts: sides.map { [Words("\($0.name): ", .faint), Words(Self.launches($0))] })
    return rules + [outcome, hidden, comparison.subject == nil ? launches : nil].compactMap(\.self)
      + comparison.notes.map { Sentence($0) }
      + comparison.warnings.map { Sentence($0, .bad) }
  }

  /// The rules, failed ones first.
  private var rules: [Sentence] {
    guard !comparison.rules.isEmpty else { return [] }
    let failed = comparison.rules.filter { $0.isHeld == false }
    let open = comparison.rules.filter { $0.isHeld == nil }
    if failed.isEmpty, open.isEmpty { return [Sentence("all rules hold", .good)] }
    func words(_ start: String, _ rules: [MeasuredComparison.Rule], _ tone: Tone) -> [Words]? {
      rules.isEmpty ? nil : [Words(start + rules.map(\.text).joined(separator: ", "), tone)]
    }
    return [Sentence(words("fails: ", failed, .bad), words("not decided: ", open, .recovered))]
  }

  /// The certain effects on users.
  private var outcome: Sentence {
    let certain = comparison.figures.filter(\.isBeyondChance)
    guard !certain.isEmpty else { return Sentence("no figure differs by more than chance") }
    return Sentence(
      parts: certain.map { figure in
        let words = figure.kind == .page ? "on \(figure.name) " : figure.name + " "
        return [
          Words(words), Words(Self.difference(figure.after - figure.before, figure.kind), Self.tone(figure)),
          Words(" (\(Self.interval(figure)))", .faint),
        ]
      })
  }

  /// The greatest harm that chance does not exclude.
  private var hidden: Sentence? {
    let harms = comparison.figures.filter {
      ["p95", "degraded"].contains($0.name) && !$0.isBeyondChance && $0.most ?? .infinity > 0
    }
    guard !harms.isEmpty else { return nil }
    let texts = harms.map { figure in
      (figure.most.map { Self.difference($0, figure.kind) } ?? "any delay")
        + (figure.kind == .time ? " at " : " ")
        + figure.name
    }
    return Sentence("could hide up to " + texts.joined(separator: " and "))
  }

  var summary: [Block] {
    [.table(figures), .sentences([chance]), .table(ruleTable), .curves(curves)].filter {
      if case .table(let table) = $0 { !table.rows.isEmpty } else { true }
    }
  }

  var views: [HTMLPage.View] {
    [
      .init(
        id: "figures", title: "Figures",
        blocks: [.table(figures), .sentences([chance])]
          + (comparison.rules.isEmpty ? [] : [.heading("Rules"), .table(ruleTable)])),
      .init(id: "distribution", title: "Distribution", blocks: [.curves(curves)]),
    ]
  }

  private var curves: Curves {
    Curves(sides.map { .init(name: $0.name, curve: $0.curve) }, limits: [])
  }

  private var figures: Table {
    Table(
      [""] + sides.map { "#" + $0.name } + ["#difference", "#between", ""],
      comparison.figures.map { figure in
        [
          .words(figure.kind == .page ? "on \(figure.name)" : figure.name),
          .words(Self.text(figure.before, figure.kind)),
          .words(Self.range(figure) { Self.text($0, figure.kind) }),
          .words(Self.range(figure) { Self.difference($0 - figure.before, figure.kind) }),
          .words(Self.interval(figure)),
          .words(
            figure.isBeyondChance ? "beyond chance" : "", figure.isBeyondChance ? Self.tone(figure) : .faint),
        ]
      })
  }

  private var ruleTable: Table {
    Table(
      ["rule", ""],
      comparison.rules.map { rule in
        let tone: Tone = rule.isHeld.map { $0 ? .good : .bad } ?? .recovered
        return [.words(rule.text), .words(rule.outcome, tone)]
      })
  }

  private var chance: Sentence {
    var words =
      "an interval misses the true difference in at most \(TimeText.percent(comparison.risk)) of \(comparison.cases)"
    if !comparison.rules.isEmpty {
      words +=
        "; a verdict is wrong in at most \(TimeText.percent(comparison.ruleRisk))"
    }
    return Sentence(words, .faint)
  }

  /// Later and more degraded launches are bad. A page or a cancellation is neither good nor bad.
  private static func tone(_ figure: MeasuredComparison.Figure) -> Tone {
    switch figure.kind {
    case .time, .degraded, .unfinished: figure.after > figure.before ? .bad : .good
    case .cancelled, .page: .recovered
    }
  }

  private static func launches(_ side: MeasuredComparison.Side) -> String {
    let launches = side.launches == 1 ? "1 launch" : "\(side.launches) launches"
    guard side.installations > 0 else { return launches }
    return launches + " of \(side.installations) installation" + (side.installations == 1 ? "" : "s")
  }

  /// The second group's value, or the least and the greatest that is possible.
  private static func range(_ figure: MeasuredComparison.Figure, _ text: (Double) -> String) -> String {
    let values = [figure.after, figure.worst ?? figure.after].map(text)
    return values[0] == values[1] ? values[0] : range(values[0], values[1])
  }

  /// Points are named once.
  private static func range(_ least: String, _ most: String) -> String {
    let least =
      most.hasSuffix(points) && least.hasSuffix(points) ? String(least.dropLast(points.count)) : least
    return "\(least) to \(most)"
  }

  private static let points = " points"

  private static func text(_ value: Double, _ kind: MeasuredComparison.Figure.Kind) -> String {
    kind == .time ? time(value) : TimeText.percent(value)
  }

  /// Launches that never landed have a greater time.
  private static let never = 0x1p60

  private static func time(_ value: Double) -> String {
    value > never ? "never" : TimeText.short(value.clampedToInt64)
  }

  /// A difference with its sign; shares in percentage points.
  private static func difference(_ value: Double, _ kind: MeasuredComparison.Figure.Kind) -> String {
    let sign = value < 0 ? "-" : "+"
    if kind == .time, value.magnitude > never { return value > 0 ? "no longer lands" : "lands again" }
    if kind == .time { return sign + time(value.magnitude) }
    let text = TimeText.hundredths(value.magnitude)
    return sign + (text == "0" && value != 0 ? "<0.01" : text) + points
  }

  private static func interval(_ figure: MeasuredComparison.Figure) -> String {
    guard figure.least != nil || figure.most != nil else { return "too few launches" }
    if figure.kind == .time, figure.least ?? 0 > never || figure.most ?? 0 < -never { return "certain" }
    let least = figure.least.map { difference($0, figure.kind) } ?? "any less"
    let most = figure.most.map { difference($0, figure.kind) } ?? "any more"
    return range(least, most)
  }
}
