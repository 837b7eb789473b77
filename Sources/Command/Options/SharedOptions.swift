/// The options of every command, and those that several commands share.
enum SharedOptions {
  static let color = Option<ColorChoice>.choice("color", "WHEN")
  static let width = Option<Int>.wholeNumber("width", atLeast: 40)
  static let ascii = Flag("ascii")
  static let help = Flag("help", short: "h")

  static let declarations = Interface("launchflow", [], [color, width, ascii, help]).options

  /// `launchflow` itself, with its own option.
  static let root = Interface("launchflow", [], [version])
  static let version = Flag("version", short: "V")

  /// The port of a server on this machine.
  static let port = Option<Int>.wholeNumber("port", atLeast: 0, atMost: 65_535)
  static let output = Option<String>.text("output", short: "o", "FILE", .output)
}

enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
