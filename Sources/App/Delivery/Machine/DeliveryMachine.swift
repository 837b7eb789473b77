/// Decides which flow a launch uses, and what becomes of an edition that was fetched.
///
/// It knows neither files nor clock nor network: a driver performs its effects in order and reports what happens. A kill
/// needs no input. The next process begins with the record as it was saved last, and with the mark if one was left.
struct DeliveryMachine: Hashable, Sendable {
  /// The limits of trials and fetches.
  struct Rules: Hashable, Sendable {
    /// So many bad starts within the window end a trial, and so many crashes in a row end what has passed one. The
    /// file is quarantined.
    var badStarts: Int
    /// The number of starts among which bad ones are counted.
    var window: Int
    /// A judgement that has begun so often without an end is never begun again.
    var judgements: Int
    /// After so many failures in a row the pause between fetches grows no further.
    var mostFailures: Int
    /// An edition is used for so many seconds after the last signed time of issue; nil for ever.
    var freshness: Int64?

    init(
      badStarts: Int = 2, window: Int = 4, judgements: Int = 3, mostFailures: Int = 6,
      freshness: Int64? = nil
    ) {
      self.badStarts = max(1, badStarts)
      self.window = max(window, self.badStarts)
      self.judgements = max(1, judgements)
      self.mostFailures = min(max(1, mostFailures), 16)
      self.freshness = freshness
    }

    /// After so many healthy starts the window cannot hold enough bad ones any more.
    var healthyStarts: Int { window - badStarts + 1 }
  }

  /// The app that runs.
  struct App: Hashable, Sendable {
    /// A digest of everything that a judgement depends on.
    var identity: String
    /// The sequence number of the bundled flow; editions up to it are older.
    var sequence: Int64
    /// The keys that it trusts.
    var keys: Set<String>
  }

  /// The flow that a launch uses.
  enum Choice: Hashable, Sendable {
    case edition(Edition)
    case bundled
    /// The bundled flow, which has failed its trial: the app should do the least that it can.
    case safe
  }

  /// The circumstances of a start.
  struct Start: Hashable, Sendable {
    /// The system's boot.
    var boot: String
    /// The boot in which an earlier start left a mark; nil for none. That start was not over.
    var mark: String?
    var isForeground = true
    /// In seconds since 1970.
    var now: Int64
  }

  enum Input: Hashable, Sendable {
    case start(Start)
    /// The end of the last save, or of storing what was to be saved.
    case saved(Bool)
    /// Whether the mark is there.
    case marked(Bool)
    /// The chosen edition cannot be read, or is not trusted.
    case lost
    case landed(isBad: Bool)
    /// The healthy while after the landing is over.
    case healthy
    case leftForeground
    /// Time for work that no launch waits for.
    case tail
    case answered(Answer)
    /// What the judged edition's manifest says; nil if it is refused.
    case judged(Offer?)
  }

  enum Effect: Hashable, Sendable {
    /// Saves the record durably, and reports. Sweeping removes what it does not name, once it is saved.
    case save(sweeping: Bool)
    /// Leaves a mark that outlives the process, and reports. It need not outlive the boot.
    case mark
    case unmark
    case use(Choice)
    case fetch(etag: String?)
    /// Stores what was fetched.
    case keep(Edition)
    case judge(Edition)
    case tell(News)
  }

  /// What changes for people who watch.
  enum News: Hashable, Sendable {
    case badStart(Choice)
    case quarantined(Edition)
    case trialPassed(Choice)
    case safeMode
    case refused(Staleness)
    /// The rollout does not include this installation.
    case held(Edition, isControl: Bool)
    case unchanged
    /// An edition orders the return to the bundled flow.
    case returned(Edition)
    case accepted(Edition)
  }

  let rules: Rules
  let app: App
  /// The record as it is to be saved.
  var record: DeliveryRecord
  private var begun = Start(boot: "", now: 0)
  /// The flow in use; nil before it is chosen.
  private(set) var choice: Choice?
  /// Whether a mark says that this start is not over.
  private(set) var isMarked = false
  private var isSaved = true
  /// Whether the flow is chosen after the next save.
  private var isChoosing = false
  var hasWorked = false
  /// The edition to judge once the record names it.
  var candidate: Edition?
  var judged: Edition?

  init(_ record: DeliveryRecord, for app: App, _ rules: Rules = Rules()) {
    self.record = record
    self.app = app
    self.rules = rules
  }

  mutating func take(_ input: Input) -> [Effect] {
    switch input {
    case .start(let start): begin(start)
    case .saved(let isSaved): saved(isSaved)
    case .marked(let isMarked): marked(isMarked)
    case .lost: lost()
    case .landed(let isBad): landed(isBad)
    case .healthy: isMarked && record.trial != nil ? healthy() : []
    case .leftForeground: unmark()
    case .tail: isMarked || hasWorked || choice == nil ? [] : work()
    case .answered(let answer): answered(answer)
    case .judged(let offer): judged(offer)
    }
  }
}

// The start.
extension DeliveryMachine {
  private mutating func begin(_ start: Start) -> [Effect] {
    begun = start
    let before = record
    var effects: [Effect] = start.mark == nil ? [] : [.unmark]
    if record.app != app.identity {
      moveToThisApp()
    } else if let mark = start.mark, mark == start.boot {
      // In another boot it may have been the system that ended, not the app.
      effects += crashed()
    }
    if let judging = record.judging, judging.attempts >= rules.judgements {
      record.judging = nil
      effects += quarantine(judging.edition)
    }
    if record != before { effects.append(.save(sweeping: false)) }
    guard record.crashes > 0 else { return goOn(effects) }
    // What crashes comes to no landing, after which it would fetch.
    hasWorked = true
    return effects + [.fetch(etag: record.etag)]
  }

  /// What another app judged is to be judged again. Its crashes say nothing about this one.
  private mutating func moveToThisApp() {
    let candidate = record.chain.first ?? record.judging?.edition
    var moved = DeliveryRecord()
    moved.app = app.identity
    moved.floors = record.floors.filter { app.keys.contains($0.key) }
    moved.judging = candidate.flatMap {
      $0.sequence > app.sequence ? DeliveryRecord.Judging(edition: $0, attempts: 0) : nil
    }
    record = moved
  }

  /// The bundled flow, whatever has been delivered.
  private var carried: Choice { record.isBundledBad ? .safe : .bundled }
  /// The flow on trial, or the newest that has passed.
  private var newest: Choice { record.chain.first.map(Choice.edition) ?? carried }

  /// The newest flow that has passed its trial.
  private var passed: Choice {
    record.trial == nil ? newest : record.chain.dropFirst().first.map(Choice.edition) ?? carried
  }

  /// Chooses the flow of a launch that has waited, once everything is saved.
  mutating func goOn(_ effects: [Effect]) -> [Effect] {
    guard choice == nil, candidate == nil else { return effects }
    isChoosing = effects.contains(.save(sweeping: false)) || effects.contains(.save(sweeping: true))
    return isChoosing ? effects : effects + choose()
  }

  /// Chooses a flow. A delivered one, or one on trial, is marked before it is used in the foreground.
  private mutating func choose() -> [Effect] {
    let next = begun.isForeground ? newest : passed
    if let freshness = rules.freshness, next != carried, begun.now - record.issued > freshness {
      return [.tell(.refused(.unconfirmed))] + use(carried)
    }
    guard begun.isForeground, next != carried || record.trial != nil else { return use(next) }
    // A mark that does not belong to the record on the disk would count for another flow.
    guard isSaved else { return use(carried) }
    return isMarked ? marked(true) : [.mark]
  }

  /// A start without a mark could crash for ever.
  private mutating func marked(_ isMarked: Bool) -> [Effect] {
    self.isMarked = isMarked
    guard isMarked else { return use(carried) }
    choice = newest
    return [.use(newest)]
  }

  private mutating func use(_ next: Choice) -> [Effect] {
    let effects = unmark()
    choice = next
    return effects + [.use(next)]
  }

  private mutating func saved(_ isSaved: Bool) -> [Effect] {
    self.isSaved = isSaved
    if isChoosing {
      isChoosing = false
      return choose()
    }
    guard let edition = candidate else { return [] }
    candidate = nil
    if isSaved {
      judged = edition
      return [.judge(edition)]
    }
    record.judging = nil
    record.etag = nil
    return goOn(failedToFetch())
  }

  private mutating func lost() -> [Effect] {
    guard case .edition(let edition) = choice else { return [] }
    if record.chain.first == edition { record.trial = nil }
    record.chain.removeAll { $0 == edition }
    // The next one has not crashed.
    record.crashes = 0
    // The server's next answer brings it back.
    record.etag = nil
    choice = nil
    // Who dies from here on has not used it.
    return goOn(unmark() + [.save(sweeping: false)])
  }
}

// The trial, and what comes after it.
extension DeliveryMachine {
  /// What happens to the app from here on is not the flow's fault.
  private mutating func unmark() -> [Effect] {
    defer { isMarked = false }
    return isMarked ? [.unmark] : []
  }

  private mutating func landed(_ isBad: Bool) -> [Effect] {
    let before = record
    record.crashes = 0
    var effects: [Effect] = []
    if record.trial == nil {
      effects = unmark()
    } else if isBad, isMarked {
      effects = unmark() + noteBadStart()
    }
    return effects + (record == before ? [] : [.save(sweeping: false)])
  }

  private mutating func healthy() -> [Effect] {
    record.trial?.healthy += 1
    let hasPassed = (record.trial?.healthy ?? 0) >= rules.healthyStarts
    if hasPassed { record.trial = nil }
    return unmark() + [.save(sweeping: false)] + (hasPassed ? [.tell(.trialPassed(newest))] : [])
  }

  /// A start that was marked has ended before its time.
  private mutating func crashed() -> [Effect] {
    record.crashes = min(record.crashes + 1, rules.badStarts)
    if record.trial != nil { return noteBadStart() }
    guard !record.chain.isEmpty else { return [] }
    return [.tell(.badStart(newest))] + (record.crashes >= rules.badStarts ? fall() : [])
  }

  private mutating func noteBadStart() -> [Effect] {
    record.trial?.bad += 1
    let news: [Effect] = [.tell(.badStart(newest))]
    return (record.trial?.bad ?? 0) >= rules.badStarts ? news + fall() : news
  }

  /// Returns to the last good edition, then to the bundled flow, then to safe mode. Each is on trial in its turn.
  private mutating func fall() -> [Effect] {
    guard let bad = record.chain.first else {
      record.trial = nil
      record.isBundledBad = true
      return [.tell(.safeMode)]
    }
    record.chain.removeFirst()
    let isSafe = record.chain.isEmpty && record.isBundledBad
    record.trial = isSafe ? nil : DeliveryRecord.Trial()
    return quarantine(bad) + (isSafe ? [.tell(.safeMode)] : [])
  }

  private mutating func quarantine(_ edition: Edition) -> [Effect] {
    record.quarantine.removeAll { $0 == edition.files }
    record.quarantine.append(edition.files)
    // The floor keeps out what is forgotten here.
    if record.quarantine.count > 16 { record.quarantine.removeFirst() }
    return [.tell(.quarantined(edition))]
  }
}
