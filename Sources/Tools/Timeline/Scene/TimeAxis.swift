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
    ticks(in: [0...span], apart: apart * Double(span))
  }

  /// Round times within periods of the axis, at least `apart` nanoseconds apart.
  static func ticks(in stretches: [ClosedRange<Int64>], apart: Double) -> [Int64] {
    guard let step = roundSteps.first(where: { Double($0) >= apart }) else { return [0] }
    return stretches.flatMap { stretch in
      let (whole, rest) = stretch.lowerBound.quotientAndRemainder(dividingBy: step)
      let first = (whole + (rest > 0 ? 1 : 0)).multipliedReportingOverflow(by: step)
      return first.overflow
        ? [] : Array(stride(from: first.partialValue, through: stretch.upperBound, by: Int(step)))
    }
  }
}
