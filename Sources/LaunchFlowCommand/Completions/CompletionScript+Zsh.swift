extension CompletionScript {
  /// For zsh, to be put into a folder of `$fpath` as `_launchflow`, or to be sourced.
  var zsh: String {
    """
    #compdef launchflow
    # Completes the words of launchflow in zsh; written by 'launchflow completions zsh'.

    _launchflow_names() {
      local list=$1 file=${words[(r)*.json]}
      local -a names
      [[ -n $file ]] && names=(${(f)"$(_call_program $list launchflow completions --list $list --of ${(q)file} 2>/dev/null)"})
      compadd -a names
    }

    _launchflow_commands() {
      local -a commands
      commands=(
    \(described.joined(separator: "\n"))
      )
      _describe -t commands command commands
    }

    _launchflow() {
      local curcontext="$curcontext" state line
      local -a shared
      shared=(
    \(SharedOptions.declarations.flatMap(zshSpecs).map { "    " + $0 }.joined(separator: "\n"))
      )
      _arguments -C -S $shared '(-V --version)'{-V,--version}'[Show the version.]' '1:command:_launchflow_commands' '*::argument:->arguments'
      [[ $state == arguments ]] || return
      curcontext="${curcontext%:*:*}:launchflow-$line[1]:"
      case $line[1] in
        help) _arguments -S '1:command:_launchflow_commands' ;;
    \(commands.map(zshCommand).joined(separator: "\n"))
      esac
    }

    if [[ $funcstack[1] == _launchflow ]]; then
      _launchflow "$@"
    else
      compdef _launchflow launchflow
    fi

    """
  }

  private var described: [String] {
    let own = commands.map { "    " + Self.quoted("\($0.name):\(Self.escaped($0.summary, ":"))") }
    return own + ["    'help:Show the help of a command'"]
  }

  private func zshCommand(_ command: Interface) -> String {
    let options = command.options.flatMap(zshSpecs)
    let arguments = command.arguments.enumerated().map { index, argument in
      let place = argument.isRepeatable ? "*" : String(index + 1)
      return Self.quoted("\(place):\(argument.valueName):\(zshAction(argument.kind))")
    }
    let lines = (options + arguments).map { "        \($0)" }.joined(separator: " \\\n")
    return
      "    \(command.name))\n      _arguments -S $shared\(lines.isEmpty ? "" : " \\\n" + lines)\n      ;;"
  }

  /// An option's long and its short form, as `_arguments` reads them.
  private func zshSpecs(_ option: OptionDeclaration) -> [String] {
    let typed = Self.typed(option)
    let others = option.isRepeatable ? "*" : typed.count > 1 ? "(\(typed.joined(separator: " ")))" : ""
    let text = "[\(Self.escaped(option.summary, ":[]"))]"
    return typed.map { name in
      guard let valueName = option.valueName else { return Self.quoted(others + name + text) }
      let sign = name.hasPrefix("--") ? "=" : ""
      return Self.quoted("\(others)\(name)\(sign)\(text):\(valueName):\(zshAction(option.kind))")
    }
  }

  private func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .wholeNumber, .seed, .duration: " "
    case .suggested(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .folder: "_files -/"
    case .document: "_files -g \"*.json\""
    case .name(let words): "{_launchflow_names \(words.rawValue)}"
    case .choice(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    text.map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
