import LaunchFlowModel

/// What is made as small, or as large, as the rules let it.
package enum TuneObjective: Hashable, Sendable {
  /// The landing time at this share of the launches.
  case time(Double)
  case mean
  case degraded
  /// The share of launches that do not land on this page, by its index.
  case missing(page: Int)

  private static let times = ["p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99]
  private static let words = ["p50", "p90", "p95", "p99", "mean", "degraded"]

  /// What `--minimise` names.
  ///
  /// - Throws: `InvalidTuning` with what to write instead.
  package init(minimising word: String, pages: [String]) throws(InvalidTuning) {
    if let share = Self.times[word] {
      self = .time(share)
    } else if word == "mean" {
      self = .mean
    } else if word == "degraded" {
      self = .degraded
    } else if pages.contains(word) {
      throw InvalidTuning("the share of a page is not minimised; write '--maximise' with another page")
    } else {
      throw Self.unknown(word, among: Self.words)
    }
  }

  /// What `--maximise` names.
  ///
  /// - Throws: `InvalidTuning` with what to write instead.
  package init(maximising word: String, pages: [String]) throws(InvalidTuning) {
    if let page = pages.firstIndex(of: word) {
      self = .missing(page: page)
    } else if Self.words.contains(word) {
      throw InvalidTuning("'\(word)' is minimised; write '--minimise \(word)'")
    } else {
      throw Self.unknown(word, among: pages)
    }
  }

  private static func unknown(_ word: String, among words: [String]) -> InvalidTuning {
    let hint = Suggester.nearest(to: word, among: words).map { "did you mean '\($0)'?" }
    return InvalidTuning(
      "'\(word)' is no figure; " + (hint ?? "expected one of: \(words.joined(separator: ", "))"))
  }

  /// Its value, which is better the smaller it is: nanoseconds, or a count of runs.
  func value(_ figures: TuneFigures) -> Int64 {
    switch self {
    case .time(let share): figures.time(at: share)
    case .mean: figures.mean
    case .degraded: Int64(figures.degraded)
    case .missing(let page): Int64(figures.runs - figures.pages[page])
    }
  }
}
