import LaunchFlowSimulator

/// The calls of launches, for what those of one launch have in common: on a slow phone or radio, all of them are slow.
struct CommonFactor {
  /// One call.
  struct Call {
    let source: Int
    /// How long it took, or had no answer, in nanoseconds.
    let time: Int64
    /// The logarithm of its time.
    let log: Double
    /// The number of its outcome; nil for one that was ended before it answered.
    let outcome: Int?

    init(source: Int, time: Int64, outcome: Int?) {
      self.source = source
      self.time = time
      self.outcome = outcome
      log = Elementary.log(Double(max(1, time)))
    }
  }

  /// By launch: its calls, without those that fail or end at once, which no radio makes slower.
  let launches: [[Call]]
  /// The calls that end at once.
  let instant: [Call]
  let sources: Int
  /// By source: the count, the sum and the sum of squares of the logarithms of the times of answers.
  private var sums: [(count: Double, sum: Double, squares: Double)]

  /// What is shorter takes no time, in nanoseconds.
  private static let leastTime: Int64 = 1_000_000

  /// - Parameter all: The calls of each launch.
  init(_ all: [[Call]], sources: Int) {
    self.sources = sources
    launches = all.map { $0.filter { $0.time >= Self.leastTime } }
    instant = all.flatMap { $0.filter { $0.time < Self.leastTime } }
    sums = Array(repeating: (0, 0, 0), count: sources)
    for call in launches.joined() where call.outcome != nil {
      sums[call.source].count += 1
      sums[call.source].sum += call.log
      sums[call.source].squares += call.log * call.log
    }
  }

  /// A first estimate of the variance of the factor's logarithm; 0 where chance explains it.
  ///
  /// It is the covariance of the calls of a launch that answered. Calls that were cut have no time, so it is rather too
  /// small. A call that the others cut, by the landing or a deadline, is heard of only while they are slow, which looks like
  /// something in common; so sources with many such calls do not count.
  var covariance: Double {
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    let counting = answersMostly
    for calls in launches {
      let launch = calls.filter { $0.outcome != nil && counting[$0.source] }
        .map { (source: $0.source, log: $0.log - mean($0.source)) }
      var (own, pairs) = (0.0, 0.0)
      for (place, first) in launch.enumerated() {
        for second in launch[(place + 1)...] where first.source != second.source {
          own += first.log * second.log
          pairs += 1
        }
      }
      guard pairs > 0 else { continue }
      count += 1
      sum += own / pairs
      squares += own / pairs * (own / pairs)
    }
    guard count > 30 else { return 0 }
    let average = sum / count
    let error = (max(0, squares / count - average * average) / count).squareRoot()
    return average > 4 * error && average > 0.002 ? average : 0
  }

  /// By source: whether nearly all of its calls answer or reach the longest time that any of them had.
  private var answersMostly: [Bool] {
    var longest = Array(repeating: Int64(0), count: sources)
    for calls in launches {
      for call in calls where call.outcome == nil {
        longest[call.source] = max(longest[call.source], call.time)
      }
    }
    var cut = Array(repeating: 0.0, count: sources)
    for calls in launches {
      for call in calls where call.outcome == nil && call.time < longest[call.source] {
        cut[call.source] += 1
      }
    }
    return (0..<sources).map { cut[$0] <= Self.mostCut * (sums[$0].count + cut[$0]) }
  }

  /// A source does not count for the first estimate where more than this share of its calls is cut before its time-out.
  private static let mostCut = 0.02

  /// The mean logarithm of a source's answers.
  func mean(_ source: Int) -> Double {
    sums[source].count == 0 ? 0 : sums[source].sum / sums[source].count
  }

  /// The variance of the logarithms of a source's answers.
  func variance(_ source: Int) -> Double {
    let (count, _, squares) = sums[source]
    return count > 1 ? max(0, squares / count - mean(source) * mean(source)) : 0
  }
}
