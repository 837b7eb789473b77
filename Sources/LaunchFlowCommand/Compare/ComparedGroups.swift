import LaunchFlowFleet

/// The two groups of records that are compared.
struct ComparedGroups {
  private(set) var before: (name: String, group: LaunchGroup)
  private(set) var after: (name: String, group: LaunchGroup)
  /// What makes them doubtful, as sentences.
  private(set) var warnings: [String] = []

  /// What a version ends with in the control group of a delivered flow, before that flow's number.
  private static let control = "control-of-"

  /// Chooses the groups: those of the command line, or by version the newest one and its control group.
  ///
  /// - Throws: A `UsageError` that lists the groups, where the choice is not clear.
  init(_ groups: RecordedGroups, before: String?, after: String?) throws(UsageError) {
    let known = groups.groups
    let words = known.keys.sorted()
    var (first, second) = (before, after)
    if groups.by == nil, second == nil {
      let numbers = words.compactMap { Int($0) }.filter { "\($0)" != before }
      second = numbers.max().map(String.init)
    }
    if groups.by == nil, first == nil, let newest = second { first = Self.earlier(than: newest, words) }
    if first == nil || second == nil, words.count == 2 {
      first = first ?? words.first { $0 != second }
      second = second ?? words.last { $0 != first }
    }
    guard let first, let second else {
      throw UsageError("name two groups with '--before' and '--after': \(Self.list(known, groups.by))")
    }
    guard first != second else { throw UsageError("'--before' and '--after' name the same group '\(first)'") }
    self.before = (first, try Self.group(first, known, groups))
    self.after = (second, try Self.group(second, known, groups))
    let hasControl = words.contains { Self.isOf(Self.control + second, $0) }
    if groups.by == nil, Int(second) != nil, !hasControl {
      warnings.append(
        "no control group of \(second): launches of \(first) may differ in more than the flow; "
          + "'launchflow pack --control 5' makes one")
    }
  }

  /// What a new version is compared with: its control group, else the version before it.
  private static func earlier(than newest: String, _ words: [String]) -> String? {
    if words.contains(where: { isOf(control + newest, $0) }) { return control + newest }
    guard let number = Int(newest) else { return nil }
    let older = words.compactMap { Int($0) }.filter { $0 < number }.max()
    return older.map(String.init) ?? words.first { $0 == "bundled" }
  }

  /// Whether a version is of a group: the group itself, or what the group uses meanwhile, as in `11 control-of-12`.
  private static func isOf(_ group: String, _ version: String) -> Bool {
    version == group || version.hasSuffix(" " + group)
  }

  /// All launches of a word. `control-of-12` are those that are held back from 12, whatever they use instead.
  private static func group(
    _ word: String, _ known: [String: LaunchGroup], _ groups: RecordedGroups
  ) throws(UsageError) -> LaunchGroup {
    var whole = LaunchGroup(within: groups.within)
    for (other, group) in known.sorted(by: { $0.key < $1.key })
    where other == word || groups.by == nil && isOf(word, other) {
      whole.add(group)
    }
    guard whole.count > 0 else {
      throw UsageError("no record is of the group '\(word)': \(list(known, groups.by))")
    }
    return whole
  }

  private static func list(_ known: [String: LaunchGroup], _ by: String?) -> String {
    let label = by ?? "version"
    guard !known.isEmpty else { return "no record has the label '\(label)'" }
    let listed = known.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(10)
    let texts = listed.map { "'\($0.key)' (\(Counting.text($0.value.count, "launch", plural: "launches")))" }
    return "the records have the \(label) " + texts.joined(separator: ", ") + (known.count > 10 ? ", …" : "")
  }
}
