import LaunchFlowRecords

/// The recorded launches of one group: of one version of the flow, or with one word of a label.
///
/// It keeps a landing's time, and counts of everything else.
package struct LaunchGroup: Sendable {
  /// The launches of one stratum.
  struct Stratum: Sendable {
    /// The landing times, ascending once `sort` was called.
    var times: [Int64] = []
    var pages: [String: Int] = [:]
    var degraded = 0
    var cancelled = 0

    var count: Int { times.count }

    /// How many launches landed no later than a time.
    func count(upTo time: Int64) -> Int {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] <= time { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// By the word of the label that divides the group; one with the empty word where nothing divides it.
  private(set) var strata: [String: Stratum] = [:]
  /// By label: how many launches have which word.
  private(set) var words: [String: [String: Int]] = [:]
  private let within: String?

  /// The most pages, labels, and words of a label that are told apart. Further ones count as one other.
  package static let mostWords = 100
  private static let other = "other"

  /// Starts without launches.
  ///
  /// - Parameter within: The label by whose words the group is divided; nil for none.
  package init(within: String? = nil) { self.within = within }

  /// How many launches it has.
  package var count: Int { strata.values.reduce(0) { $0 + $1.count } }

  /// Adds a launch that landed.
  ///
  /// - Returns: Whether it was added. One without a landing, or without the label that divides the group, is not.
  @discardableResult
  package mutating func add(_ record: LaunchRecord) -> Bool {
    guard let landing = record.landing else { return false }
    var stratum = ""
    if let within {
      guard let word = record.labels.first(where: { $0.name == within })?.word else { return false }
      stratum = strata[word] != nil || strata.count < Self.mostWords ? word : Self.other
    }
    var launches = strata.removeValue(forKey: stratum) ?? Stratum()
    launches.times.append(landing.time)
    Self.count(landing.page, &launches.pages)
    if landing.isDegraded { launches.degraded += 1 }
    if landing.isCancelled { launches.cancelled += 1 }
    strata[stratum] = launches
    for label in record.labels where label.name != within {
      guard words[label.name] != nil || words.count < Self.mostWords else { continue }
      Self.count(label.word, &words[label.name, default: [:]])
    }
    return true
  }

  /// Adds the launches of another group that is divided in the same way.
  package mutating func add(_ other: LaunchGroup) {
    for (word, launches) in other.strata {
      strata[word, default: Stratum()].times += launches.times
      for (page, count) in launches.pages { strata[word]?.pages[page, default: 0] += count }
      strata[word]?.degraded += launches.degraded
      strata[word]?.cancelled += launches.cancelled
    }
    for (label, counts) in other.words {
      for (word, count) in counts { words[label, default: [:]][word, default: 0] += count }
    }
  }

  private static func count(_ word: String, _ counts: inout [String: Int]) {
    counts[counts[word] != nil || counts.count < mostWords ? word : other, default: 0] += 1
  }

  /// The group with its times in order.
  var sorted: LaunchGroup {
    var group = self
    for word in strata.keys { group.strata[word]?.times.sort() }
    return group
  }
}
