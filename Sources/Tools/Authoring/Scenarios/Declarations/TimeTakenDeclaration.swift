extension Scenario.TimeTaken: FormatObject {
  package static var object: DeclaredObject { .timeTaken }

  package init(named name: String) { self = .quantiles([]) }

  private var key: String? {
    switch self {
    case .fixed: nil
    case .logNormal: "median"
    case .quantiles: "quantiles"
    }
  }

  package mutating func visit(_ v: Visitor) {
    for key in v.choose(
      ["median", "quantiles"], is: key, required: true, companions: [.init("p99", of: ["median"])])
    {
      if let found = Self.visited(self, key, v) { self = found }
    }
  }

  private static func visited(_ time: Self, _ key: String, _ v: Visitor) -> Self? {
    switch key {
    case "median":
      var middle: Duration?
      var late: Duration?
      if case .logNormal(let median, let p99) = time { (middle, late) = (median, p99) }
      let median = v.key(key, middle)
      let p99 = v.on([key]).key("p99", late, required: true)
      guard let median, let p99 else { return nil }
      if median <= .zero {
        v.report(.badValue, "the median must be longer than 0s", at: "median", .value)
      } else if p99 < median {
        v.report(.badValue, "the 99th percentile must not be below the median", at: "p99", .value)
      }
      return .logNormal(median: median, p99: p99)
    default:
      let quantiles: [Scenario.Quantile]? =
        if case .quantiles(let quantiles) = time { quantiles } else { nil }
      return v.key(key, quantiles) { quantiles in
        let found = Scenario.Quantile.map(quantiles, v)
        if let found { v.check(found) }
        return found
      }.map { .quantiles($0) }
    }
  }

  /// A duration, or an object with a distribution.
  static func visited(_ time: Self?, _ v: Visitor) -> Self? {
    let fixed: Duration? = if case .fixed(let fixed) = time { fixed } else { nil }
    return v.object(time, or: fixed) { .fixed($0) }
  }
}

extension Scenario.Quantile {
  fileprivate static func map(_ quantiles: [Self]?, _ v: Visitor) -> [Self]? {
    v.map(
      quantiles, names: .percentile, name: { $0.name }, standIn: { Self($0, .zero) }
    ) { name, quantile in
      v.duration(quantile?.time).map { Self(name, $0) }
    }
  }
}

extension Visitor {
  func check(from: Duration, to: Duration?) {
    if let to, to < from { report(.badValue, "the period ends before it begins", at: "to", .value) }
  }

  /// Reports bad percentiles, a wrong order, or a missing first or last percentile.
  fileprivate func check(_ quantiles: [Scenario.Quantile]) {
    func report(_ message: String, at name: String?, _ part: Place.Part = .key) {
      let member = reader.json.children(of: node).first { reader.json.key(of: $0) == name }
      reader.reportMisfit(.badValue, message, at: member ?? node, part)
    }
    if let wrong = quantiles.first(where: { $0.share == nil }) {
      return report(
        "\"\(wrong.name)\" is not a percentile; write p0 to p100, as in \"p99.9\"", at: wrong.name)
    }
    guard quantiles.first?.share == 0, quantiles.last?.share == 1 else {
      return report("the percentiles must begin with \"p0\" and end with \"p100\"", at: nil)
    }
    for (earlier, later) in zip(quantiles, quantiles.dropFirst()) {
      if earlier.share ?? 0 >= later.share ?? 0 {
        report("\"\(later.name)\" must come before \"\(earlier.name)\"", at: later.name)
      } else if later.time < earlier.time {
        report("\(later.name) must not be shorter than \(earlier.name)", at: later.name, .value)
      }
    }
  }
}

/// The beginning of a fault at any time of a window.
private struct Beginning: FormatObject {
  var earliest: Duration
  var window: Duration = .zero

  static var object: DeclaredObject { .beginning }

  init(named name: String) { self.init(earliest: .zero) }

  init(earliest: Duration, window: Duration = .zero) {
    self.earliest = earliest
    self.window = window
  }

  mutating func visit(_ v: Visitor) {
    v.key("any", &window, required: true)
    v.key("after", &earliest)
  }
}

extension Visitor {
  /// The beginning of a fault: at a time, or at any time of a window.
  func beginning(_ from: inout Duration, _ window: inout Duration) {
    var beginning = Beginning(earliest: from, window: window)
    key("from", &beginning, required: true) { beginning in
      object(beginning, or: beginning.flatMap { $0.window > .zero ? nil : $0.earliest }) {
        Beginning(earliest: $0)
      }
    }
    (from, window) = (beginning.earliest, beginning.window)
  }
}

/// An outage that may begin at any time of a window.
struct SwitchOutage: FormatObject {
  var outage: Scenario.Outage

  static var object: DeclaredObject { .switchOutage }

  init(_ outage: Scenario.Outage) { self.outage = outage }

  init(named name: String) { self.init(Scenario.Outage(named: "")) }

  mutating func visit(_ v: Visitor) {
    v.beginning(&outage.from, &outage.window)
    v.key("to", &outage.to)
    v.check(from: outage.from, to: outage.to)
    v.key(word: "is", &outage.kind, required: true)
  }
}
