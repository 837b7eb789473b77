/// How long something takes, estimated from attempts some of which were ended before they answered.
///
/// The estimator of Kaplan and Meier ("Nonparametric estimation from incomplete observations", 1958), with the shares of
/// the outcomes after Aalen and Johansen (1978). An attempt that was cut counts as what it is: one that took longer.
/// Leaving it out would make every call look fast.
package struct Survival: Sendable {
  package struct Observation: Hashable, Sendable {
    /// How long it took, or had no answer, in nanoseconds.
    package var time: Int64
    /// The number of its outcome; nil for one that was ended before it answered.
    package var outcome: Int?
    /// How many attempts it stands for; a part of one where its time is not certain.
    package var weight: Double

    package init(_ time: Int64, outcome: Int?, weight: Double = 1) {
      (self.time, self.outcome, self.weight) = (time, outcome, weight)
    }
  }

  /// When attempts answer.
  package let answers: LandingTimes
  /// The share of attempts that answer at all, as far as anyone waited for them.
  package let answering: Double
  /// By outcome: the share of all attempts that end so.
  package let outcomes: [Double]
  package let answered: Int

  package init(_ observations: [Observation], outcomes outcomeCount: Int) {
    // What was ended at a time outlived the answers at that time.
    let sorted = observations.sorted {
      $0.time != $1.time ? $0.time < $1.time : $0.outcome != nil && $1.outcome == nil
    }
    var answers: [(Int64, Double)] = []
    var outcomes = Array(repeating: 0.0, count: outcomeCount)
    var surviving = 1.0
    var place = 0
    var left = sorted.reduce(0) { $0 + $1.weight }
    while place < sorted.count {
      let time = sorted[place].time
      let risk = left
      var deaths = 0.0
      while place < sorted.count, sorted[place].time == time {
        if let outcome = sorted[place].outcome {
          deaths += sorted[place].weight
          outcomes[outcome] += surviving * sorted[place].weight / risk
        }
        left -= sorted[place].weight
        place += 1
      }
      guard deaths > 0 else { continue }
      // Sums of parts may miss a whole by a hair.
      let rest = surviving * max(0, 1 - deaths / risk)
      answers.append((time, surviving - rest))
      surviving = rest
    }
    self.answers = LandingTimes(answers)
    self.outcomes = outcomes
    answering = 1 - surviving
    answered = Int(sorted.reduce(0) { $1.outcome != nil ? $0 + $1.weight : $0 }.rounded())
  }
}
