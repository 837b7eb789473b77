import LaunchFlowMachine

extension RunDriver {
  /// Tells the run of each change of a switch until the observation is let go.
  ///
  /// - Parameters:
  ///   - source: The switch, or what stands in for it.
  ///   - connectivity: What the run knew at its start; what has changed since is told at once.
  package func follow(_ source: any OfflineSource, from connectivity: RunConnectivity) -> OfflineObservation {
    let connectivity = Locked(connectivity)
    return source.observe { [weak self] state in
      let changes = connectivity.withLock { $0.changes(to: state) }
      for change in changes { self?.connectivityChanged(domain: change.domain, isOffline: change.isOffline) }
    }
  }
}
