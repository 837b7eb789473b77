import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowModel
import LaunchFlowVerifier

/// What a flow changes for an app that carries another one.
struct FlowCompatibility {
  /// What is there in one flow only.
  struct Change: Equatable {
    var what: String
    var name: String
    var isAdded: Bool
  }

  /// A time that may differ; nil where there is none.
  struct Time: Equatable {
    var what: String
    var old: Duration?
    var new: Duration?
  }

  let old: Flow
  let new: Flow
  /// Why apps or `pack` refuse the new flow.
  let refusals: [String]
  let times: [Time]
  let changes: [Change]
  /// The old flow's promises that the new one does not make any more, by their numbers, and whether it keeps them.
  let droppedPromises: [(number: Int, isKept: Bool)]

  /// Compares with the flow that a judge's apps carry.
  init(to new: Flow, by judge: Judge, _ budget: Budget) {
    let old = judge.bundled
    self.old = old
    self.new = new
    let replacement = ReplacementProof(new, instead: old, budget)
    let proof = replacement.verification
    let renamed: [PackageRefusal] = new.name == old.name ? [] : [.otherFlow(new.name)]
    refusals = (renamed + judge.problems(of: new)).map(\.description) + replacement.problems
    times = Self.times(old, new, ReplacementProof(old, instead: old, budget).verification, proof)
    changes = Self.changes(old, new)
    let made = Set(new.promises.map(PromiseText.text))
    let proved = (proof?.promises ?? []).map { (PromiseText.text($0.promise), $0.verdict.isProved) }
    let isKept = Dictionary(proved) { first, _ in first }
    droppedPromises = old.promises.map(PromiseText.text).enumerated().filter { !made.contains($0.element) }
      .map { ($0.offset + 1, isKept[$0.element] ?? false) }
  }

  private static func times(
    _ old: Flow, _ new: Flow, _ oldProof: Verification?, _ newProof: Verification?
  ) -> [Time] {
    func latest(_ proof: Verification?) -> Duration? {
      guard let proof, proof.extent.isComplete else { return nil }
      return proof.worstCase.map { .nanoseconds($0.bound) }
    }
    func byPage(_ proof: Verification?) -> [String: Duration] {
      guard let proof, proof.extent.isComplete else { return [:] }
      let bounds = proof.worstByPage.map { ($0.page, Duration.nanoseconds($0.bound)) }
      return Dictionary(bounds) { first, _ in first }
    }
    var times = [
      Time(what: "deadline", old: old.deadline, new: new.deadline),
      Time(what: "latest landing", old: latest(oldProof), new: latest(newProof)),
    ]
    let (before, after) = (byPage(oldProof), byPage(newProof))
    var met: Set<String> = []
    for page in (old.pages + new.pages).map(\.name) where met.insert(page).inserted {
      let time = Time(what: "latest landing on \(page)", old: before[page], new: after[page])
      if time.old != time.new { times.append(time) }
    }
    return times
  }

  private static func changes(_ old: Flow, _ new: Flow) -> [Change] {
    func compare(_ what: String, _ before: [String], _ after: [String]) -> [Change] {
      let (old, new) = (Set(before), Set(after))
      return before.filter { !new.contains($0) }.map { Change(what: what, name: $0, isAdded: false) }
        + after.filter { !old.contains($0) }.map { Change(what: what, name: $0, isAdded: true) }
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
}
