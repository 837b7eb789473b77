import LaunchFlowTimeline
import LaunchFlowVerifier

/// A flow with its verification, in words.
struct VerifiedFlow {
  let plan: FlowPlan
  let verification: Verification

  /// - Parameter drawingLatest: Whether to draw the run that lands latest, besides the counterexamples.
  func text(drawingLatest: Bool, _ options: TextOptions) -> String {
    let lines = [heading] + givenTimes + [""] + claims.flatMap { $0.lines(isASCII: options.isASCII) }
    var text = lines.joined(separator: "\n") + "\n"
    var options = options
    options.showsLegend = false
    for (title, witness) in runs(drawingLatest: drawingLatest) {
      let run = PicturedRun(witness.run.trace, notice: witness.run.notice?.text)
      text += "\n\(title)\(times(of: witness)):\n\n" + Picture(run).text(options)
    }
    return text
  }

  var heading: String {
    let extent = verification.extent
    let states = Counting.text(extent.nodes, "state")
    if extent.incompleteness == .givenTimes {
      return "\(verification.flow): \(states). Lines marked ? are not decided, because "
        + "\(Incompleteness.givenTimes)."
    }
    if extent.coversEveryRun { return "\(verification.flow): \(states), every run explored" }
    guard let reason = extent.incompleteness else {
      return "\(verification.flow): \(states) explored; the proof of each claim is in brackets"
    }
    let waiting = Counting.text(extent.waiting, "state")
    let were = extent.waiting == 1 ? "was" : "were"
    let cut =
      extent.nodes == 0
      ? "not explored, because \(reason)"
      : "\(states) found; \(waiting) \(were) not explored, because \(reason)"
    return "\(verification.flow): \(cut)."
      + (verification.hasOpenLines ? " Lines marked ? are not decided." : "")
  }

  /// The times that the app chooses. The proof holds for all of them.
  var givenTimes: [String] {
    let inputs = plan.flow.inputs.filter { $0.kind == .duration }.map { input in
      let (least, most) = (input.minimum ?? .zero, input.maximum ?? .zero)
      return "\(input.name) from \(least.documentText) to \(most.documentText)"
    }
    return inputs.isEmpty ? [] : ["for every " + inputs.joined(separator: " and every ")]
  }

  /// The counterexamples, and the latest run if it is wanted.
  private func runs(drawingLatest: Bool) -> [(title: String, witness: Witness)] {
    let promises = verification.promises.enumerated().map { index, promise in
      ("A run that breaks promise \(index + 1)", promise.verdict.witness)
    }
    let found =
      [("A run that does not land", verification.lands.witness)] + promises
      + (drawingLatest ? [("The latest landing", verification.worstCase?.witness)] : [])
    return found.compactMap { title, witness in witness.map { (title, $0) } }
  }

  private func times(of witness: Witness) -> String {
    let times = plan.flow.inputs.filter { $0.kind == .duration }.compactMap { input in
      let given = witness.scenario.inputs.first { $0.name == input.name }?.value.string
      return given.map { "\(input.name) \($0)" }
    }
    return times.isEmpty ? "" : ", with " + times.joined(separator: " and ")
  }
}
