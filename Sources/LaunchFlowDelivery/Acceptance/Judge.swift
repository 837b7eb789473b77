import LaunchFlow
import LaunchFlowVerifier

/// Decides whether a flow may take the bundled one's place. The device and `launchflow pack` ask the same judge.
package struct Judge: Sendable {
  package let bundled: Flow
  package let contract: AppContract
  package let hosts: FlowHosts
  package let limits: DeliveryLimits

  package init(_ bundled: Flow, _ contract: AppContract, hosts: [String] = [], limits: DeliveryLimits) {
    self.bundled = bundled
    self.contract = contract
    self.hosts = FlowHosts(bundled, and: hosts)
    self.limits = limits
  }

  /// The latest landing that is allowed.
  package var latestLanding: Duration { limits.latestLanding ?? bundled.deadline }

  /// Reads the flow of a package and proves it.
  package func judge(_ package: FlowPackage) throws(PackageRefusal) -> Flow {
    let flow = try read(package)
    if let problem = problems(of: flow).first { throw problem }
    if let problem = prove(flow).problems.first { throw problem }
    return flow
  }

  /// What this app lacks for a flow, and the servers that it does not allow.
  package func problems(of flow: Flow) -> [PackageRefusal] {
    contract.gaps(of: flow).map(PackageRefusal.contract)
      + hosts.missing(of: FlowHosts(flow)).map(PackageRefusal.host)
  }

  /// Reads the flow, within the limits and by all rules of the format.
  package func read(_ package: FlowPackage) throws(PackageRefusal) -> Flow {
    guard package.manifest.flow == bundled.name else { throw .otherFlow(package.manifest.flow) }
    let json = JSONLimits(bytes: limits.bytes, depth: limits.depth)
    for file in package.manifest.files {
      if (try? JSONValue(parsing: package.files[file.name] ?? [], limits: json)) == nil {
        throw .invalid("\(file.name) is not JSON, or nested more than \(limits.depth) levels deep")
      }
    }
    let reading = package.flow()
    guard let flow = reading.document else {
      throw .invalid(reading.diagnostics.first { $0.severity == .error }?.message ?? "")
    }
    guard flow.name == bundled.name else { throw .otherFlow(flow.name) }
    let steps = flow.stepGraph.steps.count
    guard steps <= limits.steps else {
      throw .beyondLimit("the flow has \(steps) steps; allowed are \(limits.steps)")
    }
    return flow
  }

  /// Proves that every run lands in time, and keeps the promises of both flows: the bundled flow's first.
  package func prove(_ flow: Flow) -> (problems: [PackageRefusal], proof: Verification?) {
    var problems: [PackageRefusal] = []
    var bound = flow
    bound.promises = bundled.promises + flow.promises
    let plan: FlowPlan
    do throws(InvalidFlow) {
      plan = try FlowPlan(bound)
    } catch {
      problems.append(.brokenPromise("a promise of the bundled flow names something that is gone"))
      guard let own = try? FlowPlan(flow) else { return (problems, nil) }
      plan = own
    }
    let bundledCount = plan.flow.promises.count - flow.promises.count
    var proofLimits = Verifier.Limits(budget: limits.budget)
    // Rehearsed runs prove nothing. A few find most of what is broken, with a better reason.
    proofLimits.rehearsals = 20_000
    let proof = Verifier(plan, proofLimits).verify()
    if proof.lands.isBroken { problems.append(.brokenPromise("a run does not land")) }
    for (number, promise) in proof.promises.enumerated() where promise.verdict.isBroken {
      let isBundled = number < bundledCount
      let place = isBundled ? number + 1 : number + 1 - bundledCount
      problems.append(
        .brokenPromise("a run breaks promise \(place) of the \(isBundled ? "bundled " : "")flow"))
    }
    // What is left open may be a part that no run reaches: then every claim is proved all the same.
    if !proof.isProved, !proof.isRefuted {
      problems.append(.unproved(proof.extent.incompleteness?.description ?? "a claim is left open"))
    }
    let allowed = min(latestLanding, flow.deadline)
    let worst = Duration.nanoseconds(proof.worstCase?.bound ?? 0)
    if worst > allowed { problems.append(.late(worst, allowed: allowed)) }
    return (problems, proof)
  }
}
