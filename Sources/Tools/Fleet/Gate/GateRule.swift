/// A bound on a figure of replayed launches: `p95<=+5%`, `degraded<=2%`, `home>=-1%`.
package struct GateRule: Hashable, Sendable {
  package enum Figure: Hashable, Sendable {
    /// The landing time at this share of the launches.
    case time(Double)
    case degraded
    /// The app cancelled the launch before it landed by itself.
    case cancelled
    /// The launch began and never landed.
    case unfinished
    /// The share of launches that land on this page, by its index.
    case page(Int)
    /// The share of launches that land after this time, or never.
    case later(than: Int64)
    /// The latest landing of all runs. Only a proof gives it, not launches.
    case worst
  }

  package let text: String
  package let figure: Figure
  package let isChange: Bool
  /// From above for times, in nanoseconds, and for degraded launches; from below for pages. Of a change: the factor of a
  /// time, or what is added to a share.
  private let bound: Double

  /// The most that a figure may be, as long as more of it is worse: of a page, the share of launches that miss it.
  func most(of before: Double) -> Double {
    switch figure {
    case .time, .worst: isChange ? before * bound : bound
    case .degraded, .cancelled, .unfinished, .later: isChange ? before + bound : bound
    case .page: isChange ? before - bound : 1 - bound
    }
  }

  /// How much more there is of the bad side of a rule about a share of launches, or about its change.
  func excess(of share: Interval) -> Interval {
    guard figure.isPage else { return share }
    let all = isChange ? 0.0 : 1
    return Interval(seen: all - share.seen, least: all - share.most, most: all - share.least)
  }

  /// Reads a rule. The error says what to write instead.
  ///
  /// - Parameter hasProof: Whether there is a proof, so that a rule may bound the latest landing of all runs.
  package init(_ text: String, pages: [String], hasProof: Bool = false) throws(InvalidText) {
    self.text = text
    guard let place = text.firstRange(of: "<=") ?? text.firstRange(of: ">=") else {
      throw InvalidText("'\(text)' has no '<=' or '>='; write 'p95<=+5%', for example")
    }
    let name = String(text[..<place.lowerBound])
    let value = String(text[place.upperBound...])
    let isUpper = text[place] == "<="
    figure = try Figure(name, pages: pages, hasProof: hasProof)
    if case .page = figure, isUpper {
      throw InvalidText("a page's share is bounded from below; write '\(name)>=\(value)'")
    }
    if !isUpper, !figure.isPage {
      throw InvalidText("'\(name)' is bounded from above; write '\(name)<=\(value)'")
    }
    isChange = value.hasPrefix("+") || value.hasPrefix("-")
    let number = value.hasSuffix("%") ? Double(value.dropLast()).map { $0 / 100 } : nil
    if figure.isTime {
      if let number, isChange, number > -1, number <= 100 {
        bound = 1 + number
      } else if let time = Duration(documentText: value), time > .zero {
        bound = Double(time.nanoseconds)
      } else {
        throw InvalidText("'\(value)' is not a bound of \(name); write '+5%' or '8s', for example")
      }
    } else {
      guard let number, (isChange ? -1...1 : 0...1).contains(number) else {
        throw InvalidText("'\(value)' is not a bound of \(name); write '2%' or '+1%', for example")
      }
      bound = number
    }
  }
}

extension GateRule.Figure {
  package init(_ name: String, pages: [String], hasProof: Bool = false) throws(InvalidText) {
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
      throw InvalidText(
        "'\(name)' is not a figure; " + (hint ?? "expected one of: \(known.joined(separator: ", "))"))
    }
  }

  package var isPage: Bool { if case .page = self { true } else { false } }

  package var isTime: Bool {
    switch self {
    case .time, .worst: true
    case .degraded, .cancelled, .unfinished, .page, .later: false
    }
  }
}

/// The reason why a rule, or the values to tune, cannot be read.
package struct InvalidText: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to write instead.
  package let description: String

  package init(_ description: String) { self.description = description }
}
