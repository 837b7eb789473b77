/// How much a flow breaks rules, against the flow in the file under the same luck.
struct TuneLimits: Sendable {
  /// The rules; those about the latest landing need a proof and are left out here.
  let rules: [GateRule]
  /// How much more each rule asks for than it says, since a candidate that just kept it did not keep it on other luck:
  /// nanoseconds, or shares.
  var margins: [Double]

  init(_ rules: [GateRule]) {
    self.rules = rules.filter { $0.figure != .worst }
    margins = self.rules.map { _ in 0 }
  }

  /// By how much each rule is broken, in nanoseconds or as a share; 0 or less where it is kept. Without the margins.
  func overshoots(_ figures: TuneFigures, against own: TuneFigures) -> [Double] {
    rules.map { rule in
      switch (rule.figure, rule.bound) {
      case (.time(let share), .time(let limit)):
        Double(figures.time(at: share) - limit)
      case (.time(let share), .factor(let factor)):
        Double(figures.time(at: share)) - (Double(own.time(at: share)) * factor).rounded(.down)
      case (.degraded, .share(let share)):
        figures.degradedShare - share
      case (.degraded, .change(let change)):
        figures.degradedShare - own.degradedShare - change
      case (.page(let page), .share(let share)):
        share - figures.share(figures.pages[page])
      case (.page(let page), .change(let change)):
        own.share(own.pages[page]) + change - figures.share(figures.pages[page])
      default: 0
      }
    }
  }

  /// How far from the limits a flow is, all rules together; 0 if it keeps them with their margins.
  func excess(_ figures: TuneFigures, against own: TuneFigures) -> Double {
    var sum = 0.0
    for (index, overshoot) in overshoots(figures, against: own).enumerated() {
      let broken = overshoot + margins[index]
      guard broken > Self.rounding else { continue }
      // A second beyond a limit weighs as much as five percentage points.
      sum += rules[index].figure.isTime ? broken / 1e9 : broken * 20
    }
    return sum
  }

  /// The rules that a flow breaks.
  func broken(_ figures: TuneFigures, against own: TuneFigures) -> [GateRule] {
    zip(rules, overshoots(figures, against: own)).filter { $0.1 > Self.rounding }.map(\.0)
  }

  /// Asks for more by what a flow that kept the rules on some luck lacked on other luck.
  mutating func widen(by overshoots: [Double]) {
    for (index, overshoot) in overshoots.enumerated() { margins[index] = max(margins[index], overshoot) }
  }

  /// What is no more than a share's rounding.
  private static let rounding = 1e-12
}
