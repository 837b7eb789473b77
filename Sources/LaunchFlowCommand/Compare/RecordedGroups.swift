import LaunchFlowFleet
import LaunchFlowRecords

/// The launches of records by flow and group, in memory that the records' names cannot exceed.
struct RecordedGroups {
  /// The launches of one flow.
  fileprivate struct Launches {
    var groups: [String: LaunchGroup] = [:]
    /// All records, with those that are in no group.
    var records = 0
    var withoutLanding = 0
    var withoutLabel = 0
    /// Those of groups beyond the most that are kept.
    var leftOut = 0
  }

  /// The label that tells the groups apart; nil for the version of the flow.
  let by: String?
  /// The label within whose words the groups are compared.
  let within: String?
  private var flows: [String: Launches] = [:]
  private var leftOut = 0

  private static let mostFlows = 20
  fileprivate static let mostGroups = 200

  init(by: String?, within: String?) {
    self.by = by
    self.within = within
  }

  mutating func add(_ record: LaunchRecord) {
    guard flows[record.flow] != nil || flows.count < Self.mostFlows else { return leftOut += 1 }
    flows[record.flow, default: Launches()].add(record, by, within)
  }

  /// The flow that most records are of; nil without records.
  var flow: String? {
    flows.max { ($0.value.records, $1.key) < ($1.value.records, $0.key) }?.key
  }

  /// The groups of that flow, by word.
  var groups: [String: LaunchGroup] { flow.flatMap { flows[$0]?.groups } ?? [:] }

  /// What was left out, as sentences.
  var notes: [String] {
    guard let flow, let launches = flows[flow] else { return [] }
    var notes: [String] = []
    let others = flows.values.reduce(leftOut) { $0 + $1.records } - launches.records
    func add(_ count: Int, _ what: String) {
      if count > 0 { notes.append("\(Counting.text(count, "record")) \(what); left out") }
    }
    add(others, "of other flows than '\(flow)'")
    add(launches.withoutLanding, "without a landing")
    add(
      launches.withoutLabel, "without the label " + [by, within].compactMap(\.self).joined(separator: " or "))
    add(launches.leftOut, "of more than \(Self.mostGroups) groups")
    return notes
  }
}

extension RecordedGroups.Launches {
  fileprivate mutating func add(_ record: LaunchRecord, _ by: String?, _ within: String?) {
    records += 1
    guard record.landing != nil else { return withoutLanding += 1 }
    let word: String?
    if let by { word = record.labels.first { $0.name == by }?.word } else { word = record.version ?? "none" }
    guard let word else { return withoutLabel += 1 }
    guard groups[word] != nil || groups.count < RecordedGroups.mostGroups else { return leftOut += 1 }
    // Taken out, so that it is not copied.
    var group = groups.removeValue(forKey: word) ?? LaunchGroup(within: within)
    if !group.add(record) { withoutLabel += 1 }
    groups[word] = group
  }
}
