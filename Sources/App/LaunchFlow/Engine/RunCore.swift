import Foundation

/// The parts of a run. Its handle and its driver's callbacks keep it alive.
final class RunCore: Sendable {
  let engine: FlowEngine
  /// The run's number in its engine, from 1.
  let number: Int
  let inputs: [JSONValue]
  let locals = TaskLocals()
  let generations: CacheGenerations
  let landing = Promise<FlowLanding>()
  let finished = Promise<Trace>()
  let refreshed: Broadcast<SettledStep>
  let notices: Broadcast<FlowNotice>
  let emptyTrace: Trace

  private struct State {
    /// The driver, from the start until the run has finished.
    var driver: RunDriver?
    var world: AppWorld?
    var isCancelled = false
    /// The signals that were given before the start, in their order.
    var signals: [SignalTicket] = []
    var isBegun = false
    /// The messages of refused steps that a landing's notice may contain.
    var heldNotices: [FlowNotice] = []
    /// By cache, and last the offline mark: whether the start waits for its reading.
    var isAwaited: [Bool] = []
    /// By cache, and last the offline mark: the entry that was read.
    var loads: [CacheEntry?]
    /// The alarm of the start; releasing it would turn it off.
    var alarm: (any Alarm)?
    /// The observation of the offline switch: before the start for its mark, then until the run has finished.
    var observation: OfflineObservation?

    init(_ plan: FlowPlan) {
      loads = Array(repeating: nil, count: plan.flow.caches.count + 1)
    }
  }

  private let state: Locked<State>

  init(_ engine: FlowEngine, inputs: [JSONValue], number: Int) {
    self.engine = engine
    self.number = number
    self.inputs = inputs
    generations = engine.writer.generations
    emptyTrace = engine.recorder.trace
    state = Locked(State(engine.plan))
    refreshed = Broadcast(on: engine.streamQueue)
    notices = Broadcast(on: engine.streamQueue)
  }

  /// Reports that the run's handle was released at once. This cancels the run, usually by mistake.
  func reportDropped() {
    engine.pass(.runDropped(run: number))
    #if DEBUG
      let text =
        "LaunchFlow: \(LineSink.text(.runDropped(run: number))). Keep the run, or call engine.land.\n"
      FileHandle.standardError.write(Data(text.utf8))
    #endif
  }

  func cancel() {
    let driver = state.withLock { state -> RunDriver? in
      state.isCancelled = true
      return state.driver
    }
    driver?.cancel()
  }
}

/// One giving of a signal.
struct SignalTicket: Sendable {
  var signal: Int
  var answer: AttemptAnswer
  /// Called if no step takes its value.
  var ifLate: (@Sendable (FlowLanding) -> Void)?
  var isFirst = false
}

extension RunCore {
  /// Gives a signal. A signal that the flow does not declare is reported to the sinks.
  ///
  /// - Parameter answer: The signal's value as an answer; nil to read it from `value`.
  func signal(
    _ name: String, _ value: JSONValue? = nil, answer: AttemptAnswer? = nil,
    ifLate: (@Sendable (FlowLanding) -> Void)? = nil
  ) {
    guard let signal = engine.plan.signals.firstIndex(of: name) else {
      engine.pass(.unknownSignal(run: number, name: name))
      return
    }
    let answer = answer ?? engine.plan.read(value, ofSignal: signal)
    let ticket = SignalTicket(signal: signal, answer: answer, ifLate: ifLate)
    if finished.isFulfilled { return wasLate(ticket) }
    let driver = state.withLock { state -> RunDriver? in
      if state.driver == nil { state.signals.append(ticket) }
      return state.driver
    }
    driver?.signalled(ticket)
  }

  /// Tells the app, after the landing, that no step takes the value of a signal.
  func wasLate(_ ticket: SignalTicket) {
    guard ticket.answer.value != nil || ticket.ifLate != nil else { return }
    engine.pass(.lateSignal(run: number, name: engine.plan.signals[ticket.signal]))
    if let ifLate = ticket.ifLate { landing.whenFulfilled(ifLate) }
  }
}

// The start: caches and the offline mark are read as one snapshot, within a share of the deadline.
extension RunCore {
  /// Reads all caches that some step reads, and starts the machine when they have arrived or their time is over.
  func begin() {
    let begun = engine.host.loop.now
    let mark = engine.plan.flow.caches.count
    var isAwaited = [Bool](repeating: false, count: mark + 1)
    for reader in engine.plan.readers { isAwaited[Int(reader.cache)] = true }
    let offline = engine.configuration.offline.flatMap { $0.state.isMarkKnown ? nil : $0 }
    isAwaited[mark] = offline != nil
    guard isAwaited.contains(true) else {
      engine.host.loop.perform { self.start(begun) }
      return
    }
    state.withLock { [isAwaited] state in state.isAwaited = isAwaited }
    let patience = Int64(Double(engine.plan.deadline) * min(max(engine.configuration.cacheShare, 0), 1))
    for cache in 0..<mark where isAwaited[cache] { read(cache, begun) }
    if let offline { awaitMark(of: offline, at: mark, begun) }
    // After the reads, whose thread then starts first.
    engine.host.loop.perform {
      // Only the alarm keeps a run with a released handle alive until it starts.
      let alarm = self.engine.host.loop.makeAlarm { self.start(begun) }
      let isBegun = self.state.withLock { state in
        if !state.isBegun { state.alarm = alarm }
        return state.isBegun
      }
      if !isBegun { alarm.set(at: begun + patience) }
    }
  }

  private func read(_ cache: Int, _ begun: Int64) {
    let key = CacheKey(engine.plan.flow.caches[cache])
    // A value that is being written or removed is not read from the store.
    if let entry = engine.writer.pending(for: key) { return arrived(cache, entry, begun) }
    let store = engine.configuration.store
    // Not on the caller's thread, since the app's own store may block.
    engine.host.perform(.reading) {
      store.read(key) { [weak self] result in
        // A store that never answers must not keep the run alive.
        self?.arrived(cache, (try? result.get()) ?? nil, begun)
      }
    }
  }

  private func awaitMark(of source: any OfflineSource, at mark: Int, _ begun: Int64) {
    let observation = source.observe { [weak self] offline in
      if offline.isMarkKnown { self?.arrived(mark, nil, begun) }
    }
    state.withLock { $0.observation = observation }
  }

  /// Notes the end of a read that the start waits for.
  private func arrived(_ place: Int, _ entry: CacheEntry?, _ begun: Int64) {
    let isComplete = state.withLock { state in
      guard state.isAwaited[place] else { return false }
      state.isAwaited[place] = false
      state.loads[place] = entry
      return !state.isAwaited.contains(true)
    }
    if isComplete { engine.host.loop.perform { self.start(begun) } }
  }

  /// Starts the machine once, with everything that has been read. On the event loop.
  private func start(_ begun: Int64) {
    let flow = engine.plan.flow
    let now = engine.host.date
    let held = state.withLock { state -> State? in
      guard !state.isBegun else { return nil }
      state.isBegun = true
      defer { (state.alarm, state.observation) = (nil, nil) }
      return state
    }
    guard let held else { return }
    held.alarm?.set(at: nil)
    if held.isAwaited.last == true { engine.pass(.startedWithoutMark(run: number)) }
    let caches = flow.caches.indices.map { index in
      held.loads[index].map { CachedValue(.known($0.value), age: $0.age(at: now).nanoseconds) }
    }
    let plan = engine.plan.given(inputs)
    let source = engine.configuration.offline
    let offline = source?.state ?? .online
    let snapshot = plan.snapshot(
      inputs: inputs, caches: caches, isOffline: offline.isAppOffline,
      offlineDomains: plan.domains.map(offline.isFaulty(domain:)))
    let world = AppWorld(self)
    let driver = RunDriver(
      self, snapshot, RunValues(plan, inputs: inputs, caches: caches), world: engine.host.world(world),
      countingFrom: begun)
    world.driver = driver
    let (isCancelled, signals) = state.withLock { state in
      state.driver = driver
      state.world = world
      defer { state.signals = [] }
      return (state.isCancelled, state.signals)
    }
    if let source {
      let observation = source.observe { [weak driver] in driver?.connectivityChanged(to: $0) }
      state.withLock { $0.observation = observation }
    }
    // Last, since the run may finish at once.
    driver.start()
    for ticket in signals { driver.signalled(ticket) }
    if isCancelled { driver.cancel() }
  }
}

// The calls of the driver, on the event loop.
extension RunCore {
  /// Notes that late work gave a fresher value.
  func refresh(_ step: Int, _ values: RunValues) {
    guard case .known(let value) = values.steps[step].pending else { return }
    let result = engine.plan.documents[step].results.first { $0.when.holds(for: value) }?.name
    refreshed.send([
      SettledStep(
        name: engine.plan.stepNames[step], status: .succeeded, result: result, value: value, source: .live,
        age: nil, codes: nil)
    ])
  }

  func land(_ landing: FlowLanding, codes: AnswerCodes?) {
    self.landing.fulfil(landing)
    tell(landing.notice, codes: codes)
  }

  /// Notes the end of the run and releases everything. Only the ends of abandoned handlers follow.
  func finish(_ trace: Trace) {
    finished.fulfil(trace)
    refreshed.finish()
    notices.finish()
    let held = state.withLock { state in
      defer { (state.driver, state.world, state.observation) = (nil, nil, nil) }
      return (state.driver, state.world, state.observation)
    }
    held.1?.end()
    // Not under the lock, since the observation may run the app's own code.
    withExtendedLifetime(held) {}
  }

  /// Passes on the message of a refused step that has settled.
  func settled(_ step: Int, _ settlement: FlowMachine.Settlement, _ values: RunValues) {
    guard case .known(.string(let message)) = values.steps[step].message else { return }
    let plan = engine.plan
    tell(
      FlowNotice(
        text: message, style: .toast, code: plan.name(settlement.name, of: step),
        codes: values.steps[step].codes),
      mayWait: plan.flow.noticesContain(messageOf: plan.stepNames[step]))
  }

  /// Sends a refused step's message, or keeps it for the landing if a notice may contain it.
  private func tell(_ notice: FlowNotice, mayWait: Bool) {
    if mayWait, !landing.isFulfilled {
      state.withLock { $0.heldNotices.append(notice) }
    } else {
      notices.send([notice])
    }
  }

  /// Sends the kept messages that the landing's notice does not contain, then the notice.
  private func tell(_ notice: FlowNotice?, codes: AnswerCodes?) {
    let held = state.withLock { state in
      defer { state.heldNotices = [] }
      return state.heldNotices
    }
    let said = held.filter { notice?.text.contains($0.text) == true }
    notices.send(held.filter { !said.contains($0) })
    guard let notice else { return }
    notices.send([FlowNotice(text: notice.text, style: notice.style, code: said.first?.code, codes: codes)])
  }
}
