/// The axis of time that all pictures share.
enum TimeAxis {
  /// The distances of ticks that read well, in nanoseconds, from 1 ns to a day.
  static let roundSteps: [Int64] = {
    var steps: [Int64] = []
    var power: Int64 = 1
    while power <= 10_000_000_000 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    let second: Int64 = 1_000_000_000
    return steps.filter { $0 <= 20 * second }
      + [30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400].map { $0 * second }
  }()

  /// Round times from 0 to the end of the axis, at least a given share of it apart.
  static func ticks(span: Int64, apart: Double) -> [Int64] {
    guard let step = roundSteps.first(where: { Double($0) >= apart * Double(span) }) else { return [0] }
    return Array(stride(from: 0, through: span, by: Int(step)))
  }
}
