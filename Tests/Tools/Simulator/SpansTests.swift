import LaunchFlowSimulator
import Testing

@Suite struct SpansTests {
  private static let ranges: [Range<Int64>] = [8..<12, 1..<3, 3..<4, 20..<20, 9..<10, 30..<Int64.max]

  @Test func `touching and overlapping ones are merged and empty ones left out`() {
    #expect(Spans(Self.ranges).ranges == [1..<4, 8..<12, 30..<Int64.max])
  }

  /// The same as looking through all of them.
  @Test func `looking up is like looking through`() {
    let spans = Spans(Self.ranges)
    for from in Int64(0)...40 {
      #expect(spans.contains(from) == Self.ranges.contains { $0.contains(from) })
    }
    #expect(!Spans().contains(0))
  }
}
