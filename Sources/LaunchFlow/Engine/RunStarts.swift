/// The starts of one engine: each gets a seat in a run of its own, or in one that is under way.
final class RunStarts: Sendable {
  private struct State {
    var flights = SingleFlight<[JSONValue]>()
    /// The runs that have not landed, by number; empty for a flow whose runs are beside one another.
    var cores: [Int: RunCore] = [:]
    var count = 0
  }

  private let state = Locked(State())

  /// Starts a run with these inputs, or joins the equal one.
  ///
  /// - Throws: `StartError.alreadyRunning`.
  func seat(_ inputs: [JSONValue], of engine: FlowEngine) throws(StartError) -> RunSeat {
    let repetition = engine.plan.flow.ifRunning
    // Under the lock, so that of equal starts at once only one begins.
    let decided = state.withLock { state -> (core: RunCore, isNew: Bool, replaced: [RunCore])? in
      state.count += 1
      guard repetition != .beside else {
        return (RunCore(engine, inputs: inputs, number: state.count), true, [])
      }
      var replaced: [RunCore] = []
      switch state.flights.start(state.count, inputs, repetition) {
      case .refuse:
        state.count -= 1
        return nil
      case .join(let number):
        state.count -= 1
        if let core = state.cores[number] { return (core, false, []) }
      case .begin(let others): replaced = others.compactMap { state.cores[$0] }
      }
      let core = RunCore(engine, inputs: inputs, number: state.count)
      state.cores[state.count] = core
      return (core, true, replaced)
    }
    guard let (core, isNew, replaced) = decided else { throw .alreadyRunning }
    for other in replaced { other.cancel() }
    guard isNew else { return RunSeat(core, in: self) }
    if repetition != .beside {
      core.landing.whenThere { [weak self] landing in self?.ended(core.number) }
    }
    if engine.configuration.continuesInBackground { BackgroundTime.hold(for: core) }
    core.begin()
    return RunSeat(core, in: repetition == .beside ? nil : self)
  }

  /// How many hold runs that can be joined, for tests.
  var holders: Int { state.withLock { $0.flights.holders } }

  /// Whether nobody else holds the run, so that it is to be cancelled.
  fileprivate func leave(_ number: Int) -> Bool {
    state.withLock { $0.flights.leave(number) }
  }

  private func ended(_ number: Int) {
    state.withLock { state in
      state.flights.end(number)
      state.cores[number] = nil
    }
  }
}

/// One holder's part in a run. The run is cancelled when its last holder leaves.
final class RunSeat: Sendable {
  let core: RunCore
  /// Nil for a run that nobody can join.
  private let starts: RunStarts?
  private let hasLeft = Locked(false)

  fileprivate init(_ core: RunCore, in starts: RunStarts?) {
    self.core = core
    self.starts = starts
  }

  /// Lets go of the run. Whether this cancelled it.
  @discardableResult func leave() -> Bool {
    let isFirst = hasLeft.withLock { hasLeft in
      defer { hasLeft = true }
      return !hasLeft
    }
    guard isFirst, starts?.leave(core.number) ?? true else { return false }
    core.cancel()
    return true
  }
}
