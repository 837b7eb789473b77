/// What somebody may have meant to type.
enum Suggestion {
  /// The candidate nearest to a name, the first of equals; nil when none is within a third of its length.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let typed = Array(name.unicodeScalars.prefix(64))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let target = Array(candidate.unicodeScalars)
      guard target.count <= 64 else { continue }
      let distance = distance(typed, target)
      guard distance <= max(1, max(typed.count, target.count) / 3), distance < best?.distance ?? .max else {
        continue
      }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// How many letters must be added, dropped, replaced or swapped with their neighbour.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
