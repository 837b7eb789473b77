import LaunchFlowFleet

/// How many launches a gate needs to see a worsening in 9 of 10 decisions.
enum GateLaunches {
  /// The arguments are the share in percent before the change, and the allowed worsening in percentage points.
  static func run(_ arguments: [String]) {
    let before = (arguments.first.flatMap(Double.init) ?? 10) / 100
    let allowed = (arguments.dropFirst().first.flatMap(Double.init) ?? 1) / 100
    let power = 0.9
    print("launches that show in 9 of 10 decisions that a share of \(percent(before)) grew by more than")
    print("\(percent(allowed)), with at most 5 % false alarms\n")
    print("| the share grew by | the same launches replayed | two groups, launches of each |")
    print("| --- | --- | --- |")
    let gate = GatePower(risk: 0.05, allowed: allowed)
    for growth in [0.015, 0.02, 0.03, 0.05, 0.1, 0.2] where growth > allowed && before + growth < 1 {
      let replayed = GatePower.launches(for: power) { gate.replayed($0, worse: growth) }
      let compared = GatePower.launches(for: power) {
        gate.compared($0, before: before, after: before + growth)
      }
      print("| \(percent(growth)) | \(text(replayed)) | \(text(compared)) |")
    }
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// To two digits, since more are of no use.
  private static func text(_ launches: Int?) -> String {
    guard let launches else { return "more than 10 million" }
    var (number, scale) = (launches, 1)
    while number >= 100 { (number, scale) = ((number + 9) / 10, scale * 10) }
    return "\(number * scale)"
  }
}
