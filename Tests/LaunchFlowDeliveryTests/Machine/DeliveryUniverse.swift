import LaunchFlowDeliveryMachine

/// A small world whose every course is followed: kills between any two effects, reboots, updates of the app, disks that
/// fail, clocks that jump, and a server that answers whatever it likes.
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

  static let day: Int64 = 86_400
  static let rules = DeliveryMachine.Rules(badStarts: 2, window: 3, judgements: 2, mostFailures: 1)

  /// Files named like this crash the app in each launch that uses them.
  static let bad = "bad"
  /// The judge refuses these.
  static let refused = "refused"
  /// Judging these ends the process.
  static let poison = "poison"

  static func offer(
    _ sequence: Int64, _ files: String, manifest: String? = nil, issued: Int64 = 5, expires: Int64 = 20,
    isReturn: Bool = false, isIncluded: Bool = true
  ) -> Offer {
    Offer(
      Edition(sequence: sequence, manifest: manifest ?? "\(sequence)", files: files), issued: issued * day,
      expires: expires * day, isReturn: isReturn, isIncluded: isIncluded, isControl: !isIncluded)
  }
}

/// One state of a universe: the disk, the process if there is one, and what the test itself has counted.
struct DeliveryNode: Hashable {
  var disk = DeliveryRecord()
  var files: Set<Edition> = []
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
  /// Whether this process has marked the disk.
  var hasMarked = false
  /// The files whose start on trial ended by a kill, until the next start.
  var killed: String?
  /// By files, up to the limit.
  var bad: [String: Int] = [:]
  var judgements: [String: Int] = [:]
  var accepted: Set<Edition> = []
  var lastOffer: Offer?
  var lastClock: Int64 = 0
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
