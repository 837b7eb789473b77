/// One of the parts of many runs: consecutive runs. All parts have equal numbers of runs, or one more.
package struct Shard: Hashable, Sendable, Codable {
  /// Its place among the shards, from 0.
  package var index: Int
  package var count: Int

  package static let most = 1_000_000

  /// Whether the shard is possible. A decoded one may contain any numbers.
  package var exists: Bool { (1...Self.most).contains(count) && (0..<count).contains(index) }

  /// Creates a shard; its index must be below the count.
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
