import LaunchFlowMachine
import Testing

@Suite struct IndexBitsTests {
  /// Sizes around the borders of one, two and three levels.
  @Test(arguments: [1, 63, 64, 65, 4_095, 4_096, 4_097, 262_145])
  func `agrees with a sorted set`(capacity: Int) {
    var bits = IndexBits(capacity: capacity)
    var expected: Set<Int> = []
    var state: UInt64 = UInt64(capacity)
    for round in 0..<600 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let index = Int(state >> 33) % capacity
      if round % 3 == 0 {
        bits.remove(index)
        expected.remove(index)
      } else {
        bits.insert(index)
        expected.insert(index)
      }
      #expect(bits.first == expected.min())
      let bound = Int(state >> 17 & 0xFFFF_FFFF) % capacity
      #expect(bits.first(from: bound) == expected.filter { $0 >= bound }.min())
      #expect(bits.contains(bound) == expected.contains(bound))
    }
  }
}
