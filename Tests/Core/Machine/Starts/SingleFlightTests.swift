import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowMachine

/// What a start does while equal ones are under way.
@Suite struct SingleFlightTests {
  typealias Decision = SingleFlight<String>.Decision

  /// Something that happens, and what comes of it.
  enum Event: Sendable {
    case start(Int, String, Repetition, Decision)
    case leave(Int, isLast: Bool)
    case end(Int)
  }

  struct Course: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var events: [Event]
    var holders: Int

    init(_ description: String, _ events: [Event], holders: Int) {
      testDescription = description
      self.events = events
      self.holders = holders
    }
  }

  private static let begun = Decision.begin(cancelling: [])

  static let courses = [
    Course(
      "the first start begins, whatever it says",
      [
        .start(1, "a", .join, begun), .start(2, "b", .replace, begun), .start(3, "c", .refuse, begun),
        .start(4, "d", .beside, begun),
      ], holders: 4),
    Course(
      "beside",
      [.start(1, "a", .beside, begun), .start(2, "a", .beside, begun)], holders: 2),
    Course(
      "join, and only the last holder cancels",
      [
        .start(1, "a", .join, begun), .start(2, "a", .join, .join(1)), .start(2, "a", .join, .join(1)),
        .leave(1, isLast: false), .leave(1, isLast: false), .leave(1, isLast: true), .leave(1, isLast: false),
      ], holders: 0),
    Course(
      "nobody joins a flight that is being cancelled",
      [
        .start(1, "a", .join, begun), .leave(1, isLast: true), .start(2, "a", .join, begun), .end(1),
        .start(3, "a", .join, .join(2)),
      ], holders: 2),
    Course(
      "join takes the newest of several",
      [
        .start(1, "a", .beside, begun), .start(2, "a", .beside, begun), .start(3, "a", .join, .join(2)),
        .end(2), .start(4, "a", .join, .join(1)),
      ], holders: 2),
    Course(
      "replace cancels all equal ones, the oldest first",
      [
        .start(1, "a", .beside, begun), .start(2, "b", .beside, begun), .start(3, "a", .beside, begun),
        .start(4, "a", .replace, .begin(cancelling: [1, 3])),
        // Those who held them have nothing left to cancel.
        .leave(1, isLast: false), .start(5, "a", .replace, .begin(cancelling: [4])),
      ], holders: 2),
    Course(
      "refuse, until the other has ended or is being cancelled",
      [
        .start(1, "a", .refuse, begun), .start(2, "a", .refuse, .refuse), .start(2, "b", .refuse, begun),
        .end(1), .start(3, "a", .refuse, begun), .leave(3, isLast: true), .start(4, "a", .refuse, begun),
      ], holders: 2),
    Course(
      "an end that nobody expects changes nothing",
      [.end(7), .leave(7, isLast: false), .start(1, "a", .join, begun), .end(1), .end(1)], holders: 0),
  ]

  @Test(arguments: courses) func `a course`(_ course: Course) {
    var flights = SingleFlight<String>()
    for event in course.events {
      switch event {
      case .start(let number, let key, let repetition, let decision):
        #expect(flights.start(number, key, repetition) == decision, "\(event)")
      case .leave(let number, let isLast): #expect(flights.leave(number) == isLast, "\(event)")
      case .end(let number): flights.end(number)
      }
    }
    #expect(flights.holders == course.holders)
  }

  /// Each flight is cancelled at most once, by the last of its holders or by a replacement, and is joined only before.
  @Test(arguments: seeds(20)) func `each flight is cancelled at most once`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var flights = SingleFlight<Int>()
    var holders: [Int: Int] = [:]
    var cancelled: Set<Int> = []
    var keys: [Int: Int] = [:]
    for number in 1...60 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let key = Int.random(in: 0..<3, using: &random)
        let repetition = Repetition.allCases.randomElement(using: &random) ?? .join
        let open = keys.filter { $0.value == key && !cancelled.contains($0.key) }.keys.sorted()
        switch flights.start(number, key, repetition) {
        case .begin(let others):
          #expect(others == (repetition == .replace ? open : []), "seed \(seed)")
          if repetition == .join || repetition == .refuse { #expect(open.isEmpty, "seed \(seed)") }
          for other in others { #expect(cancelled.insert(other).inserted, "seed \(seed)") }
          (holders[number], keys[number]) = (1, key)
        case .join(let other):
          #expect(repetition == .join && other == open.last, "seed \(seed)")
          holders[other, default: 0] += 1
        case .refuse: #expect(repetition == .refuse && !open.isEmpty, "seed \(seed)")
        }
      case 1:
        guard let flight = keys.keys.sorted().randomElement(using: &random) else { continue }
        let isOpen = !cancelled.contains(flight)
        if isOpen { holders[flight, default: 0] -= 1 }
        let isLast = isOpen && holders[flight] == 0
        #expect(flights.leave(flight) == isLast, "seed \(seed)")
        if isLast { cancelled.insert(flight) }
      default:
        guard let flight = keys.keys.sorted().randomElement(using: &random) else { continue }
        flights.end(flight)
        (keys[flight], holders[flight]) = (nil, nil)
      }
      let expected = keys.keys.filter { !cancelled.contains($0) }.reduce(0) { $0 + (holders[$1] ?? 0) }
      #expect(flights.holders == expected, "seed \(seed)")
    }
  }
}
