/// A label that differs between two groups by more than chance: more launches of one are on Wi-Fi, say.
///
/// Then a difference of the groups may come from the label. Comparing within the label takes that away.
package struct Imbalance: Hashable, Sendable {
  package var label: String
  /// The word whose shares differ most.
  package var word: String
  /// The word's share in the first group, from 0 to 1.
  package var before: Double
  package var after: Double

  /// A smaller difference is not reported, however certain it is.
  private static let least = 0.02
  /// The largest rate of false alarms, over all values of all labels.
  private static let risk = 0.01

  /// One for each label that differs, by name.
  static func all(
    _ words: [RecordedLaunches.Word: Int], _ sides: [Set<Int32>], _ totals: [Int]
  ) -> [Imbalance] {
    var counts: [[String]: [Double]] = [:]
    for (key, count) in words {
      for side in 0...1 where sides[side].contains(key.group) {
        counts[[key.label, key.word], default: [0, 0]][side] += Double(count)
      }
    }
    let reach = Looks.once.reach(risk: risk / Double(max(1, words.count)))
    var found: [Imbalance] = []
    for (key, counts) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let shares = zip(counts, totals).map { count, total in
        let worth = Double(max(1, total))
        return Interval(share: min(1, count / worth), worth: worth, reach: reach)
      }
      let difference = shares[1].minus(shares[0])
      guard difference.least > 0 || difference.most < 0, difference.seen.magnitude >= least else { continue }
      let next = Imbalance(label: key[0], word: key[1], before: shares[0].seen, after: shares[1].seen)
      if found.last?.label != next.label {
        found.append(next)
      } else if let last = found.last, difference.seen.magnitude > (last.after - last.before).magnitude {
        found[found.count - 1] = next
      }
    }
    return found
  }
}
