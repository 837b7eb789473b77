import Dispatch
import Testing

@testable import LaunchFlow

@Suite struct BroadcastTests {
  private let broadcast = Broadcast<Int>(on: DispatchQueue(label: "test"))

  private func all(_ stream: AsyncStream<Int>) async -> [Int] {
    var elements: [Int] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  /// Whoever comes before, while and after the elements are sent gets them all, in order.
  @Test func `every consumer gets all elements in order`() async {
    let count = 1_000
    let early = broadcast.stream()
    for element in 0..<count / 2 { broadcast.send([element]) }
    let middle = broadcast.stream()
    let sending = Task.detached { [broadcast] in
      for element in stride(from: count / 2, to: count, by: 2) { broadcast.send([element, element + 1]) }
      broadcast.finish()
    }
    async let first = all(early)
    async let second = all(middle)
    #expect(await first == Array(0..<count))
    #expect(await second == Array(0..<count))
    await sending.value
    #expect(await all(broadcast.stream()) == Array(0..<count))
  }

  @Test(arguments: [[], [1]]) func `consumers get nothing after the end`(_ elements: [Int]) async {
    let stream = broadcast.stream()
    broadcast.send(elements)
    broadcast.finish()
    broadcast.send([2])
    broadcast.finish()
    #expect(await all(stream) == elements)
  }

  /// One that is read no more keeps nothing from another.
  @Test func `a consumer may leave`() async {
    let other = broadcast.stream()
    broadcast.send([1])
    for await element in broadcast.stream() {
      #expect(element == 1)
      break
    }
    broadcast.send([2])
    broadcast.finish()
    #expect(await all(other) == [1, 2])
  }
}
