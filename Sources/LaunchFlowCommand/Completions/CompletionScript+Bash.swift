extension CompletionScript {
  /// For bash, 3.2 or later.
  var bash: String {
    """
    # Completes the words of launchflow in bash 3.2 or later; written by 'launchflow completions bash'.

    # Bash splits words at equals signs, so only what follows the last one is replaced.
    _launchflow_words() {
      COMPREPLY=($(compgen -W "$1" -- "$2"))
      [[ $2 == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${2%=*}="}")
    }

    _launchflow_paths() {
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen "$1" -- "$2"))
    }

    _launchflow_documents() {
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$1"; compgen -f -X '!*.json' -- "$1"))
    }

    _launchflow_names() {
      local word
      for word in "${COMP_WORDS[@]:2}"; do
        if [[ $word == *.json ]]; then
          _launchflow_words "$("${COMP_WORDS[0]}" completions --list "$1" --of "$word" 2>/dev/null)" "$2"
          return
        fi
      done
    }

    _launchflow() {
      local current=${COMP_WORDS[COMP_CWORD]} before command= index=1 start=$COMP_CWORD
      COMPREPLY=()
      # Words around an equals sign are one word: --name=value, or step=behaviour.
      while ((start > 1)) && [[ ${COMP_WORDS[start]} == = || ${COMP_WORDS[start-1]} == = ]]; do
        start=$((start - 1))
        current=${COMP_WORDS[start]}$current
      done
      before=${COMP_WORDS[start-1]}
      if [[ $current == -*=* ]]; then
        before=${current%%=*}
        current=${current#*=}
      fi
      while ((index < COMP_CWORD)); do
        case ${COMP_WORDS[index]} in
          \(sharedPattern))
            [[ ${COMP_WORDS[index+1]} == = ]] && index=$((index + 1))
            index=$((index + 1))
            ;;
          -*) ;;
          *) command=${COMP_WORDS[index]}; break ;;
        esac
        index=$((index + 1))
      done
      case "$command $before" in
    \(commands.flatMap(bashValues).joined(separator: "\n"))
    \(SharedOptions.declarations.compactMap { bashValue($0, command: "*") }.joined(separator: "\n"))
      esac
      case $command in
        '')
          if [[ $current == -* ]]; then
            _launchflow_words '\(words(of: SharedOptions.declarations)) --version -V' "$current"
          else
            _launchflow_words '\(names.joined(separator: " "))' "$current"
          fi
          ;;
        help) _launchflow_words '\(names.joined(separator: " "))' "$current" ;;
    \(commands.map(bashArguments).joined(separator: "\n"))
      esac
    }

    complete -F _launchflow launchflow

    """
  }

  /// The shared options that take the next word along.
  private var sharedPattern: String {
    SharedOptions.declarations.filter { $0.valueName != nil }.flatMap(Self.typed).joined(separator: "|")
  }

  private func words(of options: [OptionDeclaration]) -> String {
    options.flatMap(Self.typed).joined(separator: " ")
  }

  private func bashValues(_ command: Interface) -> [String] {
    command.options.compactMap { bashValue($0, command: command.name) }
  }

  /// What completes an option's value; nil for a flag.
  private func bashValue(_ option: OptionDeclaration, command: String) -> String? {
    guard option.valueName != nil else { return nil }
    let patterns = Self.typed(option).map { command == "*" ? "*' \($0)'" : "'\(command) \($0)'" }
    let action = bashAction(option.kind).map { $0 + "; return ;;" } ?? "return ;;"
    return "    \(patterns.joined(separator: " | "))) \(action)"
  }

  private func bashArguments(_ command: Interface) -> String {
    let action = Self.argumentKind(of: command).flatMap(bashAction) ?? ":"
    return """
          \(command.name))
            if [[ $current == -* ]]; then
              _launchflow_words '\(words(of: command.allOptions))' "$current"
            else
              \(action)
            fi
            ;;
      """
  }

  private func bashAction(_ kind: ValueKind) -> String? {
    switch kind {
    case .text, .wholeNumber, .seed, .duration: nil
    case .suggested(let words): "_launchflow_words '\(words.joined(separator: " "))' \"$current\""
    case .file: "_launchflow_paths -f \"$current\""
    case .folder: "_launchflow_paths -d \"$current\""
    case .document: "_launchflow_documents \"$current\""
    case .name(let words): "_launchflow_names \(words.rawValue) \"$current\""
    case .choice(let words): "_launchflow_words '\(words.joined(separator: " "))' \"$current\""
    }
  }
}
