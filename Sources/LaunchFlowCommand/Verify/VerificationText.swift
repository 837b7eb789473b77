import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline
import LaunchFlowVerifier

/// A verification as a person reads it.
struct VerificationText {
  private let plan: FlowPlan
  private let options: TextOptions
  private let isASCII: Bool

  init(_ plan: FlowPlan, _ given: Given, in world: World) {
    self.plan = plan
    isASCII = world.isASCII(given)
    var options = TextOptions()
    options.width = world.width(given)
    options.isColoured = world.colors(.data, given)
    options.isASCII = isASCII
    self.options = options
  }

  /// - Parameter drawingLatest: Whether the run that lands latest is drawn, beside those that refute something.
  func text(_ verification: Verification, drawingLatest: Bool) -> String {
    var lines = [heading(verification), ""]
    lines += landing(verification)
    for (index, promise) in verification.promises.enumerated() {
      lines.append(
        line(promise.verdict, "promise \(index + 1): \(PromiseText.text(promise.promise))"))
    }
    let sign = isASCII ? "!" : "△"
    lines += verification.unreachable.map { "\(sign) \(words($0))" }
    lines += verification.onlyCancelled.map { "\(sign) unless the run is cancelled, \(words($0))" }
    var text = lines.joined(separator: "\n") + "\n"
    for (title, witness) in runs(verification, drawingLatest: drawingLatest) {
      text += "\n\(title)\n\n" + timeline(witness)
    }
    return text
  }

  private func heading(_ verification: Verification) -> String {
    let extent = verification.extent
    let states = Counting.text(extent.nodes, "state")
    if let reason = extent.incompleteness {
      let waiting = Counting.text(extent.waiting, "state")
      let were = extent.waiting == 1 ? "was" : "were"
      let cut =
        extent.nodes == 0
        ? "not explored, because \(reason)"
        : "\(states) found; \(waiting) \(were) not explored, because \(reason)"
      return "\(verification.flow): \(cut). Claims marked ? are not proved."
    }
    return "\(verification.flow): \(states), every run explored"
  }

  private func landing(_ verification: Verification) -> [String] {
    var lines = [line(verification.lands, "every run lands")]
    let bound = verification.bound
    guard let worst = verification.worstCase else {
      return verification.extent.isComplete ? lines : lines + [latestByArithmetic(bound)]
    }
    if verification.extent.isComplete {
      let isLate = worst.bound > verification.deadline
      lines.append(
        "\(mark(!isLate)) the latest landing is at \(time(worst.bound)), on \(worst.page); "
          + "the deadline is \(time(verification.deadline))")
      if let witness = worst.witness?.landsAt {
        if witness < worst.bound {
          lines.append(
            "  (the latest run found lands at \(time(witness)); no run lands later than that bound)")
        }
      } else {
        lines.append("  (no run lands later than that bound; one that reaches it could not be written down)")
      }
      if verification.worstByInputs.count > 1 { lines += verification.worstByInputs.map(inputLine) }
      lines += verification.worstByPage.map { "    \($0.page): \(time($0.bound)) at the latest" }
    } else {
      lines.append("? the latest landing found is at \(time(worst.bound)), on \(worst.page)")
      lines.append(latestByArithmetic(bound))
    }
    return lines
  }

  private func latestByArithmetic(_ bound: WorstCaseBound) -> String {
    "  by arithmetic, no run lands later than \(time(bound.nanoseconds)): \(sum(bound))"
  }

  private func inputLine(_ group: Verification.InputLatest) -> String {
    let inputs = group.inputs.map { "\($0.name) = \($0.value.text())" }.joined(separator: ", ")
    return "    \(inputs): \(time(group.latest.bound)) at the latest, on \(group.latest.page)"
  }

  private func sum(_ bound: WorstCaseBound) -> String {
    bound.parts.map(\.text).joined(separator: " + ")
  }

  private func time(_ nanoseconds: Int64) -> String { Duration.nanoseconds(nanoseconds).documentText }

  private func mark(_ isFine: Bool) -> String {
    isASCII ? isFine ? "ok" : "NO" : isFine ? "✓" : "✗"
  }

  private func line(_ verdict: Verification.Verdict, _ claim: String) -> String {
    switch verdict {
    case .holds: "\(mark(true)) \(claim)"
    case .broken(nil): "\(mark(false)) \(claim) (the run that refutes it could not be written down)"
    case .broken: "\(mark(false)) \(claim)"
    case .brokenByCancellation(nil):
      "\(mark(false)) \(claim) (it holds unless the run is cancelled; that run could not be written down)"
    case .brokenByCancellation: "\(mark(false)) \(claim) (it holds unless the run is cancelled)"
    case .open: "? \(claim): neither proved nor refuted so far"
    }
  }

  private func words(_ part: Verification.Unreachable) -> String {
    switch part {
    case .rule(let rule, let page): "no run lands by rule \(rule + 1) (\(page))"
    case .page(let page): "no run lands on \(page)"
    case .step(let step): "\(step) never starts"
    case .result(let step, let name): "\(step) never reaches \(name)"
    case .fallback(let step, let place): "fallback \(place + 1) of \(step) is never used"
    case .retry(let step, let number): "no run reaches attempt \(number) of \(step)"
    }
  }

  /// What refutes, and the worst case where that is wanted.
  private func runs(
    _ verification: Verification, drawingLatest: Bool
  ) -> [(title: String, witness: Witness)] {
    var found: [(title: String, witness: Witness)] = []
    if let witness = verification.lands.witness { found.append(("A run that does not land:", witness)) }
    for (index, promise) in verification.promises.enumerated() {
      guard let witness = promise.verdict.witness else { continue }
      found.append(("A run that breaks promise \(index + 1):", witness))
    }
    if drawingLatest, let witness = verification.worstCase?.witness {
      found.append(("The latest landing:", witness))
    }
    return found
  }

  /// The run as it is replayed.
  private func timeline(_ witness: Witness) -> String {
    let simulated = try? Simulation(plan, witness.scenario).run()
    var options = options
    options.showsLegend = false
    let run = PicturedRun(simulated?.trace ?? witness.trace, notice: simulated?.notice?.text)
    return Picture(run).text(options)
  }
}
