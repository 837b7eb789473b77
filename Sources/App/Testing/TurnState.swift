import LaunchFlow
import LaunchFlowSimulator

/// The turns of a tested run: handlers with jobs, and sleepers and events by time. Guarded by its `VirtualTime`'s lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct TurnState {
  /// The way in which a handler has left virtual time.
  enum Absence: Hashable {
    /// It waits for an event outside of virtual time.
    case outside
    /// It takes turn after turn without waiting.
    case spinning
  }

  struct Handler {
    let step: String
    let executor: HandlerExecutor
    /// Its jobs that wait for a turn.
    var queued = 0
    var isRunning = false
    /// Its waits that end by virtual time.
    var sleeps = 0
    /// Its turns at this instant.
    var turns = 0
    /// Whether the run continues without it, until it returns.
    var isGivenUp = false
    /// Whether it has taken too many turns at one instant.
    var spins = false

    /// Whether it is outside of virtual time: on the main actor, or waiting for something else.
    var isStray: Bool { queued == 0 && !isRunning && sleeps <= 0 && !isGivenUp }
  }

  struct Job {
    let job: UnownedJob
    let executor: HandlerExecutor
  }

  struct Sleeper {
    let number: Int
    let time: Int64
    let handler: Int?
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// The largest number of turns of a handler at one instant; the smaller number after it has spun once.
  private static let mostTurns = (first: 5_000, later: 100)

  var handlers: [Int: Handler] = [:]
  var jobs: [Job] = []
  /// By time, then by number.
  private(set) var sleepers: [Sleeper] = []
  /// By time, then in the machine's order.
  var events = AlarmQueue()
  private(set) var absences: [Int: (step: String, absence: Absence)] = [:]
  private var count = 0
  private var order: SplitMix?

  /// - Parameter orderSeed: Varies which of several ready jobs runs first; 0 keeps them in order.
  init(orderSeed: UInt64) {
    order = orderSeed == 0 ? nil : SplitMix(seed: orderSeed)
  }

  mutating func nextNumber() -> Int {
    count += 1
    return count
  }

  /// The handlers outside of virtual time, in the order of their starts.
  var strays: [Int] { handlers.filter(\.value.isStray).keys.sorted() }
  var hasStrays: Bool { handlers.values.contains(where: \.isStray) }

  mutating func giveUp(_ number: Int, _ absence: Absence) {
    guard let handler = handlers[number] else { return }
    handlers[number]?.isGivenUp = true
    absences[number] = (handler.step, absence)
  }

  mutating func forgetAbsence(of number: Int) {
    if absences[number]?.absence == .outside { absences[number] = nil }
  }

  /// Begins a new instant, in which every handler has its turns again.
  mutating func beginInstant() {
    for number in handlers.keys { handlers[number]?.turns = 0 }
  }

  mutating func insert(_ job: Job) {
    jobs.append(job)
    handlers[job.executor.handler]?.queued += 1
    handlers[job.executor.handler]?.isGivenUp = false
  }

  /// The next job, chosen by the seed; nil if none is ready.
  mutating func takeJob() -> Job? {
    let ready = jobs.indices.filter { index in
      let handler = handlers[jobs[index].executor.handler]
      let most = handler?.spins ?? false ? Self.mostTurns.later : Self.mostTurns.first
      return handler?.turns ?? 0 < most
    }
    guard !ready.isEmpty else {
      for number in Set(jobs.map(\.executor.handler)).sorted() where handlers[number]?.spins == false {
        handlers[number]?.spins = true
        giveUp(number, .spinning)
      }
      return nil
    }
    let job = jobs.remove(at: ready[order?.draw(below: ready.count) ?? 0])
    let number = job.executor.handler
    handlers[number]?.queued -= 1
    handlers[number]?.turns += 1
    handlers[number]?.isRunning = true
    return job
  }

  mutating func insert(_ sleeper: Sleeper) {
    let place = sleepers.firstIndex { (sleeper.time, sleeper.number) < ($0.time, $0.number) }
    sleepers.insert(sleeper, at: place ?? sleepers.count)
    if let handler = sleeper.handler { handlers[handler]?.sleeps += 1 }
  }

  mutating func remove(sleeperAt place: Int) -> Sleeper {
    let sleeper = sleepers.remove(at: place)
    if let handler = sleeper.handler { handlers[handler]?.sleeps -= 1 }
    return sleeper
  }

  /// The sleepers that are due, in an order chosen by the seed.
  mutating func takeSleepers(at time: Int64) -> [Sleeper] {
    var due: [Sleeper] = []
    while let first = sleepers.first, first.time <= time { due.append(remove(sleeperAt: 0)) }
    if var random = order {
      due.shuffle(using: &random)
      order = random
    }
    return due
  }
}
