import LaunchFlowModel

/// An option of a command, with or without a value.
protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
}

/// An option for help, scanner and completions. Its texts are in `help.txt`.
struct OptionDeclaration: DeclaredOption, Equatable {
  /// The long name, without dashes.
  var name: String
  var short: Character?
  /// The placeholder of its value in help; nil for a flag.
  var valueName: String?
  var kind: ValueKind
  var isRepeatable = false

  var declaration: OptionDeclaration { self }
  var typed: String { "--" + name }
}

/// An option with a typed value.
struct Option<Value: Sendable>: DeclaredOption {
  var declaration: OptionDeclaration
  /// Converts accepted text to the value.
  let value: @Sendable (String) -> Value?

  private init(
    _ name: String, short: Character?, _ valueName: String, _ kind: ValueKind,
    value: @escaping @Sendable (String) -> Value?
  ) {
    declaration = OptionDeclaration(name: name, short: short, valueName: valueName, kind: kind)
    self.value = value
  }

  var repeatable: Option {
    var copy = self
    copy.declaration.isRepeatable = true
    return copy
  }
}

extension Option where Value == String {
  static func text(_ name: String, short: Character? = nil, _ valueName: String) -> Option {
    Option(name, short: short, valueName, .text) { $0 }
  }

  /// A file that the command writes.
  static func written(_ name: String, short: Character? = nil, isMain: Bool = false) -> Option {
    Option(name, short: short, "FILE", .output(isMain: isMain)) { $0 }
  }

  static func file(_ name: String, short: Character? = nil) -> Option {
    Option(name, short: short, "FILE", .file) { $0 }
  }

  static func document(_ name: String) -> Option { Option(name, short: nil, "FILE", .document) { $0 } }

  static func folder(_ name: String, short: Character? = nil) -> Option {
    Option(name, short: short, "DIR", .folder) { $0 }
  }
}

extension Option where Value == NamedText {
  /// A setting, such as `STEP=BEHAVIOUR`. It may be a secret, so messages do not repeat it.
  static func setting(_ name: String, _ form: String) -> Option {
    Option(name, short: nil, form, .setting(form)) { NamedText($0) }
  }
}

/// A name with its text, as in `NAME=TEXT`.
struct NamedText: Hashable, Sendable {
  var name: String
  var text: String
}

extension NamedText {
  /// Splits at the first equals sign; nil without one or without a name.
  init?(_ words: String) {
    guard let place = words.firstIndex(of: "="), place > words.startIndex else { return nil }
    name = String(words[..<place])
    text = String(words[words.index(after: place)...])
  }
}

extension Option where Value == Int {
  static func wholeNumber(
    _ name: String, _ valueName: String = "N", atLeast least: Int, atMost most: Int = .max
  ) -> Option {
    Option(name, short: nil, valueName, .wholeNumber(least...most)) { Int($0) }
  }
}

extension Option where Value == UInt64 {
  static func seed(_ name: String) -> Option { Option(name, short: nil, "N", .seed) { UInt64($0) } }
}

extension Option where Value == Duration {
  static func duration(_ name: String) -> Option {
    Option(name, short: nil, "DURATION", .duration) { Duration(documentText: $0) }
  }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
  static func choice(
    _ name: String, short: Character? = nil, _ valueName: String,
    among values: [Value] = Array(Value.allCases)
  ) -> Option {
    Option(name, short: short, valueName, .choice(values.map(\.rawValue))) { Value(rawValue: $0) }
  }
}

/// An option without a value.
struct Flag: DeclaredOption {
  let declaration: OptionDeclaration

  init(_ name: String, short: Character? = nil) {
    declaration = OptionDeclaration(name: name, short: short, valueName: nil, kind: .choice([]))
  }
}

/// A positional argument.
struct Argument: Sendable, Equatable {
  /// Its placeholder in help.
  var valueName: String
  var kind: ValueKind = .document
  var isRequired = true
  /// Whether it accepts all further arguments. Only the last argument may do so.
  var isRepeatable = false

  /// Its form in a usage line.
  var usage: String {
    let name = isRepeatable ? valueName + "..." : valueName
    return isRequired ? name : "[\(name)]"
  }
}

extension Argument {
  /// Reads its form in a usage line: `FLOW`, `[NAME]`, `FILE...` or `[PATH...]`.
  init(_ usage: String, _ kind: ValueKind = .document) {
    self.init(
      valueName: usage.filter(\.isLetter), kind: kind, isRequired: !usage.hasPrefix("["),
      isRepeatable: usage.contains("..."))
  }
}
