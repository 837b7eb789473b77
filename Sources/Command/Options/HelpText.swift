/// Help texts, made from the declarations and `help.txt`.
struct HelpText {
  let width: Int

  /// A command's help. The root's help contains the options of every command.
  func text(for interface: Interface) -> String {
    let text = interface.text
    var parts = [(text.summary + ".").wrapped(to: width), Self.usage(of: interface)]
    parts += text.paragraphs.map { $0.wrapped(to: width) }
    if !interface.arguments.isEmpty {
      parts.append(
        "Arguments:\n" + table(interface.arguments.map { ($0.valueName, text.entries[$0.valueName] ?? "") }))
    }
    if !interface.options.isEmpty {
      parts.append("Options:\n" + table(interface.options.map { Self.row($0, text) }))
    }
    parts.append("'launchflow help' lists the options of every command.".wrapped(to: width))
    if !text.examples.isEmpty {
      parts.append("Examples:\n" + text.examples.map { "  " + $0 }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The help of `launchflow` itself: its commands by groups, and the options of every command.
  var root: String {
    let root = SharedOptions.root
    var parts = [root.text.summary + ".", "Usage: launchflow COMMAND [options]"]
    let commands = Command.subcommands.map { $0.interface }
    let column = commands.map(\.name.count).max()
    var rest = commands[...]
    while let group = rest.first?.text.group {
      let members = rest.prefix { $0.text.group == group }
      rest = rest.dropFirst(members.count)
      parts.append("\(group):\n" + table(members.map { ($0.name, $0.text.summary + ".") }, column: column))
    }
    let exits = "Exit status: 0 success, 1 problems found, 2 wrong usage, 3 input or output failed."
    parts += [
      "Options:\n" + table(root.options.map { Self.row($0, root.text) }),
      "Options of every command:\n" + table(SharedOptions.declarations.map { Self.row($0, root.text) }),
      "For more, see 'launchflow help COMMAND'.\n" + exits.wrapped(to: width),
    ]
    return parts.joined(separator: "\n\n") + "\n"
  }

  static func usage(of interface: Interface) -> String {
    (["Usage: launchflow", interface.name, "[options]"] + interface.arguments.map(\.usage))
      .joined(separator: " ")
  }

  private static func row(_ option: any DeclaredOption, _ text: CommandText) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let name = short + option.typed + (option.valueName.map { " " + $0 } ?? "")
    let about = text.about(option.typed)
    var summary = about.summary
    if case .choice(let words) = option.kind, option.valueName != nil {
      summary += " One of: " + words.joined(separator: ", ") + "."
    }
    if option.isRepeatable { summary += " May be repeated." }
    if let defaultText = about.defaultText { summary += " (default: \(defaultText))" }
    return (name, summary)
  }

  /// Names on the left, texts on the right. A long name gets a line of its own.
  ///
  /// - Parameter widest: The columns of the longest name, if several tables share them.
  private func table(_ rows: [(name: String, text: String)], column widest: Int? = nil) -> String {
    let column = min(widest ?? rows.map { $0.name.count }.max() ?? 0, 22) + 4
    return rows.map { row in
      let text = row.text.wrapped(to: width, indent: column)
      let name = "  " + row.name
      guard name.count <= column - 2 else { return name + "\n" + text }
      return name + text.dropFirst(name.count)
    }.joined(separator: "\n")
  }
}
