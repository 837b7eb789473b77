import LaunchFlowModel

/// An option as help, scanner and completion see it.
struct OptionDeclaration: Sendable, Equatable {
  /// The long name, without dashes.
  var name: String
  var short: Character?
  /// What its value is called in help; nil for a flag.
  var valueName: String?
  var kind: ValueKind
  /// One line for people.
  var summary: String
  /// What holds when it is not given, in words.
  var defaultText: String?
  var isRepeatable = false

  /// The name as it is typed.
  var typed: String { "--" + name }
}

/// An option with a value of a type.
struct Option<Value: Sendable>: Sendable {
  var declaration: OptionDeclaration
  /// Turns accepted text into the value.
  let value: @Sendable (String) -> Value?

  private init(
    _ name: String, short: Character?, _ valueName: String, _ kind: ValueKind, _ summary: String,
    default defaultText: String?, value: @escaping @Sendable (String) -> Value?
  ) {
    self.declaration = OptionDeclaration(
      name: name, short: short, valueName: valueName, kind: kind, summary: summary, defaultText: defaultText)
    self.value = value
  }

  /// The same option, which may be given several times.
  var repeatable: Option {
    var copy = self
    copy.declaration.isRepeatable = true
    return copy
  }
}

extension Option where Value == String {
  static func text(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String,
    default text: String? = nil
  ) -> Option {
    Option(name, short: short, valueName, .text, summary, default: text) { $0 }
  }

  static func file(
    _ name: String, short: Character? = nil, _ summary: String, default text: String? = nil
  ) -> Option {
    Option(name, short: short, "FILE", .file, summary, default: text) { $0 }
  }

  static func document(_ name: String, _ summary: String, default text: String? = nil) -> Option {
    Option(name, short: nil, "FILE", .document, summary, default: text) { $0 }
  }

  static func folder(_ name: String, short: Character? = nil, _ summary: String, default text: String? = nil)
    -> Option
  {
    Option(name, short: short, "DIR", .folder, summary, default: text) { $0 }
  }

  static func scenario(_ name: String, short: Character? = nil, _ summary: String) -> Option {
    Option(name, short: short, "NAME", .scenario, summary, default: nil) { $0 }
  }
}

extension Option where Value == Int {
  static func wholeNumber(
    _ name: String, _ valueName: String = "N", atLeast least: Int, _ summary: String,
    default text: String? = nil
  ) -> Option {
    Option(name, short: nil, valueName, .wholeNumber(atLeast: least), summary, default: text) { Int($0) }
  }
}

extension Option where Value == UInt64 {
  static func seed(_ name: String, _ summary: String, default text: String? = nil) -> Option {
    Option(name, short: nil, "N", .seed, summary, default: text) { UInt64($0) }
  }
}

extension Option where Value == Duration {
  static func duration(_ name: String, _ summary: String, default text: String? = nil) -> Option {
    Option(name, short: nil, "DURATION", .duration, summary, default: text) { Duration(documentText: $0) }
  }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
  static func choice(
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String, default value: Value
  ) -> Option {
    let words = ValueKind.choice(Value.allCases.map(\.rawValue))
    return Option(name, short: short, valueName, words, summary, default: value.rawValue) {
      Value(rawValue: $0)
    }
  }
}

/// An option without a value.
struct Flag: Sendable {
  let declaration: OptionDeclaration

  init(_ name: String, short: Character? = nil, _ summary: String) {
    self.declaration = OptionDeclaration(
      name: name, short: short, valueName: nil, kind: .choice([]), summary: summary)
  }
}

/// What stands on the command line without a name.
struct Argument: Sendable, Equatable {
  /// What it is called in help.
  var valueName: String
  var kind: ValueKind = .document
  var summary: String
  var isRequired = true
  /// Whether it takes all that follow; only the last argument may.
  var isRepeatable = false

  /// The argument as a usage line shows it.
  var usage: String {
    let name = isRepeatable ? valueName + "..." : valueName
    return isRequired ? name : "[\(name)]"
  }
}

/// All that a subcommand says about itself.
struct Interface: Sendable {
  var name: String
  /// One line, without a full stop, for the list of commands.
  var summary: String
  /// Paragraphs for the command's own help.
  var discussion: [String] = []
  var arguments: [Argument] = []
  var options: [OptionDeclaration] = []
  /// Command lines that show it at work.
  var examples: [String] = []

  /// Its own options and those that every command has.
  var allOptions: [OptionDeclaration] { options + SharedOptions.declarations }
}
