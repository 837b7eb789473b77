import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowVerifier

/// The effects of a flow on an app that carries another one.
struct FlowCompatibility {
  private let old: Flow
  private let new: Flow
  /// The proofs of both; nil for a flow that cannot be run.
  private let oldProof: Verification?
  private let newProof: Verification?
  /// Why apps or `pack` refuse the new flow.
  let refusals: [String]

  /// Compares with the flow that a judge's apps carry.
  init(to new: Flow, by judge: Judge, _ budget: Budget) {
    old = judge.bundled
    self.new = new
    let replacement = ReplacementProof(new, instead: old, budget)
    oldProof = ReplacementProof(old, instead: old, budget).verification
    newProof = replacement.verification
    let renamed: [PackageRefusal] = new.name == old.name ? [] : [.otherFlow(new.name)]
    refusals = (renamed + judge.problems(of: new)).map(\.description) + replacement.problems
  }

  func text(isASCII: Bool) -> String {
    let verdict = refusals.isEmpty ? "can" : "cannot"
    let lines =
      ["\(old.name): the new flow \(verdict) replace the old one"]
      + refusals.map { "\(isASCII ? "NO" : "✗") \($0)" } + times(isASCII ? "->" : "→") + changes + dropped
    return lines.joined(separator: "\n") + "\n"
  }

  /// The deadlines and the latest landings; those on a page only if they differ.
  private func times(_ arrow: String) -> [String] {
    func line(_ what: String, _ before: Duration?, _ after: Duration?, otherwise: String) -> String {
      let times = [before, after].map { $0?.documentText ?? otherwise }
      return "  \(what): " + (before == after ? "\(times[1]), as before" : "\(times[0]) \(arrow) \(times[1])")
    }
    let (before, after) = (Self.latest(oldProof), Self.latest(newProof))
    var lines = [
      line("deadline", old.deadline, new.deadline, otherwise: "none"),
      line("latest landing", before?.any, after?.any, otherwise: "not proved"),
    ]
    guard let before, let after else { return lines }
    var met: Set<String> = []
    for page in (old.pages + new.pages).map(\.name) where met.insert(page).inserted {
      let (first, second) = (before.byPage[page], after.byPage[page])
      if first != second { lines.append(line("latest landing on \(page)", first, second, otherwise: "none")) }
    }
    return lines
  }

  /// The latest landing on any page, and on each page; nil without a complete proof.
  private static func latest(_ proof: Verification?) -> (any: Duration?, byPage: [String: Duration])? {
    guard let proof, proof.extent.isComplete else { return nil }
    let byPage = proof.worstByPage.map { ($0.page, Duration.nanoseconds($0.bound)) }
    return (
      proof.worstCase.map { .nanoseconds($0.bound) }, Dictionary(byPage) { first, _ in first }
    )
  }

  /// The parts that only one of the flows has.
  private var changes: [String] {
    func compare(_ what: String, _ before: [String], _ after: [String]) -> [String] {
      let (old, new) = (Set(before), Set(after))
      return before.filter { !new.contains($0) }.map { "- \(what) \($0)" }
        + after.filter { !old.contains($0) }.map { "+ \(what) \($0)" }
    }
    let (oldHosts, newHosts) = (FlowHosts(old), FlowHosts(new))
    func cache(_ cache: Flow.Cache) -> String { cache.name + (cache.scope.map { " (scope \($0))" } ?? "") }
    return compare("page", old.pages.map(\.name), new.pages.map(\.name))
      + compare("server", oldHosts.origins + oldHosts.patterns, newHosts.origins + newHosts.patterns)
      + compare("action", old.actionNames, new.actionNames)
      + compare("signal", old.signals, new.signals)
      + compare("input", old.inputs.map(\.name), new.inputs.map(\.name))
      + compare("cache", old.caches.map(cache), new.caches.map(cache))
  }

  /// The old flow's promises that the new one does not make any more, and whether it keeps them.
  private var dropped: [String] {
    let made = Set(new.promises.map(PromiseText.text))
    let proved = (newProof?.promises ?? []).filter { $0.verdict.isProved }.map {
      PromiseText.text($0.promise)
    }
    return old.promises.map(PromiseText.text).enumerated().filter { !made.contains($0.element) }.map {
      "- promise \($0 + 1) \($1) is removed, "
        + (proved.contains($1) ? "but still holds" : "and not proved")
    }
  }
}
