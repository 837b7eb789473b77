/// A signed edition of a flow, or of the order to return to the bundled one.
struct Edition: Hashable, Sendable {
  /// Its number; a later edition has a higher one.
  var sequence: Int64
  /// The digest of its manifest.
  var manifest: String
  /// The digest of its files. Editions with the same files are one and the same to trials and quarantine.
  var files: String
}

/// What outlives a launch: the content of the record file.
struct DeliveryRecord: Hashable, Sendable {
  /// A series of starts that decides whether a flow stays.
  struct Trial: Hashable, Sendable {
    var bad = 0
    var healthy = 0
  }

  /// An edition whose judgement has begun.
  struct Judging: Hashable, Sendable {
    var edition: Edition
    /// How often its judgement has begun. A crash in it must not repeat for ever.
    var attempts: Int
  }

  /// What a key has signed last: nothing older is taken.
  struct Floor: Hashable, Sendable {
    /// The highest edition that was fresh, whatever became of it.
    var edition: Edition
    /// The latest time of issue, in seconds since 1970: the clock cannot be earlier.
    var issued: Int64
  }

  /// The app that judged: its contract, keys, limits and bundled flow, as a digest.
  var app = ""
  /// By key. The floor of a key goes when the key is not trusted any more, so nobody can lock out later keys.
  var floors: [String: Floor] = [:]
  /// The accepted editions, newest first, at most two. The second one has passed its trial.
  var chain: [Edition] = []
  /// The trial of the chain's first edition, or of the bundled flow if the chain is empty; nil if it has passed.
  var trial: Trial?
  /// The starts in a row that crashed, up to the limit of bad starts. A landing ends them.
  var crashes = 0
  var judging: Judging?
  /// The digests of files that this app must not use, oldest first.
  var quarantine: [String] = []
  /// Whether the bundled flow has failed its trial.
  var isBundledBad = false
  /// The server's tag of what was answered last.
  var etag: String?
  /// The fetches that failed in a row, up to the limit.
  var failures = 0
  /// The launches that do not fetch.
  var skips = 0
  /// The edition for which this installation is in the control group.
  var control: Int64?

  /// The editions whose files are kept.
  var kept: [Edition] { chain + (judging.map { [$0.edition] } ?? []) }
  /// The latest signed time of issue.
  var issued: Int64 { floors.values.map(\.issued).max() ?? 0 }
}
