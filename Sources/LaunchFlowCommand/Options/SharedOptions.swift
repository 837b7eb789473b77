/// The options of every command, and those that several commands share.
enum SharedOptions {
  static let color = Option<ColorChoice>.choice(
    "color", "WHEN", "When to use colours; 'auto' uses them on a terminal, unless NO_COLOR is set.",
    default: .auto)
  static let width = Option<Int>.wholeNumber(
    "width", atLeast: 40, "The number of columns.", default: "the terminal's, else 100")
  static let ascii = Flag("ascii", "Draw with ASCII characters only, as in the locale C.")
  static let help = Flag("help", short: "h", "Show this help.")

  /// The options of every command.
  static let declarations = [
    color.declaration, width.declaration, ascii.declaration, help.declaration,
  ]

  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")
}

/// When to use colours.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
