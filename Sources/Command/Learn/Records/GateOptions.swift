import LaunchFlowFleet
import LaunchFlowTimeline

/// The options of a gate; `replay` and `compare --records` share them.
enum GateOptions {
  static let gate = Option<String>.text("gate", "RULE").repeatable
  static let risk = Option<Int>.wholeNumber("risk", "PERCENT", atLeast: 1, atMost: 50)

  /// The gate that a command line asks for, on a flow with these pages.
  static func gate(_ given: Given, pages: [String]) throws(UsageError) -> Gate {
    var rules: [GateRule] = []
    for text in given.all(gate) {
      do throws(InvalidText) {
        rules.append(try GateRule(text, pages: pages))
      } catch {
        throw UsageError("--gate: \(error)")
      }
    }
    return Gate(rules, risk: Double(given[risk] ?? 5) / 100)
  }
}

extension MeasuredComparison.Figure {
  init(_ name: String, _ kind: Kind, _ found: Estimate) {
    // A call that was cut was silent for a nanosecond more than it took, which nobody wants to read.
    func rounded(_ value: Double) -> Double { kind == .time ? (value / 1_000).rounded() * 1_000 : value }
    self.init(
      name, kind, before: rounded(found.before), after: rounded(found.after),
      worst: found.worst == found.after ? nil : rounded(found.worst),
      least: found.change.least.isFinite ? rounded(found.change.least) : nil,
      most: found.change.most.isFinite ? rounded(found.change.most) : nil)
  }

  /// Figures with intervals that together miss the truth at most so often.
  ///
  /// - Parameters:
  ///   - times: The landing times by name.
  ///   - pages: The pages with their indices.
  static func all(
    times: [(String, Double)], pages: [(index: Int, name: String)], risk: Double,
    of launches: some ComparedLaunches
  ) -> [Self] {
    typealias Asked = (name: String, kind: Kind, figure: GateRule.Figure)
    var all = times.map { name, share -> Asked in (name, .time, .time(share)) }
    all.append(("degraded", .degraded, .degraded))
    var others: [Asked] = [("cancelled", .cancelled, .cancelled), ("unfinished", .unfinished, .unfinished)]
    others += pages.map { index, name in (name, .page, .page(index)) }
    all += others.filter { launches.has($0.figure) }
    return all.map { .init($0.name, $0.kind, launches.estimate($0.figure, risk: risk / Double(all.count))) }
  }
}
