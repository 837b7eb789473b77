import LaunchFlowMachine

extension RunDriver {
  /// Hands each change of an offline source to the run, until the observation is released.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - connectivity: The state at the run's start; changes since then are handed in at once.
  package func follow(_ source: any OfflineSource, from connectivity: RunConnectivity) -> OfflineObservation {
    let connectivity = Locked(connectivity)
    return source.observe { [weak self] state in
      let changes = connectivity.withLock { $0.changes(to: state) }
      for change in changes { self?.connectivityChanged(domain: change.domain, isOffline: change.isOffline) }
    }
  }
}
