/// Which launches are recorded: a share of all, by an identity that the app gives.
///
/// The same identity and share always decide alike, and a greater share keeps every identity of a smaller one. The
/// identity itself is not recorded.
public struct LaunchSample: Hashable, Sendable {
  /// The share of identities, from 0 to 1.
  public let share: Double

  /// Records a share of all identities; what is below 0 counts as 0, and what is above 1 as 1.
  public init(share: Double) {
    self.share = share.isNaN ? 0 : min(1, max(0, share))
  }

  /// Whether the launches of an identity are recorded: of an installation, of a launch, or what the app counts by.
  package func contains(_ identity: String) -> Bool {
    var bits = identity.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    // SplitMix64's output function spreads what the hash leaves in few bits.
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53 < share
  }
}
