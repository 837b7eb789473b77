import LaunchFlowAuthoring
import LaunchFlowModel

/// A bound on a figure of replayed launches: `p95<=+5%`, `degraded<=2%`, `home>=-1%`.
package struct GateRule: Hashable, Sendable {
  /// What is bounded.
  package enum Figure: Hashable, Sendable {
    /// The landing time at this share of the launches.
    case time(Double)
    case degraded
    /// The share of launches that land on this page, by its index.
    case page(Int)
    /// The latest landing of all runs. Launches do not tell it; only a proof does.
    case worst
  }

  /// The bound.
  package enum Bound: Hashable, Sendable {
    /// A landing time in nanoseconds.
    case time(Int64)
    /// The recorded landing time, times this.
    case factor(Double)
    /// A share, from 0 to 1.
    case share(Double)
    /// The recorded share and so much, which may be negative.
    case change(Double)
  }

  /// The rule as it was written.
  package let text: String
  /// What is bounded.
  package let figure: Figure
  /// Its bound: from above for times and for what is degraded, from below for pages.
  package let bound: Bound

  /// Reads a rule.
  ///
  /// - Parameters:
  ///   - text: The rule.
  ///   - pages: The flow's pages.
  ///   - hasProof: Whether there is a proof, so that a rule may bound the latest landing of all runs.
  /// - Throws: `InvalidGateRule` with what to write instead.
  package init(_ text: String, pages: [String], hasProof: Bool = false) throws(InvalidGateRule) {
    self.text = text
    guard let place = text.firstRange(of: "<=") ?? text.firstRange(of: ">=") else {
      throw InvalidGateRule("'\(text)' has no '<=' or '>='; write 'p95<=+5%', for example")
    }
    let name = String(text[..<place.lowerBound])
    let value = String(text[place.upperBound...])
    let isUpper = text[place] == "<="
    figure = try Figure(name, pages: pages, hasProof: hasProof)
    if case .page = figure, isUpper {
      throw InvalidGateRule("a page's share is bounded from below; write '\(name)>=\(value)'")
    }
    if !isUpper, !figure.isPage {
      throw InvalidGateRule("'\(name)' is bounded from above; write '\(name)<=\(value)'")
    }
    bound = try Self.bound(value, figure, name)
  }

  private static func bound(
    _ value: String, _ figure: Figure, _ name: String
  ) throws(InvalidGateRule) -> Bound {
    let isChange = value.hasPrefix("+") || value.hasPrefix("-")
    let number = value.hasSuffix("%") ? Double(value.dropLast()).map { $0 / 100 } : nil
    if figure.isTime {
      if let number, isChange, number > -1, number <= 100 { return .factor(1 + number) }
      if let time = Duration(documentText: value), time > .zero { return .time(time.nanoseconds) }
      throw InvalidGateRule("'\(value)' is not a bound of \(name); write '+5%' or '8s', for example")
    }
    if let number, isChange, (-1...1).contains(number) { return .change(number) }
    if let number, !isChange, (0...1).contains(number) { return .share(number) }
    throw InvalidGateRule("'\(value)' is not a bound of \(name); write '2%' or '+1%', for example")
  }
}

extension GateRule.Figure {
  /// Reads a figure's name.
  ///
  /// - Throws: `InvalidGateRule` with what to write instead.
  package init(_ name: String, pages: [String], hasProof: Bool = false) throws(InvalidGateRule) {
    if let share = ["p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99][name] {
      self = .time(share)
    } else if name == "degraded" {
      self = .degraded
    } else if name == "worst", hasProof {
      self = .worst
    } else if let page = pages.firstIndex(of: name) {
      self = .page(page)
    } else {
      let known = ["p50", "p90", "p95", "p99", "degraded"] + (hasProof ? ["worst"] : []) + pages
      let hint = Suggester.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
      throw InvalidGateRule(
        "'\(name)' is not a figure; " + (hint ?? "expected one of: \(known.joined(separator: ", "))"))
    }
  }

  /// Whether it is the share of a page.
  package var isPage: Bool { if case .page = self { true } else { false } }

  /// Whether it is a landing time.
  package var isTime: Bool {
    switch self {
    case .time, .worst: true
    case .degraded, .page: false
    }
  }
}

/// Why a text is not a rule of a gate.
package struct InvalidGateRule: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to write instead.
  package let description: String

  init(_ description: String) { self.description = description }
}
