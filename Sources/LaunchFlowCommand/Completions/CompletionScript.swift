/// Completion scripts for shells, made from the declarations of the commands.
struct CompletionScript {
  let commands: [Interface]

  /// The possible first words.
  var names: [String] { commands.map(\.name) + ["help"] }

  /// The forms of an option: its long name and its short one.
  static func typed(_ option: OptionDeclaration) -> [String] {
    [option.typed] + (option.short.map { ["-\($0)"] } ?? [])
  }

  /// The kind of the positional arguments; nil without any.
  static func argumentKind(of command: Interface) -> ValueKind? { command.arguments.first?.kind }

  /// A text in single quotes for bash and zsh.
  static func quoted(_ text: String) -> String { ShellWord.singleQuoted(text) }
}
