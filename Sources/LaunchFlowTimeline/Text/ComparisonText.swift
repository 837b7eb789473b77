import LaunchFlowModel

/// What pictures say of two runs, in words.
enum ComparisonText {
  /// What the two are called.
  static let sides = ["before", "after"]

  /// Two titles as one; what they end with in common is said once.
  static func pair(_ titles: [String]) -> String {
    let parts = titles.map { $0.split(separator: " · ", omittingEmptySubsequences: false).map(String.init) }
    guard parts.count == 2 else { return titles.joined(separator: " and ") }
    var common: [String] = []
    var (first, second) = (parts[0], parts[1])
    while first.count > 1, second.count > 1, let last = first.last, last == second.last {
      common.insert(last, at: 0)
      first.removeLast()
      second.removeLast()
    }
    let names = [first, second].map { $0.joined(separator: " · ") }
    return ([names.joined(separator: " and ")] + common).joined(separator: " · ")
  }

  /// Which landed sooner and by how much.
  static func landings(_ comparison: RunComparison) -> String {
    guard let first = comparison.landedBefore, let second = comparison.landedAfter else {
      return "not both have landed"
    }
    guard first != second else { return "both landed at \(TimeText.exact(first))" }
    let isSooner = second < first
    let difference = "\(TimeText.exact(abs(second - first))) \(isSooner ? "sooner" : "later")"
    let ratio = isSooner ? TimeText.ratio(first, to: second) : TimeText.ratio(second, to: first)
    let times = ratio.map { ", \($0)× as \(isSooner ? "fast" : "long")" } ?? ""
    return "the second landed \(difference)\(times)"
  }

  /// How long a step took, and how it settled where that says more; `-` for one that never started.
  static func entry(_ duration: Int64?, _ status: Status?, ascii: Bool = false) -> String {
    let took = duration.map { TimeText.short($0, ascii: ascii) }
    switch status {
    case .succeeded, nil: return took ?? "-"
    case let status?: return [took, status.rawValue].compactMap(\.self).joined(separator: " ")
    }
  }

  /// A page's name; a run may not have landed.
  static func page(_ page: String?) -> String { page ?? "not landed" }

  /// A difference with its sign; nothing where there is none.
  static func difference(_ nanoseconds: Int64, ascii: Bool = false) -> String {
    let text = TimeText.short(abs(nanoseconds), ascii: ascii)
    return nanoseconds == 0 ? "" : (nanoseconds < 0 ? "-" : "+") + text
  }
}
