extension FlowEngine {
  /// Starts a run each time the app, or one domain, returns online, and at once if it is online now: to send data that
  /// was kept meanwhile, such as sales.
  ///
  /// Runs do not overlap: a return during a run starts another one after it. A run that has begun continues to its end,
  /// even if the observation ends.
  ///
  /// - Parameters:
  ///   - source: The offline state. While the user's mark is unknown, the app counts as offline.
  ///   - domain: The domain that must be online; nil for the whole app.
  ///   - inputs: Returns the inputs before each run; nil if no run is needed. It may block.
  ///   - onRun: Called with each run, or with the error that prevented it.
  /// - Returns: The observation, which ends when it is released.
  public func startOnReturn(
    to source: any OfflineSource, domain: String? = nil,
    inputs: @escaping @Sendable () -> [String: JSONValue]?,
    onRun: @escaping @Sendable (Result<FlowRun, StartError>) -> Void = { _ in }
  ) -> OfflineObservation {
    let isOnline = Locked(false)
    // Several returns during a run count as one.
    let (returns, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = source.observe { state in
      let isOffline = domain.map(state.isOffline(domain:)) ?? state.isAppOffline
      let wasOnline = isOnline.withLock { isOnline in
        defer { isOnline = state.isMarkKnown && !isOffline }
        return isOnline
      }
      if state.isMarkKnown, !isOffline, !wasOnline { signal.yield() }
    }
    // On the threads of handlers, since the app's code may block.
    _ = HandlerThreads.shared.run {
      for await _ in returns where isOnline.withLock({ $0 }) {
        guard let inputs = inputs() else { continue }
        do throws(StartError) {
          let run = try self.start(inputs: inputs)
          onRun(.success(run))
          // Waiting keeps the run alive; otherwise it would be cancelled.
          _ = await run.finished
        } catch {
          onRun(.failure(error))
        }
      }
    }
    return OfflineObservation {
      observation.cancel()
      isOnline.withLock { $0 = false }
      signal.finish()
    }
  }
}
