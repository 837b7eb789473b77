import Foundation

/// What a run is made of; its handle and its driver's callbacks hold on to it.
final class RunCore: Sendable {
  let engine: FlowEngine
  let inputs: [JSONValue]
  let landing = Promise<FlowLanding>()
  let finished = Promise<Trace>()
  let events = Broadcast<Trace.Event>()
  let refreshed = Broadcast<RefreshedValue>()
  let notices = Broadcast<FlowNotice>()
  let emptyTrace: Trace

  private struct State {
    var driver: RunDriver?
    var isCancelled = false
    var isBegun = false
    var steps: [String: SettledStep] = [:]
    var toldNotices: Set<FlowNotice> = []
    var loads: [Int: CacheEntry?] = [:]
    /// Kept while caches are being read, so that the alarm stays set.
    var alarm: (any Alarm)?
    var generations: [String?: Int] = [:]
  }

  private let state = Guarded(State())

  init(_ engine: FlowEngine, inputs: [JSONValue]) {
    self.engine = engine
    self.inputs = inputs
    emptyTrace = TraceRecorder(engine.plan).trace
  }

  func cancel() {
    let driver = state.withLock { state -> RunDriver? in
      state.isCancelled = true
      return state.driver
    }
    driver?.cancel()
  }
}

// The start: caches are read as one snapshot, within a share of the deadline.
extension RunCore {
  /// Reads the caches that anyone reads, and starts the machine when all are there or their time is over.
  func begin() {
    let begun = engine.driver.now
    let caches = Set(engine.plan.readers.map { Int($0.cache) }).sorted()
    let flow = engine.plan.flow
    guard !caches.isEmpty else {
      engine.driver.perform { self.start(begun) }
      return
    }
    let patience = Int64(Double(engine.plan.deadline) * min(max(engine.configuration.cacheShare, 0), 1))
    engine.driver.perform {
      let alarm = self.engine.driver.makeAlarm { [weak self] in self?.start(begun) }
      self.state.withLock { $0.alarm = alarm }
      alarm.set(at: begun + patience)
    }
    let store = engine.configuration.store
    let writer = engine.writer
    for cache in caches {
      let key = CacheKey(flow.caches[cache].name, scope: flow.caches[cache].scope)
      _ = HandlerTask {
        await (entry: try? store.entry(for: key), generation: writer.generation(of: key.scope))
      } onEnd: { read in
        let isComplete = self.state.withLock { state in
          state.loads[cache] = .some(read.entry)
          state.generations[key.scope] = read.generation
          return state.loads.count == caches.count
        }
        if isComplete { self.engine.driver.perform { self.start(begun) } }
      }
    }
  }

  /// Starts the machine, once, with what has been read by now. On the driver.
  private func start(_ begun: Int64) {
    let flow = engine.plan.flow
    let now = Date()
    let loads = state.withLock { state -> [Int: CacheEntry?]? in
      guard !state.isBegun else { return nil }
      state.isBegun = true
      state.alarm = nil
      return state.loads
    }
    guard let loads else { return }
    let caches = flow.caches.indices.map { index -> CachedValue? in
      guard case .some(.some(let entry)) = loads[index] else { return nil }
      return CachedValue(.known(entry.value), age: entry.age(at: now).nanoseconds)
    }
    let ledger = RunLedger(engine.plan, inputs: inputs, caches: caches)
    let world = AppWorld(self)
    let driver = RunDriver(
      engine.plan, snapshot: engine.plan.snapshot(inputs: inputs, caches: caches), ledger: ledger,
      clock: engine.driver, world: world, observer: observer(begun, caches))
    let isCancelled = state.withLock { state in
      state.driver = driver
      return state.isCancelled
    }
    driver.start(countingFrom: begun)
    if isCancelled { driver.cancel() }
  }

  /// The run's driver, once it has started and until it has finished.
  var runDriver: RunDriver? {
    state.withLock { $0.driver }
  }

  /// How often a scope had been cleared when this run read it; nil where it did not.
  func generation(of scope: String?) -> Int? {
    state.withLock { $0.generations[scope] }
  }
}

// What the driver tells, passed on to whoever listens.
extension RunCore {
  private func observer(_ begun: Int64, _ caches: [CachedValue?]) -> RunObserver {
    let plan = engine.plan
    var observer = RunObserver()
    let log = engine.configuration.log
    observer.recorded = { events in
      self.events.send(events)
      if let log { for event in events { log(LogLine.text(event, plan)) } }
    }
    observer.settled = { step, settlement, ledger in
      self.note(step, settlement, ledger, caches)
    }
    observer.refreshed = { step, ledger in
      guard case .known(let value) = ledger.values[step] else { return }
      self.refreshed.send([RefreshedValue(step: plan.stepNames[step], value: value)])
    }
    observer.landed = { landing, notice, _ in
      let time = Duration.nanoseconds(self.engine.driver.now - begun)
      let steps = self.state.withLock { $0.steps }
      self.landing.fulfil(FlowLanding(landing, notice: notice, time: time, steps: steps))
      if let notice { self.tell(FlowNotice(text: notice.text, style: notice.style, code: nil)) }
    }
    observer.finished = { trace in
      self.finished.fulfil(trace)
      self.events.finish()
      self.refreshed.finish()
      self.notices.finish()
      self.state.withLock { $0.driver = nil }
    }
    return observer
  }

  private func note(
    _ step: Int, _ settlement: FlowMachine.Settlement, _ ledger: RunLedger, _ caches: [CachedValue?]
  ) {
    let plan = engine.plan
    var value: JSONValue?
    if case .known(let known) = ledger.values[step] { value = known }
    let name = plan.name(settlement.name, of: step)
    let age =
      settlement.source == .cache ? plan.cache(of: step, settlement.value).flatMap { caches[$0]?.age } : nil
    let settled = SettledStep(
      status: settlement.status, result: name, value: value, source: settlement.source,
      age: age.map { .nanoseconds($0) })
    state.withLock { $0.steps[plan.stepNames[step]] = settled }
    if case .known(let message) = ledger.messages[step] {
      tell(FlowNotice(text: message, style: .toast, code: name))
    }
  }

  /// Equal texts are told once.
  private func tell(_ notice: FlowNotice) {
    let isNew = state.withLock { state in
      guard !state.toldNotices.contains(where: { $0.text == notice.text }) else { return false }
      state.toldNotices.insert(notice)
      return true
    }
    if isNew { notices.send([notice]) }
  }
}
