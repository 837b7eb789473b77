/// The options that every command has.
enum SharedOptions {
  static let color = Option<ColorChoice>.choice(
    "color", "WHEN", "Whether to colour: auto does on a terminal, unless NO_COLOR is set.", default: .auto)
  static let width = Option<Int>.wholeNumber(
    "width", atLeast: 40, "How many columns to write.", default: "the terminal's, else 100")
  static let ascii = Flag("ascii", "Draw with ASCII characters alone.")
  static let help = Flag("help", short: "h", "Show this help.")

  static let declarations = [
    color.declaration, width.declaration, ascii.declaration, help.declaration,
  ]
}

/// When to colour.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
