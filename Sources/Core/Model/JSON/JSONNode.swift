/// One value of a text. Nodes are in the text's order, so a value's whole content is the stretch from it to `next`.
package struct JSONNode {
  package enum Kind: UInt8 {
    case null, bool, number, string, array, object
  }

  package var kind: Kind
  var isEscaped = false
  var isKeyEscaped = false
  /// The bytes of the value, with its quotes or brackets.
  package var start: Int32
  package var end: Int32 = 0
  /// The first byte of a member's key, the quote; less than 0 for anything else: -1 for the root, -2 for the first
  /// element of an array, -3 for the second and so on.
  package var key: Int32 = -1
  /// The array or object that contains it; -1 for the root.
  package internal(set) var parent: Int32
  /// The index after its last descendant, which is that of its next sibling if it has one.
  package var next: Int32 = 0

  /// The bytes of a member's key, within its quotes.
  func keyRange(in bytes: [UInt8]) -> Range<Int> {
    let start = Int(key) + 1
    var end = start
    while bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    return start..<end
  }
}
