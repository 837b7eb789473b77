/// Random numbers that are drawn by key, not in sequence. The same seed, run, step and attempt give the same
/// number on every machine, independent of other draws. So two flows can be compared with the same random
/// numbers, and any run of a million can be repeated alone.
///
/// Each draw hashes its key with the output function of SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014), which maps any key to well-mixed bits.
struct KeyedRandom: Sendable {
  enum Purpose: UInt64 {
    case time, outcome, jitter, network
  }

  private let key: UInt64

  init(seed: UInt64, run: UInt64) {
    key = SplitMix.mix(SplitMix.mix(seed &+ SplitMix.golden) &+ run &* SplitMix.golden)
  }

  @inline(__always)
  func bits(step: UInt64, attempt: Int, _ purpose: Purpose) -> UInt64 {
    let draw = UInt64(truncatingIfNeeded: attempt) << 2 | purpose.rawValue
    return SplitMix.mix(SplitMix.mix(key ^ step) &+ draw &* SplitMix.golden)
  }

  /// A number in [0, 1), with 53 random bits.
  @inline(__always)
  func unit(step: UInt64, attempt: Int, _ purpose: Purpose) -> Double {
    Double(bits(step: step, attempt: attempt, purpose) >> 11) * 0x1p-53
  }

  /// The key of a step: the 64-bit FNV-1a hash of its name, so that it does not depend on the file's order.
  static func key(of step: String) -> UInt64 {
    step.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// Random numbers from a seed, one after another, the same on every machine: SplitMix64.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= Self.golden
    return Self.mix(state)
  }

  /// A number from 0 to `bound` - 1.
  package mutating func draw(below bound: Int) -> Int { Int(next() >> 1) % max(1, bound) }

  /// 2^64 divided by the golden ratio, the increment.
  fileprivate static let golden: UInt64 = 0x9e37_79b9_7f4a_7c15

  @inline(__always)
  fileprivate static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
