import LaunchFlowAuthoring

/// Parses a command line by a subcommand's declaration.
struct OptionScanner {
  let interface: Interface
  private var given = Given()

  /// Parses the words after the subcommand's name. Throws the first mistake.
  static func scan(_ words: [String], for interface: Interface) throws(UsageError) -> Given {
    var scanner = OptionScanner(interface: interface)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        for argument in rest { try scanner.take(argument: argument) }
        break
      }
      if isOption(word) {
        try scanner.take(option: word, rest: &rest)
      } else {
        try scanner.take(argument: word)
      }
    }
    let count = scanner.given.arguments.count
    if count < interface.arguments.count, interface.arguments[count].isRequired {
      throw UsageError("missing \(interface.arguments[count].valueName)")
    }
    scanner.takeFormatOfOutput()
    return scanner.given
  }

  /// Without `--format`, the ending of the output file decides: `-o day.html` is a page.
  private mutating func takeFormatOfOutput() {
    guard given.texts["format"] == nil,
      let output = interface.options.first(where: { $0.kind == .output }),
      let path = given.texts[output.name]?.last,
      let format = interface.allOptions.first(where: { $0.name == "format" }),
      let dot = path.lastIndex(of: "."), !path[dot...].contains("/")
    else { return }
    let ending = path[path.index(after: dot)...].lowercased()
    let word = ending == "xml" ? "junit" : ending
    if format.accepts(word) { given.texts["format"] = [word] }
  }

  /// Whether one of the words before `--` asks for help. No value starts with a dash, so no value is mistaken for it.
  static func asksForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Whether a word is an option: it starts with a dash, and is neither `-` (a standard stream) nor a negative number.
  static func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && Double(word) == nil
  }

  private mutating func take(argument: String) throws(UsageError) {
    let left = interface.arguments.dropFirst(given.arguments.count)
    guard let declaration = left.first ?? interface.arguments.last(where: \.isRepeatable) else {
      throw UsageError("unexpected argument '\(argument)'")
    }
    guard declaration.kind.accepts(argument) else {
      throw UsageError("\(declaration.valueName) must be \(declaration.kind.expected), not '\(argument)'")
    }
    given.arguments.append(argument)
  }

  private mutating func take(option word: String, rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    guard let option = interface.allOptions.first(where: { Self.matches(name, $0) }) else {
      throw unknown(name)
    }
    guard let valueName = option.valueName else {
      guard attached == nil else { throw UsageError("'\(name)' takes no value") }
      given.texts[option.name] = [""]
      return
    }
    if attached == nil, let next = rest.first, next == "--" || Self.isOption(next) {
      throw UsageError(
        "missing \(valueName) after '\(name)'; write a value that starts with '-' as \(name)=…")
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("missing \(valueName) after '\(name)'")
    }
    guard option.accepts(value) else {
      if case .setting(let form) = option.kind { throw UsageError("'\(name)' must be \(form)") }
      let suggestion = option.kind.suggestion(for: value).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("'\(name)' must be \(option.kind.expected), not '\(value)'\(suggestion)")
    }
    given.texts[option.name, default: []].append(value)
  }

  private static func matches(_ name: String, _ option: any DeclaredOption) -> Bool {
    name == option.typed || option.short.map { name == "-\($0)" } ?? false
  }

  private func unknown(_ name: String) -> UsageError {
    let bare = String(name.drop { $0 == "-" })
    if bare == "format" || name == "-f" {
      return UsageError(
        "unknown option '\(name)'; '\(interface.name)' has only one output format, so leave it out")
    }
    let names = interface.allOptions.map(\.name)
    // A known long name after a single dash needs no guess.
    let suggestion = names.contains(bare) ? bare : Suggester.nearest(to: bare, among: names)
    return UsageError("unknown option '\(name)'" + (suggestion.map { "; did you mean '--\($0)'?" } ?? ""))
  }
}
