/// Help texts, made from the declarations.
struct HelpText {
  /// The number of columns.
  let width: Int

  /// Limits the width to 40 to 100 columns.
  init(width: Int) {
    self.width = min(max(width, 40), 100)
  }

  /// A command's whole help.
  func text(for interface: Interface) -> String {
    var parts = [(interface.summary + ".").wrapped(to: width), Self.usage(of: interface)]
    parts += interface.discussion.map { $0.wrapped(to: width) }
    if !interface.arguments.isEmpty {
      parts.append("Arguments:\n" + table(interface.arguments.map { ($0.valueName, $0.summary) }))
    }
    if !interface.options.isEmpty {
      parts.append("Options:\n" + table(interface.options.map(Self.row)))
    }
    parts.append("Options of every command:\n" + table(SharedOptions.declarations.map(Self.row)))
    if !interface.examples.isEmpty {
      parts.append("Examples:\n" + interface.examples.map { "  " + $0 }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The help of `launchflow` itself.
  func text(for commands: [Interface]) -> String {
    let exits = "Exit status: 0 success, 1 problems found, 2 wrong usage, 3 input or output failed."
    return [
      "Declares, simulates, checks and proves the launch of an app.",
      "Usage: launchflow COMMAND [options]",
      "Commands:\n" + table(commands.map { ($0.name, $0.summary + ".") }),
      "Options:\n"
        + table([Self.row(SharedOptions.help.declaration), Self.row(.version)]),
      "For more, see 'launchflow help COMMAND'.\n" + exits.wrapped(to: width),
    ].joined(separator: "\n\n") + "\n"
  }

  /// A command's usage line.
  static func usage(of interface: Interface) -> String {
    (["Usage: launchflow", interface.name, "[options]"] + interface.arguments.map(\.usage))
      .joined(separator: " ")
  }

  private static func row(_ option: OptionDeclaration) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let name = short + option.typed + (option.valueName.map { " " + $0 } ?? "")
    var summary = option.summary
    if case .choice(let words) = option.kind, option.valueName != nil {
      summary += " One of: " + words.joined(separator: ", ") + "."
    }
    if option.isRepeatable { summary += " May be repeated." }
    if let text = option.defaultText { summary += " (default: \(text))" }
    return (name, summary)
  }

  /// Names on the left, texts on the right. A long name gets a line of its own.
  private func table(_ rows: [(name: String, text: String)]) -> String {
    let column = min(rows.map { $0.name.count }.max() ?? 0, 22) + 4
    return rows.map { row in
      let text = row.text.wrapped(to: width, indent: column)
      let name = "  " + row.name
      guard name.count <= column - 2 else { return name + "\n" + text }
      return name + text.dropFirst(name.count)
    }.joined(separator: "\n")
  }
}
