/// A signed edition of a flow, or of the order to return to the bundled one.
package struct Edition: Hashable, Sendable {
  /// Its number; a later edition has a higher one.
  package var sequence: Int64
  /// The digest of its manifest.
  package var manifest: String
  /// The digest of its files. Editions with the same files are one and the same to trials and quarantine.
  package var files: String

  package init(sequence: Int64, manifest: String, files: String) {
    self.sequence = sequence
    self.manifest = manifest
    self.files = files
  }
}

/// What outlives a launch: the content of the record file.
package struct DeliveryRecord: Hashable, Sendable {
  /// A series of starts that decides whether a flow stays.
  package struct Trial: Hashable, Sendable {
    package var bad = 0
    package var healthy = 0
    /// The system's boot in which a start is under way that is neither bad nor healthy so far; nil for none.
    package var mark: String?

    package init() {}
  }

  /// An edition whose judgement has begun.
  package struct Judging: Hashable, Sendable {
    package var edition: Edition
    /// How often its judgement has begun. A crash in it must not repeat for ever.
    package var attempts: Int

    package init(_ edition: Edition, attempts: Int) {
      self.edition = edition
      self.attempts = attempts
    }
  }

  /// The app that judged: its contract, keys, limits and bundled flow, as a digest.
  package var app = ""
  /// The highest edition that was signed and fresh, whatever became of it.
  package var floor: Edition?
  /// The latest signed time of issue, in seconds since 1970: the clock cannot be earlier.
  package var issued: Int64 = 0
  /// The accepted editions, newest first, at most two. The second one has passed its trial.
  package var chain: [Edition] = []
  /// The trial of the chain's first edition, or of the bundled flow if the chain is empty; nil if it has passed.
  package var trial: Trial?
  package var judging: Judging?
  /// The digests of files that this app must not use, oldest first.
  package var quarantine: [String] = []
  /// Whether the bundled flow has failed its trial.
  package var isBundledBad = false
  /// The server's tag of what was answered last.
  package var etag: String?
  /// The fetches that failed in a row, up to the limit.
  package var failures = 0
  /// The launches that do not fetch.
  package var skips = 0
  /// The edition for which this installation is in the control group.
  package var control: Int64?

  package init() {}

  /// The editions whose files are kept.
  package var kept: [Edition] { chain + (judging.map { [$0.edition] } ?? []) }
}
