/// Whole numbers with their nouns.
enum Counting {
  /// A count with its noun in the singular or plural: `1 state`, `12,345 states`.
  static func text(_ count: Int, _ noun: String) -> String {
    grouped(count) + " " + (count == 1 ? noun : noun + "s")
  }

  private static func grouped(_ count: Int) -> String {
    var text = ""
    for (index, digit) in String(count).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
