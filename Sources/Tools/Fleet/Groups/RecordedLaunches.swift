/// Recorded launches of one flow, divided into groups: by the version of their flow, or by a label.
package struct RecordedLaunches: Sendable {
  /// What is kept of a launch. Launches that are equal are counted.
  struct Launch: Hashable, Sendable {
    /// When it landed; ``LandingTimes/never`` for one that did not.
    var time: Int64
    var group: Int32 = 0
    /// -1 for a launch that did not land.
    var page: Int32
    var stratum: Int32 = 0
    var isDegraded: Bool
    var isCancelled = false
    /// The launches of one installation are not independent; nil where none is known.
    var installation: Pseudonym?
  }

  struct Word: Hashable, Sendable {
    var group: Int32
    var label: String
    var word: String
  }

  /// The most groups, pages, and words of a label that are told apart. Further ones count as one other.
  package static let mostWords = 200

  /// Records without the label of the groups, or that within which they are compared.
  package private(set) var withoutLabel = 0
  private(set) var launches: [Launch: Int] = [:]
  private(set) var groupNames = Names()
  private(set) var pageNames = Names()
  private(set) var strataNames = Names()
  private(set) var words: [Word: Int] = [:]
  private let by: String
  private let within: String?

  /// Groups launches by the words of a label, to compare them within each word of another one.
  package init(by: String = "version", within: String? = nil) {
    (self.by, self.within) = (by, within)
  }

  package mutating func add(_ record: LaunchRecord) {
    guard let group = record.word(of: by), let stratum = within.map(record.word) ?? "" else {
      return withoutLabel += 1
    }
    let number = groupNames.number(of: group)
    launches[
      Launch(
        time: record.landing?.time ?? LandingTimes.never, group: number,
        page: record.landing.map { pageNames.number(of: $0.page) } ?? -1,
        stratum: strataNames.number(of: stratum), isDegraded: record.landing?.isDegraded ?? false,
        isCancelled: record.landing?.isCancelled ?? false, installation: record.installation),
      default: 0] += 1
    for label in record.labels where label.name != within && label.name != by {
      words.tally(Word(group: number, label: label.name, word: label.word))
    }
  }

  /// The groups with the numbers of their launches, by name.
  package var groups: [(name: String, count: Int)] {
    var counts = Array(repeating: 0, count: groupNames.list.count)
    for (launch, count) in launches { counts[Int(launch.group)] += count }
    return zip(groupNames.list, counts).map { (name: $0, count: $1) }.sorted { $0.name < $1.name }
  }
}

/// Words by number, in the order in which they came.
struct Names: Sendable {
  private(set) var list: [String] = []

  /// Beyond the most, all words are one.
  mutating func number(of word: String) -> Int32 {
    if let number = list.firstIndex(of: word) { return Int32(number) }
    if list.count < RecordedLaunches.mostWords {
      list.append(list.count == RecordedLaunches.mostWords - 1 ? "other" : word)
    }
    return Int32(list.count - 1)
  }
}

extension Dictionary where Value == Int {
  /// Counts a key. Only hostile records have more different ones than are kept.
  package mutating func tally(_ key: Key) {
    if let count = self[key] {
      self[key] = count + 1
    } else if count < RecordedLaunches.mostWords * 10 {
      self[key] = 1
    }
  }
}
