import LaunchFlowMachine
import Testing

@Suite struct EventQueueTests {
  private typealias Queue = EventQueue

  /// Times that repeat, so that order decides as well.
  private func filled(_ count: Int) -> Queue {
    var queue = Queue()
    for index in 0..<count {
      let entry = Queue.Entry(
        time: Int64(index * 7919 % 13), order: UInt64(index * 41 % 97), slot: Int32(index), generation: 0)
      queue.push(entry)
    }
    return queue
  }

  private func drained(_ queue: Queue) -> [Queue.Entry] {
    var queue = queue
    var entries: [Queue.Entry] = []
    while let entry = queue.pop() { entries.append(entry) }
    return entries
  }

  @Test(arguments: 0..<40)
  func givesWhatIsDueFirstInOrder(_ count: Int) {
    let entries = drained(filled(count))
    #expect(entries.count == count)
    #expect(Set(entries.map(\.slot)).count == count)
    for (left, right) in zip(entries, entries.dropFirst()) {
      #expect((left.time, left.order) < (right.time, right.order))
    }
  }

  @Test(arguments: [1, 2, 3, 7])
  func compactingKeepsTheOrderOfWhatIsLeft(_ divisor: Int32) {
    for count in 0..<40 {
      var queue = filled(count)
      let expected = drained(queue).filter { $0.slot % divisor == 0 }.map(\.slot)
      queue.compact { $0.slot % divisor == 0 }
      #expect(queue.count == expected.count)
      #expect(queue.first?.slot == expected.first)
      #expect(drained(queue).map(\.slot) == expected)
    }
  }
}
