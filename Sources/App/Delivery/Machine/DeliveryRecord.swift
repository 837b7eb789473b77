/// A signed edition of a flow, or a signed order to return to the bundled flow.
struct Edition: Codable, Hashable, Sendable {
  /// The sequence number; later editions have higher ones.
  var sequence: Int64
  var manifest: String
  /// The digest of the files. Trials and quarantine treat editions with the same files as one.
  var files: String
}

/// The content of the record file, which survives a launch.
struct DeliveryRecord: Codable, Hashable, Sendable {
  /// A series of starts that decides whether a flow stays.
  struct Trial: Codable, Hashable, Sendable {
    var bad = 0
    var healthy = 0
  }

  /// An edition whose judgement has begun.
  struct Judging: Codable, Hashable, Sendable {
    var edition: Edition
    /// How often the judgement has begun. A judgement that crashes must not be repeated for ever.
    var attempts: Int
  }

  /// The newest edition that a key has signed. Older ones are refused.
  struct Floor: Codable, Hashable, Sendable {
    /// The highest edition that was fresh, even if it was not used.
    var edition: Edition
    /// The latest time of issue, in seconds since 1970. The current time cannot be earlier.
    var issued: Int64
  }

  /// The digest of the app that judged: of its contract, keys, limits and bundled flow.
  var app = ""
  /// By key. The floor of a key that is no longer trusted is removed, so that a stolen key cannot block later keys.
  var floors: [String: Floor] = [:]
  /// The accepted editions, newest first, at most two. The second one has passed its trial.
  var chain: [Edition] = []
  /// The trial of the chain's first edition, or of the bundled flow if the chain is empty; nil if it has passed.
  var trial: Trial?
  /// The number of successive starts that crashed, up to the limit of bad starts. A landing resets it.
  var crashes = 0
  var judging: Judging?
  /// The digests of files that this app must not use, oldest first.
  var quarantine: [String] = []
  var isBundledBad = false
  /// The server's tag of the last answer.
  var etag: String?
  /// The number of successive failed fetches, up to the limit.
  var failures = 0
  /// The number of coming launches that do not fetch.
  var skips = 0
  /// The edition for which this installation is in the control group.
  var control: Int64?

  var kept: [Edition] { chain + (judging.map { [$0.edition] } ?? []) }
  /// The latest signed time of issue.
  var issued: Int64 { floors.values.map(\.issued).max() ?? 0 }
}
