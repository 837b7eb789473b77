/// A label that differs between two groups by more than chance: more launches of one are on Wi-Fi, say.
///
/// Then a difference of the groups may come from the label. Comparing within the label takes that away.
package struct Imbalance: Hashable, Sendable {
  /// The label.
  package var label: String
  /// The word whose shares differ most.
  package var word: String
  /// The word's share in the first group, from 0 to 1.
  package var before: Double
  /// The word's share in the second group.
  package var after: Double

  /// A smaller difference is not told, however certain it is.
  private static let least = 0.02
  /// How often groups that do not differ are told to, at most, over all labels.
  private static let risk = 0.01

  /// One for each label that differs, by name.
  static func all(_ before: LaunchGroup, _ after: LaunchGroup) -> [Imbalance] {
    let labels = Set(before.words.keys).union(after.words.keys).sorted()
    return labels.compactMap { label in
      let counts = (before.words[label] ?? [:], after.words[label] ?? [:])
      let words = Set(counts.0.keys).union(counts.1.keys).sorted()
      let risk = Self.risk / Double(labels.count * words.count) / 4
      let found = words.compactMap { word -> Imbalance? in
        let (first, second) = (counts.0[word] ?? 0, counts.1[word] ?? 0)
        let certain =
          Confidence.least(first, of: before.count, risk: risk)
          > Confidence.most(second, of: after.count, risk: risk)
          || Confidence.least(second, of: after.count, risk: risk)
            > Confidence.most(first, of: before.count, risk: risk)
        let shares = (Double(first) / Double(before.count), Double(second) / Double(after.count))
        guard certain, (shares.0 - shares.1).magnitude >= Self.least else { return nil }
        return Imbalance(label: label, word: word, before: shares.0, after: shares.1)
      }
      return found.max { ($0.before - $0.after).magnitude < ($1.before - $1.after).magnitude }
    }
  }
}
