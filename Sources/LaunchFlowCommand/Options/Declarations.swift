import LaunchFlowModel

/// An option for help, scanner and completions.
struct OptionDeclaration: Sendable, Equatable {
  /// The long name, without dashes.
  var name: String
  var short: Character?
  /// The placeholder of its value in help; nil for a flag.
  var valueName: String?
  var kind: ValueKind
  /// Its help text.
  var summary: String
  /// The default, in words.
  var defaultText: String?
  var isRepeatable = false

  /// The name with its dashes.
  var typed: String { "--" + name }

  /// The same option with another help text.
  func saying(_ summary: String, default defaultText: String? = nil) -> OptionDeclaration {
    var copy = self
    copy.summary = summary
    copy.defaultText = defaultText
    return copy
  }
}

/// An option with a typed value.
struct Option<Value: Sendable>: Sendable {
  var declaration: OptionDeclaration
  /// Converts accepted text to the value.
  let value: @Sendable (String) -> Value?

  private init(
    _ name: String, short: Character?, _ valueName: String, _ kind: ValueKind, _ summary: String,
    default defaultText: String?, value: @escaping @Sendable (String) -> Value?
  ) {
    self.declaration = OptionDeclaration(
      name: name, short: short, valueName: valueName, kind: kind, summary: summary, defaultText: defaultText)
    self.value = value
  }

  /// The same option, but repeatable.
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

  /// Text that begins with a name in the document on the command line.
  static func name(
    _ name: String, short: Character? = nil, _ valueName: String, of words: DocumentWords, _ summary: String
  ) -> Option {
    Option(name, short: short, valueName, .name(words), summary, default: nil) { $0 }
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
}

extension Option where Value == Int {
  static func wholeNumber(
    _ name: String, _ valueName: String = "N", atLeast least: Int, atMost most: Int = .max,
    _ summary: String, default text: String? = nil
  ) -> Option {
    Option(name, short: nil, valueName, .wholeNumber(least...most), summary, default: text) { Int($0) }
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
    _ name: String, short: Character? = nil, _ valueName: String, _ summary: String, default value: Value?
  ) -> Option {
    let words = ValueKind.choice(Value.allCases.map(\.rawValue))
    return Option(name, short: short, valueName, words, summary, default: value?.rawValue) {
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

/// A positional argument.
struct Argument: Sendable, Equatable {
  /// Its placeholder in help.
  var valueName: String
  var kind: ValueKind = .document
  var summary: String
  var isRequired = true
  /// Whether it accepts all further arguments. Only the last argument may do so.
  var isRepeatable = false

  /// Its form in a usage line.
  var usage: String {
    let name = isRepeatable ? valueName + "..." : valueName
    return isRequired ? name : "[\(name)]"
  }
}

/// The declaration of a subcommand.
struct Interface: Sendable {
  var name: String
  /// One line, without a full stop, for the list of commands.
  var summary: String
  /// Paragraphs for the command's own help.
  var discussion: [String] = []
  var arguments: [Argument] = []
  var options: [OptionDeclaration] = []
  /// Example command lines.
  var examples: [String] = []

  /// Its own options and those of every command.
  var allOptions: [OptionDeclaration] { options + SharedOptions.declarations }
}
