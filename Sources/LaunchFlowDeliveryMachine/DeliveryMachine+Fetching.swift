/// What a server answered.
package enum Answer: Hashable, Sendable {
  case unchanged
  /// No answer, or one that is refused before its manifest can be trusted.
  case failed
  case offer(Offer, etag: String?, now: Int64)
}

/// What a trusted manifest says.
package struct Offer: Hashable, Sendable {
  package var edition: Edition
  /// In seconds since 1970.
  package var issued: Int64
  /// In seconds since 1970; not taken from then on.
  package var expires: Int64
  /// Whether it has no files and orders the return to the bundled flow.
  package var isReturn: Bool
  /// Whether the rollout includes this installation.
  package var isIncluded: Bool
  /// Whether this installation is in the rollout's control group.
  package var isControl: Bool

  package init(
    _ edition: Edition, issued: Int64, expires: Int64, isReturn: Bool = false, isIncluded: Bool = true,
    isControl: Bool = false
  ) {
    self.edition = edition
    self.issued = issued
    self.expires = expires
    self.isReturn = isReturn
    self.isIncluded = isIncluded
    self.isControl = isControl
  }
}

/// Why a trusted manifest is not considered.
package enum Staleness: Hashable, Sendable {
  /// Its number is lower than one that was offered before, or than the bundled flow's.
  case older(than: Int64)
  /// Another edition had the same number.
  case sameNumber
  case expired
  /// It was issued in the future, so the clock cannot be trusted.
  case clock
  case quarantined
}

extension DeliveryMachine {
  /// A clock that is so many seconds behind the time of issue is still believed.
  package static let clockTolerance: Int64 = 86_400

  mutating func work() -> [Effect] {
    hasWorked = true
    if var judging = record.judging {
      judging.attempts += 1
      record.judging = judging
      waiting = .judge(judging.edition)
      return [.save(sweeping: false)]
    }
    guard record.skips > 0 else { return [.fetch(etag: record.etag)] }
    record.skips -= 1
    return [.save(sweeping: false)]
  }

  mutating func answered(_ answer: Answer) -> [Effect] {
    switch answer {
    case .unchanged:
      let hadFailed = record.failures > 0
      record.failures = 0
      return (hadFailed ? [.save(sweeping: false)] : []) + [.tell(.unchanged)]
    case .failed:
      return failedToFetch()
    case .offer(let offer, let etag, let now):
      if let staleness = staleness(of: offer, now) {
        return failedToFetch() + [.tell(.refused(staleness))]
      }
      record.floor = offer.edition
      record.issued = max(record.issued, offer.issued)
      record.etag = etag
      record.failures = 0
      return consider(offer)
    }
  }

  /// The more often it failed in a row, the more launches do not fetch.
  mutating func failedToFetch() -> [Effect] {
    record.failures = min(record.failures + 1, rules.mostFailures)
    record.skips = 1 << record.failures - 1
    return [.save(sweeping: false)]
  }

  private func staleness(of offer: Offer, _ now: Int64) -> Staleness? {
    let edition = offer.edition
    if edition.sequence <= app.sequence { return .older(than: app.sequence) }
    if let floor = record.floor {
      if edition.sequence < floor.sequence { return .older(than: floor.sequence) }
      if edition.sequence == floor.sequence, edition.manifest != floor.manifest { return .sameNumber }
    }
    if offer.expires <= max(now, record.issued) { return .expired }
    return offer.issued > now + Self.clockTolerance ? .clock : nil
  }

  /// Decides about an edition that is signed and fresh.
  private mutating func consider(_ offer: Offer) -> [Effect] {
    let edition = offer.edition
    record.control = nil
    if offer.isReturn {
      record.chain = []
      record.trial = nil
      record.judging = nil
      isMarked = false
      return [.save(sweeping: true), .tell(.returned(edition))]
    }
    if record.quarantine.contains(edition.files) {
      return [.save(sweeping: false), .tell(.refused(.quarantined))]
    }
    if record.chain.first?.files == edition.files { return [.save(sweeping: false), .tell(.unchanged)] }
    guard offer.isIncluded else {
      if offer.isControl { record.control = edition.sequence }
      return [.save(sweeping: false), .tell(.held(edition, isControl: offer.isControl))]
    }
    record.judging = DeliveryRecord.Judging(edition, attempts: 1)
    waiting = .judge(edition)
    return [.keep(edition), .save(sweeping: false)]
  }

  mutating func judged(_ isAccepted: Bool) -> [Effect] {
    guard let edition = judged else { return [] }
    judged = nil
    record.judging = nil
    guard isAccepted else { return [.save(sweeping: true)] }
    let good = record.trial == nil ? record.chain.first : record.chain.dropFirst().first
    record.chain = [edition] + (good.map { [$0] } ?? [])
    record.trial = DeliveryRecord.Trial()
    isMarked = false
    return [.save(sweeping: true), .tell(.accepted(edition))]
  }
}
