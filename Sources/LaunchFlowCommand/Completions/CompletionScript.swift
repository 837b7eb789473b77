/// Scripts that tell shells what completes a word, written from what the commands declare.
struct CompletionScript {
  let commands: [Interface]

  /// The words that may stand first.
  var names: [String] { commands.map(\.name) + ["help"] }

  /// What is typed for an option: its long name, and its short one where it has one.
  static func typed(_ option: OptionDeclaration) -> [String] {
    [option.typed] + (option.short.map { ["-\($0)"] } ?? [])
  }

  /// What the words without a name may be; nil where nothing is known about them.
  static func argumentKind(of command: Interface) -> ValueKind? { command.arguments.first?.kind }

  /// A text within single quotes, as bash and zsh read it.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
