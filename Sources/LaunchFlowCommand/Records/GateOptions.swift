import LaunchFlowFleet

/// The options of a gate; `replay` and `compare --records` share them.
enum GateOptions {
  static let gate = Option<String>.text(
    "gate", "RULE", "Fail where this is worse: p95<=+5%, p99<=8s, degraded<=+1%, home>=-0.5%."
  ).repeatable
  static let risk = Option<Int>.wholeNumber(
    "risk", "PERCENT", atLeast: 1, atMost: 50,
    "How often a flow that keeps all rules may fail by chance, at most.", default: "5")

  /// The gate that a command line asks for, on a flow with these pages.
  static func gate(_ given: Given, pages: [String]) throws(UsageError) -> Gate {
    var rules: [GateRule] = []
    for text in given.all(gate) {
      do throws(InvalidGateRule) {
        rules.append(try GateRule(text, pages: pages))
      } catch {
        throw UsageError("--gate: \(error)")
      }
    }
    return Gate(rules, risk: Double(given[risk] ?? 5) / 100)
  }
}
