import Dispatch

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
    let starter = ReturnStarter(self, domain, inputs, onRun)
    let observation = source.observe { starter.changed($0) }
    return OfflineObservation {
      observation.cancel()
      starter.stop()
    }
  }
}

private final class ReturnStarter: @unchecked Sendable {
  private let engine: FlowEngine
  private let domain: String?
  private let inputs: @Sendable () -> [String: JSONValue]?
  private let onRun: @Sendable (Result<FlowRun, StartError>) -> Void
  /// A separate queue, since the app's code may block it.
  private let queue = DispatchQueue(label: "launchflow.return", qos: .userInitiated)

  // The following variables are read and written on the queue only; the constants above are fixed.
  private var isOnline = false
  private var isRunning = false
  /// Whether there was a return since the current run began.
  private var isDue = false
  private var isStopped = false

  init(
    _ engine: FlowEngine, _ domain: String?, _ inputs: @escaping @Sendable () -> [String: JSONValue]?,
    _ onRun: @escaping @Sendable (Result<FlowRun, StartError>) -> Void
  ) {
    self.engine = engine
    self.domain = domain
    self.inputs = inputs
    self.onRun = onRun
  }

  func changed(_ state: OfflineState) {
    queue.async {
      let isOffline = self.domain.map(state.isOffline(domain:)) ?? state.isAppOffline
      let isReturn = state.isMarkKnown && !isOffline && !self.isOnline
      self.isOnline = state.isMarkKnown && !isOffline
      if isReturn { self.start() }
    }
  }

  func stop() {
    queue.async { self.isStopped = true }
  }

  private func start() {
    guard !isStopped else { return }
    guard !isRunning else {
      isDue = true
      return
    }
    guard let inputs = inputs() else { return }
    do throws(StartError) {
      let run = try engine.start(inputs: inputs)
      isRunning = true
      onRun(.success(run))
      Task {
        // Waiting keeps the run alive; otherwise it would be cancelled.
        _ = await run.finished
        self.queue.async { self.ended() }
      }
    } catch {
      onRun(.failure(error))
    }
  }

  private func ended() {
    isRunning = false
    guard isDue else { return }
    isDue = false
    if isOnline { start() }
  }
}
