/// Percent-encoding of text in an address or a form.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A value: only letters, digits and `-._~` are not encoded, so that it cannot end its part of the address.
  static func value(_ text: String) -> String {
    encode(text.utf8) { isUnreserved($0) }
  }

  /// A path: encoded as a value, except for its slashes.
  package static func path(_ text: String) -> String {
    encode(text.utf8) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
  }

  /// A value of a form, with plus signs for spaces.
  static func formValue(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { value(String($0)) }.joined(
      separator: "+")
  }

  /// A part of an address that the author wrote: only characters that no address may contain are encoded.
  package static func literal(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEncoded =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1])
        && isHex(bytes[index + 2])
      if isEncoded || isAllowed(byte) {
        result.append(byte)
      } else {
        append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func encode(_ bytes: some Sequence<UInt8>, unless stands: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if stands(byte) { result.append(byte) } else { append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    result.append(UInt8(ascii: "%"))
    result.append(digits[Int(byte >> 4)])
    result.append(digits[Int(byte & 15)])
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  /// Whether the byte is a reserved or unreserved character (RFC 3986) other than `#`; a fragment is never sent.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || ":/?[]@!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...70, 97...102: true
    default: false
    }
  }
}
