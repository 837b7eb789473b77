import LaunchFlowSimulator
import LaunchFlowTimeline
import LaunchFlowVerifier

/// A verification as text for people.
struct VerificationText {
  private let plan: FlowPlan
  private var options: TextOptions
  private var isASCII: Bool { options.isASCII }

  init(_ plan: FlowPlan, _ options: TextOptions = TextOptions()) {
    self.plan = plan
    self.options = options
    self.options.showsLegend = false
  }

  /// - Parameter drawingLatest: Whether to draw the run that lands latest, besides the counterexamples.
  func text(_ verification: Verification, drawingLatest: Bool) -> String {
    let lines = [heading(verification)] + givenTimes + [""] + claims(verification)
    var text = lines.joined(separator: "\n") + "\n"
    for (title, witness) in runs(verification, drawingLatest: drawingLatest) {
      text += "\n\(title)\n\n" + timeline(witness)
    }
    return text
  }

  /// The claims with their verdicts, one line each.
  func claims(_ verification: Verification) -> [String] {
    var lines = landing(verification)
    for (index, promise) in verification.promises.enumerated() {
      lines.append(
        line(promise.verdict, "promise \(index + 1): \(PromiseText.text(promise.promise))", promise.means))
    }
    let sign = isASCII ? "!" : "△"
    lines += verification.unreachable.map { "\(sign) \(Self.words($0))" }
    lines += verification.onlyCancelled.map { "\(sign) unless the run is cancelled, \(Self.words($0))" }
    return lines + verification.unseen.map { "? \(Self.words($0)): neither proved nor refuted so far" }
  }

  /// The extent of the exploration.
  func heading(_ verification: Verification) -> String {
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
    let inputs = plan.flow.inputs.compactMap { input in
      input.kind == .duration
        ? "\(input.name) from \((input.minimum ?? .zero).documentText) to \((input.maximum ?? .zero).documentText)"
        : nil
    }
    return inputs.isEmpty ? [] : ["for every " + inputs.joined(separator: " and every ")]
  }

  private func landing(_ verification: Verification) -> [String] {
    var lines = [line(verification.lands, "every run lands", verification.landsBy)]
    let bound = verification.bound
    guard let worst = verification.worstCase else {
      return verification.extent.coversEveryRun ? lines : lines + [latestByArithmetic(bound)]
    }
    guard verification.latestBy != nil else {
      lines.append("? the latest landing found is at \(time(worst.bound)), on \(worst.page)")
      return lines + [latestByArithmetic(bound)]
    }
    lines.append(latest(worst, verification))
    if verification.worstByInputs.count > 1 { lines += verification.worstByInputs.map(inputLine) }
    lines += verification.worstByPage.map { "    \($0.page): \(span($0))" }
    return lines
  }

  private func latest(_ worst: Verification.Latest, _ verification: Verification) -> String {
    let sign = mark(worst.bound <= verification.deadline)
    let deadline = "the deadline is \(time(verification.deadline))"
    let means = proof(verification.latestBy)
    guard worst.witness?.landsAt != worst.bound else {
      return "\(sign) the latest landing is at \(time(worst.bound)), on \(worst.page); \(deadline)\(means)"
    }
    let found =
      worst.witness?.landsAt.map { "the latest run found lands at \(time($0))" }
      ?? "one that reaches it could not be written down"
    return "\(sign) no run lands later than \(time(worst.bound)); \(deadline)\(means)\n    \(found)"
  }

  /// The latest landing on a page, or the bounds between which it lies.
  private func span(_ latest: Verification.Latest) -> String {
    guard latest.witness?.landsAt != latest.bound else { return "\(time(latest.bound)) at the latest" }
    guard let found = latest.witness?.landsAt else {
      return "no later than \(time(latest.bound)); no run was found"
    }
    return "no later than \(time(latest.bound)); the latest run found lands at \(time(found))"
  }

  private func latestByArithmetic(_ bound: WorstCaseBound) -> String {
    "  by arithmetic, no run lands later than \(time(bound.nanoseconds))"
  }

  private func inputLine(_ group: Verification.InputLatest) -> String {
    let inputs = group.inputs.map { "\($0.name) = \($0.value.text())" }.joined(separator: ", ")
    return "    \(inputs): \(time(group.bound)) at the latest, on \(group.page)"
  }

  private func time(_ nanoseconds: Int64) -> String { Duration.nanoseconds(nanoseconds).boundText }

  private func mark(_ isFine: Bool) -> String {
    isASCII ? isFine ? "ok" : "NO" : isFine ? "✓" : "✗"
  }

  /// The means of a proof, in brackets; empty if every run was explored.
  private func proof(_ means: Means?) -> String {
    guard let means, means != .exploration else { return "" }
    return " (\(means))"
  }

  private func line(_ verdict: Verification.Verdict, _ claim: String, _ means: Means?) -> String {
    switch verdict {
    case .holds: "\(mark(true)) \(claim)\(proof(means))"
    case .broken: "\(mark(false)) \(claim)"
    case .brokenByCancellation: "\(mark(false)) \(claim) (it holds unless the run is cancelled)"
    case .open: "? \(claim): neither proved nor refuted so far"
    }
  }

  /// A part that no run reaches, as a sentence.
  static func words(_ part: Verification.Unreachable) -> String {
    switch part {
    case .rule(let rule, let page): "no run lands by rule \(rule + 1) (\(page))"
    case .page(let page): "no run lands on \(page)"
    case .step(let step): "\(step) never starts"
    case .result(let step, let name): "\(step) never reaches \(name)"
    case .fallback(let step, let place): "fallback \(place + 1) of \(step) is never used"
    case .retry(let step, let number): "no run reaches attempt \(number) of \(step)"
    }
  }

  /// The counterexamples, and the latest run if it is wanted.
  private func runs(
    _ verification: Verification, drawingLatest: Bool
  ) -> [(title: String, witness: Witness)] {
    var found: [(title: String, witness: Witness)] = []
    if let witness = verification.lands.witness {
      found.append(("A run that does not land\(times(of: witness)):", witness))
    }
    for (index, promise) in verification.promises.enumerated() {
      guard let witness = promise.verdict.witness else { continue }
      found.append(("A run that breaks promise \(index + 1)\(times(of: witness)):", witness))
    }
    if drawingLatest, let witness = verification.worstCase?.witness {
      found.append(("The latest landing\(times(of: witness)):", witness))
    }
    return found
  }

  /// The times that the app chose in a run.
  private func times(of witness: Witness) -> String {
    let times = plan.flow.inputs.compactMap { input -> String? in
      guard input.kind == .duration else { return nil }
      let given = witness.scenario.inputs.first { $0.name == input.name }?.value.string
      return given.map { "\(input.name) \($0)" }
    }
    return times.isEmpty ? "" : ", with " + times.joined(separator: " and ")
  }

  private func timeline(_ witness: Witness) -> String {
    Picture(PicturedRun(witness.run.trace, notice: witness.run.notice?.text)).text(options)
  }
}
