/// Makes a file name from any text. Lower-case letters, digits and hyphens stay; every other byte becomes `%` and two
/// digits. So no name is special to a file system, and no two names differ only by case or Unicode form. A long name is
/// cut and ends with its checksum; an empty one becomes `_`.
enum EntryName {
  private static let longest = 120
  private static let digits = Array("0123456789abcdef")

  static func fileName(_ text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x2D: name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    guard name.utf8.count > longest else { return name.isEmpty ? "_" : name }
    return name.prefix(longest - 17) + "_" + String(CheckedText.checksum(text.utf8), radix: 16)
  }
}
