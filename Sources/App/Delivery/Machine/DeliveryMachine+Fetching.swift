enum Answer: Hashable, Sendable {
  case unchanged
  /// No answer, or a package that is refused before its manifest is trusted.
  case failed
  case offer(Offer, etag: String?, now: Int64)
}

/// The content of a trusted manifest.
struct Offer: Hashable, Sendable {
  var edition: Edition
  /// The trusted keys that have signed it.
  var signers: [String]
  /// The time of issue, in seconds since 1970.
  var issued: Int64
  /// The time of expiry, in seconds since 1970. The offer is refused from then on.
  var expires: Int64
  /// Whether it orders the return to the bundled flow. Then it has no files.
  var isReturn = false
  /// Whether the rollout includes this installation.
  var isIncluded = true
  /// Whether this installation is in the rollout's control group.
  var isControl = false
}

extension DeliveryMachine {
  /// The number of seconds that the clock may be behind the time of issue.
  static let clockTolerance: Int64 = 86_400

  mutating func work() -> [Effect] {
    hasWorked = true
    if let judging = record.judging { return [judgeOnceSaved(judging.edition)] }
    guard record.skips > 0 else { return [.fetch(etag: record.etag)] }
    record.skips -= 1
    return [.save(sweeping: false)]
  }

  /// Saves the number of attempts before it judges.
  private mutating func judgeOnceSaved(_ edition: Edition) -> Effect {
    let before = record.judging?.edition == edition ? record.judging?.attempts ?? 0 : 0
    record.judging = DeliveryRecord.Judging(edition: edition, attempts: before + 1)
    candidate = edition
    return .save(sweeping: false)
  }

  mutating func answered(_ answer: Answer) -> [Effect] {
    continueLaunch(effects(of: answer))
  }

  private mutating func effects(of answer: Answer) -> [Effect] {
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
      raiseFloors(by: offer)
      record.etag = etag
      record.failures = 0
      return consider(offer)
    }
  }

  private mutating func raiseFloors(by offer: Offer) {
    for key in offer.signers {
      let former = record.floors[key]
      guard (former?.edition.sequence ?? 0) <= offer.edition.sequence else { continue }
      record.floors[key] = DeliveryRecord.Floor(
        edition: offer.edition, issued: max(former?.issued ?? 0, offer.issued))
    }
  }

  /// Counts a failed fetch. After more successive failures, more launches do not fetch.
  mutating func failedToFetch() -> [Effect] {
    record.failures = min(record.failures + 1, rules.mostFailures)
    record.skips = 1 << record.failures - 1
    return [.save(sweeping: false)]
  }

  private func staleness(of offer: Offer, _ now: Int64) -> PackageRefusal? {
    let edition = offer.edition
    if edition.sequence <= app.sequence { return .older(than: app.sequence) }
    let floors = record.floors.values.map(\.edition)
    if let highest = floors.map(\.sequence).max(), edition.sequence < highest { return .older(than: highest) }
    if floors.contains(where: { $0.sequence == edition.sequence && $0.manifest != edition.manifest }) {
      return .sameNumber
    }
    if offer.expires <= max(now, record.issued) { return .expired }
    return offer.issued > now + Self.clockTolerance ? .wrongClock : nil
  }

  /// Decides about a signed and fresh edition.
  private mutating func consider(_ offer: Offer) -> [Effect] {
    let edition = offer.edition
    record.control = nil
    if offer.isReturn {
      // Data that the delivered flow has stored may harm the bundled one.
      if !record.chain.isEmpty { record.trial = record.isBundledBad ? nil : DeliveryRecord.Trial() }
      record.chain = []
      record.judging = nil
      return [.save(sweeping: true), .tell(.returned(version: edition.version))]
    }
    if record.quarantine.contains(edition.files) {
      return [.save(sweeping: false), .tell(.refused(.quarantined))]
    }
    if record.chain.first?.files == edition.files { return [.save(sweeping: false), .tell(.unchanged)] }
    guard offer.isIncluded else {
      if offer.isControl { record.control = edition.sequence }
      return [.save(sweeping: false), .tell(.held(version: edition.version, isControl: offer.isControl))]
    }
    return [.keep(edition), judgeOnceSaved(edition)]
  }

  mutating func judged(_ offer: Offer?) -> [Effect] {
    guard let edition = judged else { return [] }
    judged = nil
    record.judging = nil
    guard let offer else { return continueLaunch([.save(sweeping: true)]) }
    raiseFloors(by: offer)
    let good = record.trial == nil ? record.chain.first : record.chain.dropFirst().first
    record.chain = [edition] + (good.map { [$0] } ?? [])
    record.trial = DeliveryRecord.Trial()
    return continueLaunch([.save(sweeping: true), .tell(.accepted(version: edition.version))])
  }
}
