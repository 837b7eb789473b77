/// Whether launches in which no server answers are more than chance explains: a network that is down, say.
struct UnreachedOdds: Sendable {
  /// By source: in how many launches it was asked, and in how many it answered.
  private var asked: [Double]
  private var answered: [Double]
  /// By the sources that a launch asked: how many such launches there are.
  private var launches: [Set<Int>: Double] = [:]
  private var unreached = 0.0

  /// Fewer launches may be chance.
  private static let least = 10.0
  private static let mostKinds = 1_000

  init(sources: Int) {
    asked = Array(repeating: 0, count: sources)
    answered = asked
  }

  /// Adds a launch, by the sources that it asked and those that answered.
  mutating func add(_ asked: Set<Int>, _ answered: Set<Int>) {
    for source in asked { self.asked[source] += 1 }
    for source in answered { self.answered[source] += 1 }
    guard asked.count > 1 else { return }
    if answered.isEmpty { unreached += 1 }
    if launches[asked] != nil || launches.count < Self.mostKinds { launches[asked, default: 0] += 1 }
  }

  /// Whether they are more than if each server failed to answer by itself.
  var isBeyondChance: Bool {
    let expected = launches.map { sources, count in
      sources.sorted().reduce(count) { $0 * (1 - answered[$1] / asked[$1]) }
    }.sorted().reduce(0, +)
    return unreached >= Self.least && unreached - expected > 4 * expected.squareRoot()
  }
}
