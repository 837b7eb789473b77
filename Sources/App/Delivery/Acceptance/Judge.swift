import LaunchFlow

/// Decides whether a flow fits the app with the bundled flow, without proofs. `launchflow pack` uses the same judge.
package struct Judge: Sendable {
  package let bundled: Flow
  let actions: Set<String>
  let pages: Set<String>
  package let hosts: FlowHosts
  package let limits: DeliveryLimits

  /// - Parameters:
  ///   - actions: The app's actions.
  ///   - pages: The pages that the app can show in addition to those of the bundled flow.
  package init(
    _ bundled: Flow, actions: [String], pages: [String] = [], hosts: [String] = [],
    limits: DeliveryLimits = DeliveryLimits()
  ) {
    self.bundled = bundled
    self.actions = Set(actions)
    self.pages = Set(bundled.pages.map(\.name)).union(pages)
    self.hosts = FlowHosts(bundled, and: hosts)
    self.limits = limits
  }

  package var latestLanding: Duration { limits.latestLanding ?? bundled.deadline }

  /// Reads the flow of a package and checks that it fits the app.
  package func judge(_ package: FlowPackage) throws(PackageRefusal) -> Flow {
    let flow = try read(package)
    if let problem = problems(of: flow).first { throw problem }
    return flow
  }

  /// The problems of a flow in this app: missing parts, servers that are not allowed, and a deadline that is too long.
  package func problems(of flow: Flow) -> [PackageRefusal] {
    gaps(of: flow).map(PackageRefusal.contract)
      + hosts.missing(of: FlowHosts(flow)).map(PackageRefusal.host)
      + (flow.deadline > latestLanding ? [.late(flow.deadline, allowed: latestLanding)] : [])
  }

  /// Reads the flow within the limits, and checks it by all rules of the format.
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
    let steps = flow.graph.steps.count
    guard steps <= limits.steps else {
      throw .beyondLimit("the flow has \(steps) steps; at most \(limits.steps) are allowed")
    }
    return flow
  }
}
