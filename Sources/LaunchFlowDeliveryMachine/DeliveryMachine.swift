/// Decides which flow a launch uses, and what becomes of an edition that was fetched.
///
/// It knows neither files nor clock nor network: a driver performs its effects in order and reports what happens. A kill
/// needs no input. The next process begins with the record as it was saved last.
package struct DeliveryMachine: Hashable, Sendable {
  /// The limits of trials and fetches.
  package struct Rules: Hashable, Sendable {
    /// So many bad starts within the window end a trial, and the file is quarantined.
    package var badStarts: Int
    /// The number of starts among which bad ones are counted.
    package var window: Int
    /// A judgement that has begun so often without an end is never begun again.
    package var judgements: Int
    /// After so many failures in a row the pause between fetches grows no further.
    package var mostFailures: Int

    package init(badStarts: Int = 2, window: Int = 4, judgements: Int = 3, mostFailures: Int = 6) {
      self.badStarts = max(1, badStarts)
      self.window = max(window, self.badStarts)
      self.judgements = max(1, judgements)
      self.mostFailures = min(max(1, mostFailures), 16)
    }

    /// After so many healthy starts the window cannot hold enough bad ones any more.
    package var healthyStarts: Int { window - badStarts + 1 }
  }

  /// The app that runs.
  package struct App: Hashable, Sendable {
    /// A digest of everything that a judgement depends on.
    package var identity: String
    /// The sequence number of the bundled flow; editions up to it are older.
    package var sequence: Int64

    package init(identity: String, sequence: Int64) {
      self.identity = identity
      self.sequence = sequence
    }
  }

  /// The flow that a launch uses.
  package enum Choice: Hashable, Sendable {
    case edition(Edition)
    case bundled
    /// The bundled flow, which has failed its trial: the app should do the least that it can.
    case safe
  }

  package enum Input: Hashable, Sendable {
    case start(boot: String, isForeground: Bool)
    /// The end of the last save, or of storing what was to be saved.
    case saved(Bool)
    /// The chosen edition cannot be read.
    case lost
    case landed(isBad: Bool)
    /// The healthy while after the landing is over.
    case healthy
    case leftForeground
    /// Time for work that no launch waits for.
    case tail
    case answered(Answer)
    case judged(isAccepted: Bool)
  }

  package enum Effect: Hashable, Sendable {
    /// Saves the record durably, and reports. Sweeping removes what it does not name, once it is saved.
    case save(sweeping: Bool)
    case use(Choice)
    case fetch(etag: String?)
    /// Stores what was fetched.
    case keep(Edition)
    case judge(Edition)
    case tell(News)
  }

  /// What changes for people who watch.
  package enum News: Hashable, Sendable {
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

  /// Who waits for a save.
  enum Waiting: Hashable, Sendable {
    case use(Choice)
    case judge(Edition)
  }

  package let rules: Rules
  package let app: App
  /// The record as it is to be saved.
  package internal(set) var record: DeliveryRecord
  /// The flow in use; nil before the start.
  package internal(set) var choice: Choice?
  /// Whether this start is on trial and not decided.
  package internal(set) var isMarked = false
  var waiting: Waiting?
  var hasWorked = false
  var judged: Edition?

  package init(_ record: DeliveryRecord, for app: App, _ rules: Rules = Rules()) {
    self.record = record
    self.app = app
    self.rules = rules
  }

  package mutating func take(_ input: Input) -> [Effect] {
    switch input {
    case .start(let boot, let isForeground): choice == nil && waiting == nil ? start(boot, isForeground) : []
    case .saved(let isSaved): saved(isSaved)
    case .lost: lost()
    case .landed(let isBad): isBad && isMarked ? landedBadly() : []
    case .healthy: isMarked ? healthy() : []
    case .leftForeground: isMarked ? leftForeground() : []
    case .tail: isMarked || hasWorked || choice == nil ? [] : work()
    case .answered(let answer): answered(answer)
    case .judged(let isAccepted): judged(isAccepted)
    }
  }
}

// The start.
extension DeliveryMachine {
  private mutating func start(_ boot: String, _ isForeground: Bool) -> [Effect] {
    let before = record
    var news: [Effect] = []
    if record.app != app.identity { moveToThisApp() }
    if let mark = record.trial?.mark {
      record.trial?.mark = nil
      // In another boot it may have been the system that ended, not the app.
      if mark == boot { news += noteBadStart() }
    }
    if let judging = record.judging, judging.attempts >= rules.judgements {
      record.judging = nil
      news += quarantine(judging.edition)
    }
    if record.trial != nil, isForeground { record.trial?.mark = boot }
    let next = record.trial == nil || isForeground ? newest : passed
    guard record != before else { return use(next) }
    waiting = .use(next)
    return news + [.save(sweeping: false)]
  }

  /// What another app judged is to be judged again. Its crashes say nothing about this one.
  private mutating func moveToThisApp() {
    let candidate = record.chain.first ?? record.judging?.edition
    record.app = app.identity
    record.chain = []
    record.trial = nil
    record.quarantine = []
    record.isBundledBad = false
    (record.etag, record.failures, record.skips, record.control) = (nil, 0, 0, nil)
    record.judging = candidate.flatMap {
      $0.sequence > app.sequence ? DeliveryRecord.Judging($0, attempts: 0) : nil
    }
  }

  /// The flow on trial, or the newest that has passed.
  private var newest: Choice {
    record.chain.first.map(Choice.edition) ?? (record.isBundledBad ? .safe : .bundled)
  }

  /// The newest flow that has passed its trial.
  private var passed: Choice {
    guard record.trial != nil else { return newest }
    return record.chain.dropFirst().first.map(Choice.edition) ?? (record.isBundledBad ? .safe : .bundled)
  }

  private mutating func use(_ next: Choice) -> [Effect] {
    choice = next
    isMarked = record.trial?.mark != nil
    return [.use(next)]
  }

  private mutating func saved(_ isSaved: Bool) -> [Effect] {
    defer { if choice != nil { isMarked = record.trial?.mark != nil } }
    switch waiting {
    case .use(let next):
      waiting = nil
      guard !isSaved, record.trial?.mark != nil else { return use(next) }
      // A start without a mark on the disk could crash for ever.
      record.trial?.mark = nil
      return use(passed)
    case .judge(let edition):
      waiting = nil
      if isSaved {
        judged = edition
        return [.judge(edition)]
      }
      record.judging = nil
      record.etag = nil
      return failedToFetch()
    case nil:
      return []
    }
  }

  private mutating func lost() -> [Effect] {
    guard case .edition(let edition) = choice else { return [] }
    if record.chain.first == edition { record.trial = nil }
    record.chain.removeAll { $0 == edition }
    // The server's next answer brings it back.
    record.etag = nil
    choice = nil
    waiting = .use(passed)
    return [.save(sweeping: false)]
  }
}

// The trial.
extension DeliveryMachine {
  private mutating func landedBadly() -> [Effect] {
    record.trial?.mark = nil
    isMarked = false
    return noteBadStart() + [.save(sweeping: false)]
  }

  private mutating func healthy() -> [Effect] {
    isMarked = false
    record.trial?.mark = nil
    record.trial?.healthy += 1
    guard let trial = record.trial, trial.healthy >= rules.healthyStarts else {
      return [.save(sweeping: false)]
    }
    record.trial = nil
    record.chain = Array(record.chain.prefix(1))
    return [.save(sweeping: true), .tell(.trialPassed(newest))]
  }

  /// What happens to the app from here on is not the flow's fault.
  private mutating func leftForeground() -> [Effect] {
    isMarked = false
    record.trial?.mark = nil
    return [.save(sweeping: false)]
  }

  private mutating func noteBadStart() -> [Effect] {
    guard var trial = record.trial else { return [] }
    trial.bad += 1
    record.trial = trial
    let news: [Effect] = [.tell(.badStart(newest))]
    return trial.bad >= rules.badStarts ? news + fall() : news
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
