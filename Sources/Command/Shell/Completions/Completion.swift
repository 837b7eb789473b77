/// Completes the last word of a command line.
struct Completion {
  /// The words before the last one.
  private let typed: [String]
  private let last: String
  private let commands: [Interface]

  private enum Candidates {
    case words([(text: String, summary: String)])
    /// A kind of path, which shells complete themselves.
    case paths(String)
  }

  /// - Parameter words: The words after `launchflow`.
  init(_ words: [String], commands: [Interface]) {
    typed = words.dropLast()
    last = words.last ?? ""
    self.commands = commands
  }

  /// The candidates, one a line; in zsh and fish with a space and the summary. Or `:file`, `:folder`, `:document`.
  func lines(for shell: CompletionsCommand.Shell) -> [String] {
    switch candidates {
    case .paths(let kind): return [":" + kind]
    case .words(let words):
      switch shell {
      case .bash:
        let kept = last.lastIndex(of: "=").map { last[...$0] } ?? ""
        return words.filter { $0.text.hasPrefix(last) }.map { String($0.text.dropFirst(kept.count)) }
      case .zsh, .fish: return words.map { $0.summary.isEmpty ? $0.text : "\($0.text) \($0.summary)" }
      }
    }
  }

  private var candidates: Candidates {
    var command: Interface?
    var options = SharedOptions.root.allOptions
    var arguments: [String] = []
    var open: (any DeclaredOption)?
    for word in typed {
      if open != nil {
        open = nil
      } else if OptionScanner.isOption(word) {
        open = options.first { $0.valueName != nil && $0.forms.contains(word) }
        let name = word.prefix { $0 != "=" }
        options.removeAll { !$0.isRepeatable && $0.forms.contains(String(name)) }
      } else {
        if arguments.isEmpty, let found = commands.first(where: { $0.name == word }) {
          command = found
          options = found.allOptions
        }
        arguments.append(word)
      }
    }
    if let open { return values(of: open.kind) }
    if last.hasPrefix("-") {
      if let equals = last.firstIndex(of: "=") {
        let option = options.first { $0.valueName != nil && $0.typed == last[..<equals] }
        return option.map { values(of: $0.kind, after: String(last[...equals])) } ?? .words([])
      }
      let text = command?.text ?? SharedOptions.root.text
      return .words(options.flatMap { option in option.forms.map { ($0, text.about(option.typed).summary) } })
    }
    if arguments.isEmpty || arguments == ["help"] {
      return .words(commands.map { ($0.name, $0.text.summary) } + [("help", "Show the help of a command")])
    }
    let declared = command?.arguments ?? []
    let place = declared.last?.isRepeatable == true ? min(arguments.count, declared.count) : arguments.count
    return place <= declared.count ? values(of: declared[place - 1].kind) : .words([])
  }

  /// The values of an option or argument, each after the text typed before it.
  private func values(of kind: ValueKind, after start: String = "") -> Candidates {
    switch kind {
    case .text, .setting, .wholeNumber, .seed, .duration: .words([])
    case .suggested(let words), .choice(let words): .words(words.map { (start + $0, "") })
    case .file, .output: .paths("file")
    case .folder: .paths("folder")
    case .document: .paths("document")
    }
  }
}

extension DeclaredOption {
  fileprivate var forms: [String] { [typed] + (short.map { ["-\($0)"] } ?? []) }
}
