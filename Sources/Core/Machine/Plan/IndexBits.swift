/// A set of small indices that finds its smallest one in a fixed number of operations.
///
/// It has levels of 64-bit words. A bit of a level says whether a word of the level below is not empty; the top level
/// is one word. Up to 64 indices need only this word.
package struct IndexBits: Equatable, Sendable {
  private var top: UInt64 = 0
  /// The other levels, the lowest first; empty for up to 64 indices.
  private var words: [UInt64] = []
  /// The beginning of each level in `words`.
  private var levels: [Int] = []

  package init(capacity: Int) {
    var total = 0
    var count = (max(capacity, 1) + 63) >> 6
    while count > 1 {
      levels.append(total)
      total += count
      count = (count + 63) >> 6
    }
    words = Array(repeating: 0, count: total)
  }

  @inline(__always)
  package mutating func insert(_ index: Int) {
    if levels.isEmpty { top |= 1 << UInt64(index & 63) } else { insertInLevels(index) }
  }

  private mutating func insertInLevels(_ index: Int) {
    var position = index
    for level in levels {
      let word = level + position >> 6
      let before = words[word]
      words[word] = before | 1 << UInt64(position & 63)
      if before != 0 { return }
      position >>= 6
    }
    top |= 1 << UInt64(position & 63)
  }

  @inline(__always)
  package mutating func remove(_ index: Int) {
    if levels.isEmpty { top &= ~(1 << UInt64(index & 63)) } else { removeFromLevels(index) }
  }

  private mutating func removeFromLevels(_ index: Int) {
    guard top != 0 else { return }
    var position = index
    for level in levels {
      let word = level + position >> 6
      words[word] &= ~(1 << UInt64(position & 63))
      if words[word] != 0 { return }
      position >>= 6
    }
    top &= ~(1 << UInt64(position & 63))
  }

  package func contains(_ index: Int) -> Bool {
    let word = levels.isEmpty ? top : words[index >> 6]
    return word & 1 << UInt64(index & 63) != 0
  }

  /// Copies a set of the same capacity, without allocating memory.
  @inline(__always)
  package mutating func update(from other: IndexBits) {
    top = other.top
    guard !levels.isEmpty else { return }
    words.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: other.words) }
  }

  @inline(__always)
  package var first: Int? {
    guard top != 0 else { return nil }
    guard !levels.isEmpty else { return top.trailingZeroBitCount }
    return descend(from: levels.count, position: top.trailingZeroBitCount)
  }

  /// The smallest index that is not below a bound.
  package func first(from bound: Int) -> Int? {
    var position = bound
    // Goes up to the first level whose word has a bit at or after the position.
    for level in 0...levels.count {
      let isTop = level == levels.count
      let end = level + 1 < levels.count ? levels[level + 1] : words.count
      guard isTop ? position < 64 : levels[level] + position >> 6 < end else { return nil }
      let word = isTop ? top : words[levels[level] + position >> 6]
      let rest = word & ~0 << UInt64(position & 63)
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
