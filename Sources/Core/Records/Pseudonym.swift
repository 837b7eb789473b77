/// Random bits that identify a launch or an installation and reveal nothing about it.
package struct Pseudonym: Hashable, Sendable, CustomStringConvertible {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  package static var random: Pseudonym { Pseudonym(bits: .random(in: .min ... .max)) }

  /// The pseudonym of a text, always the same for the same text.
  package init(of text: String) {
    bits = Self.spread(text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
  }

  /// Reads up to 16 hexadecimal digits; nil for anything else.
  package init?(_ text: String) {
    guard text.first?.isHexDigit == true, let bits = UInt64(text, radix: 16) else { return nil }
    self.init(bits: bits)
  }

  /// 16 hexadecimal digits.
  package var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A number from 0 to below 1 that is spread evenly over all pseudonyms.
  package var share: Double { Double(Self.spread(bits) >> 11) * 0x1p-53 }

  /// SplitMix64's output function.
  private static func spread(_ bits: UInt64) -> UInt64 {
    var bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }
}
