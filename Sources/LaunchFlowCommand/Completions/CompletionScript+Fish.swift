extension CompletionScript {
  /// For fish.
  var fish: String {
    let lines =
      SharedOptions.declarations.map { fishOption($0, command: nil) }
      + ["complete -c launchflow -n __fish_use_subcommand -l version -s V -d 'Show the version.'"]
      + commands.flatMap(fishCommand) + [fishHelp]
    return """
      # Completes the words of launchflow in fish; written by 'launchflow completions fish'.

      function __launchflow_names
        for word in (commandline -opc)
          if string match -q '*.json' -- $word
            launchflow completions --list $argv[1] --of $word 2>/dev/null
            return
          end
        end
      end

      complete -c launchflow -f
      \(lines.joined(separator: "\n"))

      """
  }

  private var fishHelp: String {
    """
    complete -c launchflow -n __fish_use_subcommand -a help -d 'Show the help of a command'
    complete -c launchflow -n '__fish_seen_subcommand_from help' -a '\(names.joined(separator: " "))'
    """
  }

  private func fishCommand(_ command: Interface) -> [String] {
    let seen = "complete -c launchflow -n '__fish_seen_subcommand_from \(command.name)'"
    let arguments = Self.argumentKind(of: command).flatMap(fishAction).map { ["\(seen) \($0)"] } ?? []
    return [
      "complete -c launchflow -n __fish_use_subcommand -a \(command.name) -d \(Self.fishQuoted(command.summary))"
    ] + command.options.map { fishOption($0, command: seen) } + arguments
  }

  private func fishOption(_ option: OptionDeclaration, command: String?) -> String {
    var line = (command ?? "complete -c launchflow") + " -l \(option.name)"
    if let short = option.short { line += " -s \(short)" }
    if option.valueName != nil { line += " " + (fishAction(option.kind).map { "-r " + $0 } ?? "-x") }
    return line + " -d " + Self.fishQuoted(option.summary)
  }

  private func fishAction(_ kind: ValueKind) -> String? {
    switch kind {
    case .text, .wholeNumber, .seed, .duration: nil
    case .suggested(let words): "-f -a '\(words.joined(separator: " "))'"
    case .file: "-F"
    case .folder: "-f -a '(__fish_complete_directories)'"
    case .document: "-f -k -a '(__fish_complete_suffix .json)'"
    case .name(let words): "-f -a '(__launchflow_names \(words.rawValue))'"
    case .choice(let words): "-f -a '\(words.joined(separator: " "))'"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
