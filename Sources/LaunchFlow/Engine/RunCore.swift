import Foundation

/// The parts of a run. Its handle and its driver's callbacks hold it.
final class RunCore: Sendable {
  let engine: FlowEngine
  /// The run's number in its engine, from 1.
  let number: Int
  let inputs: [JSONValue]
  /// The task-local values of the task that started the run.
  let locals = TaskLocals()
  /// How often each cache had been cleared at the start.
  let generations: CacheGenerations
  let landing = Promise<FlowLanding>()
  let finished = Promise<Trace>()
  let events: Broadcast<Trace.Event>
  let refreshed: Broadcast<RefreshedValue>
  let notices: Broadcast<FlowNotice>
  let emptyTrace: Trace

  private struct State {
    var driver: RunDriver?
    var isCancelled = false
    /// The signals that were given before the start, in their order.
    var signals: [Int] = []
    var isBegun = false
    var steps: [String: SettledStep] = [:]
    /// The messages of refused steps that a landing's notice may say.
    var heldNotices: [FlowNotice] = []
    /// What the start waits for.
    var awaited: Set<Awaited> = []
    /// By cache: the entry that was found.
    var loads: [Int: CacheEntry] = [:]
    /// Kept while the start waits, so that the alarm stays set.
    var alarm: (any Alarm)?
    /// Follows the offline switch: until the start for its mark, then until the run has finished.
    var observation: OfflineObservation?
  }

  /// Something that the start waits for.
  private enum Awaited: Hashable {
    case cache(Int)
    case mark
  }

  private let state = Locked(State())

  init(_ engine: FlowEngine, inputs: [JSONValue], number: Int) {
    self.engine = engine
    self.number = number
    self.inputs = inputs
    generations = engine.writer.generations
    emptyTrace = engine.recorder.trace
    events = Broadcast(on: engine.streamQueue)
    refreshed = Broadcast(on: engine.streamQueue)
    notices = Broadcast(on: engine.streamQueue)
  }

  /// Says that the run's handle was let go of at once, which cancels the run and is hardly meant.
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

extension RunCore {
  /// Gives a signal; one that the flow does not declare is reported to the sinks.
  func signal(_ name: String) {
    guard let signal = engine.plan.signals.firstIndex(of: name) else {
      engine.pass(.unknownSignal(run: number, name: name))
      return
    }
    let driver = state.withLock { state -> RunDriver? in
      if state.driver == nil { state.signals.append(signal) }
      return state.driver
    }
    driver?.signalled(signal)
  }
}

// The start: caches and the offline mark are read as one snapshot, within a share of the deadline.
extension RunCore {
  /// Reads all caches that some step reads, and starts the machine when they are there or their time is over.
  func begin() {
    let begun = engine.host.loop.now
    let caches = Set(engine.plan.readers.map { Int($0.cache) }).sorted()
    let offline = engine.configuration.offline.flatMap { $0.state.isMarkKnown ? nil : $0 }
    guard !caches.isEmpty || offline != nil else {
      engine.host.loop.perform { self.start(begun) }
      return
    }
    state.withLock { state in
      state.awaited = Set(caches.map(Awaited.cache))
      if offline != nil { state.awaited.insert(.mark) }
    }
    let patience = Int64(Double(engine.plan.deadline) * min(max(engine.configuration.cacheShare, 0), 1))
    engine.host.loop.perform {
      // It alone keeps a run whose handle is let go until it starts; that puts it out.
      let alarm = self.engine.host.loop.makeAlarm { self.start(begun) }
      self.state.withLock { $0.alarm = alarm }
      alarm.set(at: begun + patience)
    }
    for cache in caches { read(cache, begun) }
    if let offline { awaitMark(of: offline, begun) }
  }

  private func read(_ cache: Int, _ begun: Int64) {
    let key = CacheKey(engine.plan.flow.caches[cache])
    // A store is not asked for what it is still being given, or is to remove.
    if let entry = engine.writer.pending(for: key) { return arrived(.cache(cache), entry, begun) }
    let store = engine.configuration.store
    // Not on the caller's thread: the store may be the app's own, and block.
    engine.host.perform(.reading) {
      store.read(key) { [weak self] result in
        // A store that never answers keeps no run.
        self?.arrived(.cache(cache), (try? result.get()) ?? nil, begun)
      }
    }
  }

  private func awaitMark(of source: any OfflineSource, _ begun: Int64) {
    let observation = source.observe { [weak self] offline in
      if offline.isMarkKnown { self?.arrived(.mark, nil, begun) }
    }
    state.withLock { $0.observation = observation }
  }

  /// Notes one of the things that the start waits for.
  private func arrived(_ awaited: Awaited, _ entry: CacheEntry?, _ begun: Int64) {
    let isComplete = state.withLock { state in
      guard state.awaited.remove(awaited) != nil else { return false }
      if case .cache(let cache) = awaited { state.loads[cache] = entry }
      return state.awaited.isEmpty
    }
    if isComplete { engine.host.loop.perform { self.start(begun) } }
  }

  /// Starts the machine, once, with everything that has been read by now. On the event loop.
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
    if held.awaited.contains(.mark) { engine.pass(.startedWithoutMark(run: number)) }
    let caches = flow.caches.indices.map { index in
      held.loads[index].map { CachedValue(.known($0.value), age: $0.age(at: now).nanoseconds) }
    }
    let plan = engine.plan.given(inputs)
    let source = engine.configuration.offline
    let connectivity = source.map { RunConnectivity(plan, $0.state) }
    let snapshot = plan.snapshot(
      inputs: inputs, caches: caches, isOffline: connectivity?.isOffline ?? false,
      offlineDomains: connectivity?.offlineDomains ?? [])
    let driver = RunDriver(
      plan, snapshot: snapshot, values: RunValues(plan, inputs: inputs, caches: caches),
      loop: engine.host.loop, world: engine.host.world(AppWorld(self)), observer: observer(begun, caches),
      recorder: engine.recorder)
    let (isCancelled, signals) = state.withLock { state in
      state.driver = driver
      defer { state.signals = [] }
      return (state.isCancelled, state.signals)
    }
    driver.start(countingFrom: begun)
    for signal in signals { driver.signalled(signal) }
    if isCancelled { driver.cancel() }
    if let source, let connectivity {
      let observation = driver.follow(source, from: connectivity)
      state.withLock { $0.observation = observation }
    }
  }

  /// The run's driver, once it has started and until it has finished.
  var runDriver: RunDriver? {
    state.withLock { $0.driver }
  }
}

// The driver's calls, passed on to the run's listeners.
extension RunCore {
  private func observer(_ begun: Int64, _ caches: [CachedValue?]) -> RunObserver {
    let plan = engine.plan
    var observer = RunObserver()
    observer.recorded = { events in
      self.events.send(events)
      self.engine.pass(events, of: self)
    }
    observer.settled = { step, settlement, origin, values in
      self.note(step, settlement, origin, values, caches)
    }
    observer.refreshed = { step, values in
      guard case .known(let value) = values.steps.pending[step] else { return }
      let fresh = RefreshedValue(
        step: plan.stepNames[step], value: value,
        result: plan.documents[step].results.first { $0.when.holds(for: value) }?.name)
      self.refreshed.send([fresh])
    }
    observer.landed = { landing, notice, values in
      let time = Duration.nanoseconds(self.engine.host.loop.now - begun)
      let steps = self.state.withLock { $0.steps }
      self.landing.fulfil(FlowLanding(landing, notice: notice, time: time, steps: steps, plan: plan))
      self.tell(notice, codes: values.codes(ofRule: landing.rule))
    }
    observer.finished = { trace in
      self.finished.fulfil(trace)
      self.events.finish()
      self.refreshed.finish()
      self.notices.finish()
      self.end()
    }
    return observer
  }

  /// Lets go of everything that the run held. Not under the lock, since it may be the app's own.
  private func end() {
    let held = state.withLock { state in
      let held = (state.driver, state.observation)
      state.driver = nil
      state.observation = nil
      return held
    }
    withExtendedLifetime(held) {}
  }

  private func note(
    _ step: Int, _ settlement: FlowMachine.Settlement, _ origin: ValueOrigin, _ values: RunValues,
    _ caches: [CachedValue?]
  ) {
    let plan = engine.plan
    var value: JSONValue?
    if case .known(let known) = values.steps.settled[step] { value = known }
    let name = plan.name(settlement.name, of: step)
    let age = settlement.source == .cache ? plan.cache(of: step, origin).flatMap { caches[$0]?.age } : nil
    let settled = SettledStep(
      status: settlement.status, result: name, value: value, source: settlement.source,
      age: age.map { .nanoseconds($0) }, codes: values.steps.codes[step])
    state.withLock { $0.steps[plan.stepNames[step]] = settled }
    if case .known(let message) = values.steps.messages[step] {
      tell(
        FlowNotice(text: message, style: .toast, code: name, codes: values.steps.codes[step]),
        mayWait: plan.flow.noticesSay(messageOf: plan.stepNames[step]))
    }
  }

  /// Sends a refused step's message, or holds it for the landing, whose notice may say it.
  private func tell(_ notice: FlowNotice, mayWait: Bool) {
    if mayWait, !landing.isFulfilled {
      state.withLock { $0.heldNotices.append(notice) }
    } else {
      notices.send([notice])
    }
  }

  /// Sends the landing's notice after the messages that were held for it and that it does not say.
  private func tell(_ notice: Flow.Notice?, codes: AnswerCodes?) {
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
