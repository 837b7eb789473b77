/// Random numbers from a seed, the same on every machine: SplitMix64.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A whole number of a range, each as likely.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() >> 1) % range.count
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool {
    number(1...100) <= percent
  }

  /// One of several.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}
