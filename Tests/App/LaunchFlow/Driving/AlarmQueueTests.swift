import Testing

@testable import LaunchFlow

@Suite struct AlarmQueueTests {
  @Test func `long alarms that are reset do not pile up`() {
    var queue = AlarmQueue()
    let slots = (0..<10).map { _ in queue.make {} }
    for round in 0..<100_000 { queue.set(slots[round % 10], at: 10_000_000_000 + Int64(round)) }
    #expect(queue.entryCount <= 65)
    #expect(queue.next() == 10_000_099_990)
  }

  @Test func `a removed alarm's slot is used again and its old time forgotten`() {
    var queue = AlarmQueue()
    let slot = queue.make {}
    queue.set(slot, at: 5)
    queue.remove(slot)
    #expect(queue.alarmCount == 0)
    #expect(queue.make {} == slot)
    #expect(queue.next() == nil)
    #expect(queue.takeDue(at: 100) == nil)
  }
}
