/// A set of small indices that finds its smallest one quickly, and at once in a set without indices from 64 on.
package struct IndexBits: Equatable, Sendable {
  /// The first 64 indices. Most flows have no more steps, so these take one word and no array.
  private var low: UInt64 = 0
  private var otherWords: [UInt64]
  /// How many indices are in the other words.
  private var others = 0

  package init(capacity: Int) {
    otherWords = Array(repeating: 0, count: max(0, capacity - 1) >> 6)
  }

  @inline(__always)
  package mutating func insert(_ index: Int) {
    if index < 64 { low |= Self.bit(index) } else { insertOther(index) }
  }

  private mutating func insertOther(_ index: Int) {
    if !contains(index) { others += 1 }
    otherWords[index >> 6 - 1] |= Self.bit(index)
  }

  @inline(__always)
  package mutating func remove(_ index: Int) {
    if index < 64 { low &= ~Self.bit(index) } else { removeOther(index) }
  }

  private mutating func removeOther(_ index: Int) {
    if contains(index) { others -= 1 }
    otherWords[index >> 6 - 1] &= ~Self.bit(index)
  }

  package func contains(_ index: Int) -> Bool { word(index >> 6) & Self.bit(index) != 0 }

  /// Copies a set of the same capacity, without allocating memory.
  @inline(__always)
  package mutating func update(from other: IndexBits) {
    low = other.low
    others = other.others
    otherWords.copy(other.otherWords)
  }

  @inline(__always)
  package var first: Int? { low != 0 ? low.trailingZeroBitCount : others > 0 ? first(from: 64) : nil }

  /// The smallest index that is not below a bound.
  package func first(from bound: Int) -> Int? {
    var mask = ~0 << UInt64(bound & 63) as UInt64
    for number in bound >> 6..<max(bound >> 6, otherWords.count + 1) {
      let rest = word(number) & mask
      if rest != 0 { return number << 6 | rest.trailingZeroBitCount }
      if others == 0 { return nil }
      mask = ~0
    }
    return nil
  }

  private func word(_ number: Int) -> UInt64 { number == 0 ? low : otherWords[number - 1] }

  @inline(__always)
  private static func bit(_ index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}
