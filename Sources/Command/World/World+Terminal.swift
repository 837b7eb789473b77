extension World {
  /// Whether to colour the output to a stream. A choice on the command line wins over the environment, in
  /// which `CLICOLOR_FORCE` wins over `NO_COLOR` (https://no-color.org, https://bixense.com/clicolors).
  func colors(_ stream: OutputStream, _ given: Given) -> Bool {
    if let choice = given[SharedOptions.color], choice != .auto { return choice == .always }
    if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    return environment["TERM"] != "dumb" && output.isTerminal(stream)
  }

  /// Whether to draw with ASCII characters only: by the command line, or in the locale C or POSIX.
  func isASCII(_ given: Given) -> Bool {
    if given[SharedOptions.ascii] { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale == "C" || locale == "POSIX"
  }

  /// The columns of text for a file or a pipe.
  static let plainWidth = 100

  func width(_ given: Given) -> Int {
    given[SharedOptions.width] ?? terminalColumns ?? Self.plainWidth
  }

  /// The terminal's columns, from the terminal or `COLUMNS`; nil without a terminal.
  var terminalColumns: Int? {
    guard output.isTerminal(.data) else { return nil }
    return output.terminalWidth ?? environment["COLUMNS"].flatMap { Int($0) }.map { max($0, 40) }
  }
}
