/// Finds the intended name for a name that does not exist.
package struct Suggester {
  /// The remaining work, in names and letters. It bounds the cost of a file full of unknown names.
  private var budget = 5_000_000

  /// The name nearest to a single one, as ``nearest(to:among:)`` finds it.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    var suggester = Suggester()
    return suggester.nearest(to: name, among: names)
  }

  /// The name nearest to the given one: within a third of its length, the first of equals; else the only one
  /// that begins with the given name.
  package mutating func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.utf8)
    guard (1...64).contains(wanted.count), budget > 0 else { return nil }
    var bound = wanted.count / 3
    var best: String?
    var completions: [String] = []
    for candidate in names {
      let letters = candidate.utf8
      budget -= 1
      if wanted.count > 1, completions.count < 2, letters.starts(with: wanted) {
        completions.append(candidate)
      }
      guard abs(letters.count - wanted.count) <= bound, candidate != name else { continue }
      budget -= wanted.count * letters.count
      guard budget > 0 else { return best }
      let distance = Self.distance(wanted, Array(letters), bound: bound)
      guard distance <= bound else { continue }
      best = candidate
      if distance == 0 { break }
      bound = distance - 1
    }
    return best ?? (completions.count == 1 ? completions[0] : nil)
  }

  /// Asks whether the nearest name was meant, or lists the names; nil without any name.
  package mutating func suggestion(for name: String, among names: [String]) -> String? {
    nearest(to: name, among: names).map { "did you mean \"\($0)\"?" } ?? Self.listing(names)
  }

  /// The suggestion for a word that is no result, failure or status: the nearest one, a synonym, or all of them.
  mutating func suggestion(forStatus word: String, among known: [String]) -> String? {
    if nearest(to: word, among: known) == nil, let status = AdviceText.all.statuses[word.lowercased()[...]],
      known.contains(status)
    {
      return "write \"\(status)\""
    }
    return suggestion(for: word, among: known)
  }

  /// The first names of a list, and the number of the others; nil without any name.
  private static func listing(_ names: [String]) -> String? {
    let listed = names.prefix(12).map { "\"\($0)\"" }
    guard listed.count > 1 else { return listed.first.map { "there is only \($0)" } }
    let more = names.count - listed.count
    return "expected one of: " + listed.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The number of letters that must be inserted, removed, replaced or swapped with their neighbour; case and
  /// the kind of separator count almost nothing.
  private static func distance(_ a: [UInt8], _ b: [UInt8], bound: Int) -> Int {
    let a = a.map(fold)
    let b = b.map(fold)
    if a == b { return 0 }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      var least = i + 1
      for j in b.indices {
        var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = Swift.min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
        least = Swift.min(least, cost)
      }
      if least > bound { return bound + 1 }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  private static func fold(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x41...0x5A: letter + 0x20
    case 0x5F, 0x20, 0x2E: 0x2D
    default: letter
    }
  }
}
