import Foundation

/// The declaration of a subcommand. Its texts are in `help.txt`.
struct Interface: Sendable {
  let name: String
  let arguments: [Argument]
  let options: [any DeclaredOption]
  let text: CommandText

  /// - Parameter text: nil for the texts in `help.txt`.
  init(
    _ name: String, _ arguments: [Argument] = [], _ options: [any DeclaredOption] = [],
    _ text: CommandText? = nil
  ) {
    (self.name, self.arguments, self.options) = (name, arguments, options)
    self.text = text ?? CommandText.all[name] ?? CommandText()
  }

  /// Its own options and those of every command.
  var allOptions: [any DeclaredOption] { options + SharedOptions.declarations }
}

/// The help texts about a command.
struct CommandText: Sendable {
  /// The task that it and similar commands serve.
  var group = ""
  /// One line, without a full stop, for the list of commands.
  var summary = ""
  /// The names that people may type instead.
  var synonyms: [String] = []
  var paragraphs: [String] = []
  var examples: [String] = []
  /// The texts about arguments and options by their names, such as `FLOW` and `--runs`.
  var entries: [String: String] = [:]

  /// The texts of all commands by name. Options without a text of their own use those of `launchflow` itself.
  static let all: [String: CommandText] = {
    var all: [String: CommandText] = [:]
    var (group, name) = ("", "")
    let lines = CommandFiles.optionsHelpTxt.replacing("\n  ", with: " ").split(separator: "\n")
    for line in lines where !line.hasPrefix("# ") {
      if line.hasPrefix("## ") {
        group = String(line.dropFirst(3))
      } else if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        name = String(line[..<end].dropFirst())
        all[name] = CommandText(group: group, summary: String(line[end...].dropFirst(2)))
      } else {
        all[name]?.add(line)
      }
    }
    return all
  }()

  private mutating func add(_ line: Substring) {
    let parts = line.split(separator: ": ", maxSplits: 1)
    if line.hasPrefix("$ ") {
      examples.append(String(line.dropFirst(2)))
    } else if parts.count == 2, parts[0] == "also" {
      synonyms = parts[1].split(separator: " ").map(String.init)
    } else if parts.count == 2, parts[0].allSatisfy(\.isUppercase) || Self.isOption(parts[0]) {
      entries[String(parts[0])] = String(parts[1])
    } else {
      paragraphs.append(String(line))
    }
  }

  private static func isOption(_ word: Substring) -> Bool { word.hasPrefix("--") && !word.contains(" ") }

  /// The text about an option, and its default in words.
  func about(_ name: String) -> (summary: String, defaultText: String?) {
    let text = entries[name] ?? Self.all["launchflow"]?.entries[name] ?? ""
    let parts = text.components(separatedBy: " (default: ")
    return (parts[0], parts.count > 1 ? String(parts[1].dropLast()) : nil)
  }
}
