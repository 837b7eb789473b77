@testable import LaunchFlowDelivery

/// A small world whose every course is followed: kills between any two effects, reboots, updates of the app that may
/// trust other keys, disks that fail, clocks that jump, and a server that answers whatever it likes.
struct DeliveryUniverse: Sendable {
  var name: String
  /// What the server may answer at any time, in any order and again.
  var offers: [Offer] = []
  /// What the clock may say.
  var clocks: [Int64] = [day * 10]
  /// How many saves may fail in one course.
  var failures = 0
  /// How many stored packages may be found damaged in one course.
  var damages = 0
  var hasReboots = false
  var hasUpdate = false
  var hasBackground = false
  var isBundledBad = false
  /// Whether the app may land late.
  var landsBadly = false
  /// Whether the server may send what is older than before, or nothing.
  var hasReplays = false
  /// By version of the app: the keys that it trusts.
  var keys: [String: Set<String>] = ["1": ["k"], "2": ["k"]]
  /// In days; nil for ever.
  var freshness: Int64?

  static let day: Int64 = 86_400
  static let mostBad = 2
  static let mostJudgements = 2

  var rules: DeliveryMachine.Rules {
    DeliveryMachine.Rules(
      badStarts: Self.mostBad, window: 3, judgements: Self.mostJudgements, mostFailures: 1,
      freshness: freshness.map { $0 * Self.day })
  }

  /// Files named like this crash the app in each launch that uses them.
  static let bad = "bad"
  /// The judge refuses these.
  static let refused = "refused"
  /// Judging these ends the process.
  static let poison = "poison"

  static func offer(
    _ sequence: Int64, _ files: String, manifest: String? = nil, issued: Int64 = 5, expires: Int64 = 20,
    signers: [String] = ["k"], isReturn: Bool = false, isIncluded: Bool = true
  ) -> Offer {
    Offer(
      edition: Edition(sequence: sequence, manifest: manifest ?? "\(sequence)", files: files),
      signers: signers, issued: issued * day, expires: expires * day, isReturn: isReturn,
      isIncluded: isIncluded, isControl: !isIncluded)
  }

  /// What an app sees of an offer; nil if no trusted key has signed it.
  func trusted(_ offer: Offer, by app: String) -> Offer? {
    var offer = offer
    offer.signers.removeAll { keys[app]?.contains($0) != true }
    return offer.signers.isEmpty ? nil : offer
  }

  /// What an app sees of a stored edition.
  func trusted(_ edition: Edition, by app: String) -> Offer? {
    offers.first { $0.edition == edition }.flatMap { trusted($0, by: app) }
  }
}

/// One state of a universe: the disk, the process if there is one, and what the test itself has counted.
struct DeliveryNode: Hashable {
  var disk = DeliveryRecord()
  var files: Set<Edition> = []
  /// The boot in which a start has left its mark.
  var mark: String?
  /// Nil between two processes.
  var machine: DeliveryMachine?
  var effects: [DeliveryMachine.Effect] = []
  var isFetching = false
  var judging: Edition?
  var app = "1"
  var failures = 0
  var damages = 0

  // What the test counts by itself.
  var use: DeliveryMachine.Choice?
  var isForeground = false
  /// Whether this start is on trial and not decided.
  var isWatched = false
  /// The files that the mark on the disk is about, for the app that runs.
  var marked: String?
  /// The files whose marked start ended by a kill or a bad landing, until that is saved.
  var killed: String?
  /// Whether the last start ended by a kill; until a landing.
  var hasCrashed = false
  var hasFetched = false
  var hasLanded = false
  /// Whether the chosen edition could not be read; until that is saved.
  var hasLost = false
  /// By files, up to the limit: bad starts on trial.
  var bad: [String: Int] = [:]
  /// Kills in a row of the flow in use, on trial or not.
  var row = 0
  var judgements: [String: Int] = [:]
  var accepted: Set<Edition> = []
  var lastOffer: Offer?
  var lastClock: Int64 = 0
  /// What the clock said at the start, where that matters.
  var startClock: Int64 = 0
  /// Writes since the process began, until its tail.
  var writes = 0
  var isBeforeTail = true

  /// Forgets what cannot matter any more, so that equal courses meet again.
  mutating func forget() {
    let kept = Set(disk.kept + (machine?.record.kept ?? []))
    accepted.formIntersection(kept)
    let names = Set(kept.map(\.files) + ["bundled"])
    bad = bad.filter { names.contains($0.key) }
    judgements = judgements.filter { names.contains($0.key) }
    if effects.isEmpty { (lastOffer, lastClock) = (nil, 0) }
  }
}

extension DeliveryMachine.Choice {
  /// What the test calls the flow.
  var files: String {
    if case .edition(let edition) = self { edition.files } else { "bundled" }
  }
}
