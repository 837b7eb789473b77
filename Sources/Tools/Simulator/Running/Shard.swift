/// One of the parts that many runs are divided into: consecutive runs, as many as in the other parts or one more.
package struct Shard: Hashable, Sendable, Codable {
  /// Its place among the shards, from 0.
  package var index: Int
  /// How many shards there are.
  package var count: Int

  /// The most shards.
  package static let most = 1_000_000

  /// Whether there is such a shard: one that was read may be anything.
  package var exists: Bool { (1...Self.most).contains(count) && (0..<count).contains(index) }

  /// A shard among others; its index is below the count.
  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// The numbers of its runs; empty if there are fewer runs than shards.
  package func runs(of all: Int) -> Range<UInt64> {
    func start(_ index: Int) -> UInt64 {
      let product = UInt64(all).multipliedFullWidth(by: UInt64(index))
      return UInt64(count).dividingFullWidth(product).quotient
    }
    return start(index)..<start(index + 1)
  }
}
