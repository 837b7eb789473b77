import LaunchFlowFleet

struct ComparedGroups {
  /// Their names, and the labels of their launches.
  private(set) var before: (name: String, words: [String])
  private(set) var after: (name: String, words: [String])
  /// The reasons to doubt the groups, as sentences.
  private(set) var warnings: [String] = []

  /// Whether the first group is the control group of the second one.
  var hasControlGroup: Bool { Self.includes(Self.control + after.name, before.name) }

  /// The beginning of a control group's name, before the number of the delivered flow.
  private static let control = "control-of-"

  /// Chooses the groups: those of the command line, or by version the newest one and its control group.
  ///
  /// - Throws: A `UsageError` that lists the groups, if the choice is not clear.
  init(
    _ groups: [(name: String, count: Int)], by: String, before: String?, after: String?
  ) throws(UsageError) {
    let words = groups.map(\.name)
    var (first, second) = (before, after)
    let isVersion = by == "version"
    if isVersion {
      second = second ?? words.compactMap { Int($0) }.filter { "\($0)" != before }.max().map(String.init)
      first = first ?? second.flatMap { Self.earlier(than: $0, words) }
    }
    if words.count == 2 {
      first = first ?? words.first { $0 != second }
      second = second ?? words.last { $0 != first }
    }
    let listed = groups.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.prefix(10)
    let texts = listed.map { "'\($0.name)' (\(Counting.text($0.count, "launch")))" }
    let list =
      groups.isEmpty
      ? "no record has the label '\(by)'"
      : "the records have the \(by) " + texts.joined(separator: ", ") + (groups.count > 10 ? ", …" : "")
    guard let first, let second else {
      throw UsageError("name two groups with '--before' and '--after': \(list)")
    }
    guard first != second else { throw UsageError("'--before' and '--after' name the same group '\(first)'") }
    func chosen(_ name: String) throws(UsageError) -> (name: String, words: [String]) {
      let found = words.filter { $0 == name || isVersion && Self.includes(name, $0) }
      guard !found.isEmpty else { throw UsageError("no record belongs to the group '\(name)': \(list)") }
      return (name, found)
    }
    (self.before, self.after) = (try chosen(first), try chosen(second))
    if isVersion, Int(second) != nil, !words.contains(where: { Self.includes(Self.control + second, $0) }) {
      warnings.append(
        "no control group of \(second): launches of \(first) may differ in more than the flow; "
          + "'launchflow pack --control 5' makes one")
    }
  }

  /// The group to compare a new version with: its control group, else the version before it.
  private static func earlier(than newest: String, _ words: [String]) -> String? {
    if words.contains(where: { includes(control + newest, $0) }) { return control + newest }
    guard let number = Int(newest) else { return nil }
    let older = words.compactMap { Int($0) }.filter { $0 < number }.max()
    return older.map(String.init) ?? words.first { $0 == "bundled" }
  }

  /// Whether a group includes a label: its own name, or a flow in use and the group: `11 control-of-12`.
  private static func includes(_ group: String, _ version: String) -> Bool {
    version == group || version.hasSuffix(" " + group)
  }
}
