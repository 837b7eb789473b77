/// A set of small indices that answers which is the first, in a fixed number of steps.
///
/// Words of 64 bits, with a bit for each word that is not empty in the level above, up to one word. Up to
/// 64 indices are a single word.
package struct IndexBits: Sendable {
  /// All levels, the indices' own first.
  private var words: [UInt64]
  /// Where each level begins in `words`; the last level is a single word.
  private let levels: [Int]

  /// A set for indices below a bound, empty.
  package init(capacity: Int) {
    var levels: [Int] = []
    var total = 0
    var count = max(capacity, 1)
    repeat {
      count = (count + 63) >> 6
      levels.append(total)
      total += count
    } while count > 1
    self.levels = levels
    words = Array(repeating: 0, count: total)
  }

  /// Whether nothing is in it.
  package var isEmpty: Bool { words[words.count - 1] == 0 }

  /// Adds an index.
  package mutating func insert(_ index: Int) {
    var position = index
    for level in levels {
      let word = level + position >> 6
      let before = words[word]
      words[word] = before | 1 << UInt64(position & 63)
      if before != 0 { return }
      position >>= 6
    }
  }

  /// Takes an index out; one that is not in it is left alone.
  package mutating func remove(_ index: Int) {
    var position = index
    for level in levels {
      let word = level + position >> 6
      words[word] &= ~(1 << UInt64(position & 63))
      if words[word] != 0 { return }
      position >>= 6
    }
  }

  /// Whether an index is in it.
  package func contains(_ index: Int) -> Bool {
    words[index >> 6] & 1 << UInt64(index & 63) != 0
  }

  /// Takes everything out, in time linear in what is in it.
  package mutating func removeAll() {
    while let index = first { remove(index) }
  }

  /// The smallest index.
  package var first: Int? {
    let top = words[words.count - 1]
    guard top != 0 else { return nil }
    return descend(from: levels.count - 1, position: top.trailingZeroBitCount)
  }

  /// The smallest index that is not below a bound.
  package func first(from bound: Int) -> Int? {
    var position = bound
    // Up, to the first level whose word still has a bit at or behind the position.
    for level in levels.indices {
      let word = levels[level] + position >> 6
      guard word < (level + 1 < levels.count ? levels[level + 1] : words.count) else { return nil }
      let rest = words[word] & ~0 << UInt64(position & 63)
      if rest != 0 {
        return descend(from: level, position: position & ~63 | rest.trailingZeroBitCount)
      }
      position = position >> 6 + 1
    }
    return nil
  }

  private func descend(from level: Int, position: Int) -> Int {
    var position = position
    var level = level
    while level > 0 {
      level -= 1
      position = position << 6 | words[levels[level] + position].trailingZeroBitCount
    }
    return position
  }
}
