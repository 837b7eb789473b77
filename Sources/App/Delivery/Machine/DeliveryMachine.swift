/// Decides which flow a launch uses, and whether a fetched edition is used.
///
/// It has no files, no clock and no network: a driver performs its effects in order and reports their results. The end
/// of the process needs no input: the next process begins with the last saved record, and with the mark if there is
/// one.
struct DeliveryMachine: Hashable, Sendable {
  struct Rules: Hashable, Sendable {
    /// The number of bad starts within the window that end a trial, and of successive crashes that end the use of a
    /// flow that has passed its trial. Its files are quarantined.
    var badStarts: Int
    /// The number of newest starts in which bad ones are counted.
    var window: Int
    /// The largest number of judgements of one edition that begin without an end.
    var judgements: Int
    /// The number of successive failures after which the pause between fetches no longer grows.
    var mostFailures: Int
    /// The number of seconds after the last signed time of issue for which an edition is used; nil for no limit.
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

    /// The number of healthy starts after which the window cannot contain enough bad ones.
    var healthyStarts: Int { window - badStarts + 1 }
  }

  struct App: Hashable, Sendable {
    /// A digest of everything that a judgement depends on.
    var identity: String
    /// The sequence number of the bundled flow. Editions up to this number are older.
    var sequence: Int64
    var keys: Set<String>
  }

  enum Choice: Hashable, Sendable {
    case edition(Edition)
    case bundled
    /// The bundled flow, after it has failed its trial. The app should do as little as possible.
    case safe
  }

  struct Start: Hashable, Sendable {
    var boot: String
    /// The boot in which an earlier start left a mark, since it had not finished; nil for none.
    var mark: String?
    var isForeground = true
    /// The time in seconds since 1970.
    var now: Int64
  }

  enum Input: Hashable, Sendable {
    case start(Start)
    /// The result of the last save or of storing a package.
    case saved(Bool)
    case marked(Bool)
    /// The chosen edition cannot be read or is not trusted.
    case lost
    case landed(isBad: Bool)
    /// The start has stayed healthy for the required time after the landing.
    case healthy
    case leftForeground
    /// The launch is over, so there is time for further work.
    case tail
    case answered(Answer)
    /// The manifest of the judged edition; nil if it is refused.
    case judged(Offer?)
  }

  enum Effect: Hashable, Sendable {
    /// Save the record durably and report the result. With sweeping, packages that it does not name are then removed.
    case save(sweeping: Bool)
    /// Write a mark that survives the process and report the result. The mark need not survive a reboot.
    case mark
    case unmark
    case use(Choice)
    case fetch(etag: String?)
    case keep(Edition)
    case judge(Edition)
    case tell(DeliveryEvent)
  }

  let rules: Rules
  let app: App
  var record: DeliveryRecord
  private var begun = Start(boot: "", now: 0)
  /// The flow in use; nil before the choice.
  private(set) var choice: Choice?
  private(set) var isMarked = false
  private var isSaved = true
  /// Whether the flow will be chosen after the next save.
  private var isChoosing = false
  var hasWorked = false
  /// The edition to judge once it is in the saved record.
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
      resetForThisApp()
    } else if let mark = start.mark, mark == start.boot {
      // In another boot, the system may have ended, not the app.
      effects += crashed()
    }
    if let judging = record.judging, judging.attempts >= rules.judgements {
      record.judging = nil
      effects += quarantine(judging.edition)
    }
    if record != before { effects.append(.save(sweeping: false)) }
    guard record.crashes > 0 else { return continueLaunch(effects) }
    // A flow that crashes never reaches the landing, after which it would fetch.
    hasWorked = true
    return effects + [.fetch(etag: record.etag)]
  }

  /// Resets the judgements of another version of the app. Its crashes say nothing about this one.
  private mutating func resetForThisApp() {
    let candidate = record.chain.first ?? record.judging?.edition
    var moved = DeliveryRecord()
    moved.app = app.identity
    moved.floors = record.floors.filter { app.keys.contains($0.key) }
    moved.judging = candidate.flatMap {
      $0.sequence > app.sequence ? DeliveryRecord.Judging(edition: $0, attempts: 0) : nil
    }
    record = moved
  }

  private var carried: Choice { record.isBundledBad ? .safe : .bundled }
  /// The flow on trial, or the newest one that has passed its trial.
  private var newest: Choice { record.chain.first.map(Choice.edition) ?? carried }

  /// The newest flow that has passed.
  private var passed: Choice {
    record.trial == nil ? newest : record.chain.dropFirst().first.map(Choice.edition) ?? carried
  }

  /// Chooses the flow of a waiting launch after everything is saved.
  mutating func continueLaunch(_ effects: [Effect]) -> [Effect] {
    guard choice == nil, candidate == nil else { return effects }
    isChoosing = effects.contains(.save(sweeping: false)) || effects.contains(.save(sweeping: true))
    return isChoosing ? effects : effects + choose()
  }

  /// Chooses a flow. Before a delivered flow, or one on trial, is used in the foreground, a mark is written.
  private mutating func choose() -> [Effect] {
    let next = begun.isForeground ? newest : passed
    if let freshness = rules.freshness, next != carried, begun.now - record.issued > freshness {
      return [.tell(.refused(.unconfirmed))] + use(carried)
    }
    guard begun.isForeground, next != carried || record.trial != nil else { return use(next) }
    // Without a saved record, the mark would count for another flow.
    guard isSaved else { return use(carried) }
    return isMarked ? marked(true) : [.mark]
  }

  /// Uses the chosen flow if the mark was written. Without a mark, crashes would not be counted.
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
    return continueLaunch(failedToFetch())
  }

  private mutating func lost() -> [Effect] {
    guard case .edition(let edition) = choice else { return [] }
    if record.chain.first == edition { record.trial = nil }
    record.chain.removeAll { $0 == edition }
    // The next edition has not crashed.
    record.crashes = 0
    // Without the tag, the server sends the package again.
    record.etag = nil
    choice = nil
    // From here on, a crash is not the edition's fault.
    return continueLaunch(unmark() + [.save(sweeping: false)])
  }
}

// Trials and their consequences.
extension DeliveryMachine {
  /// Removes the mark. Later crashes are not the flow's fault.
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
    return unmark() + [.save(sweeping: false)]
      + (hasPassed ? [.tell(.trialPassed(version: newest.version))] : [])
  }

  /// Counts the crash of a marked start.
  private mutating func crashed() -> [Effect] {
    record.crashes = min(record.crashes + 1, rules.badStarts)
    if record.trial != nil { return noteBadStart() }
    guard !record.chain.isEmpty else { return [] }
    return [.tell(.badStart(version: newest.version))]
      + (record.crashes >= rules.badStarts ? returnToEarlier() : [])
  }

  private mutating func noteBadStart() -> [Effect] {
    record.trial?.bad += 1
    let news: [Effect] = [.tell(.badStart(version: newest.version))]
    return (record.trial?.bad ?? 0) >= rules.badStarts ? news + returnToEarlier() : news
  }

  /// Returns to the last good edition, then to the bundled flow, then to safe mode. Each gets its own trial.
  private mutating func returnToEarlier() -> [Effect] {
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
    // The floor refuses the editions that are forgotten here.
    if record.quarantine.count > 16 { record.quarantine.removeFirst() }
    return [.tell(.quarantined(version: edition.version))]
  }
}
