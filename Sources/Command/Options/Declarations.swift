import LaunchFlowModel

/// An option of a command, for help, scanner and completions. Its texts are in `help.txt`.
protocol DeclaredOption: Sendable {
  /// The long name, without dashes.
  var name: String { get }
  var short: Character? { get }
  /// The placeholder of its value in help; nil for a flag.
  var valueName: String? { get }
  var kind: ValueKind { get }
  var isRepeatable: Bool { get }
  func accepts(_ text: String) -> Bool
}

extension DeclaredOption {
  var typed: String { "--" + name }
}

struct Option<Value: Sendable>: DeclaredOption {
  let name: String
  let short: Character?
  let valueName: String?
  let kind: ValueKind
  var isRepeatable = false
  /// Converts a text to the value; nil for a text that is none.
  let value: @Sendable (String) -> Value?

  private init(
    _ name: String, short: Character?, _ valueName: String?, _ kind: ValueKind,
    value: @escaping @Sendable (String) -> Value?
  ) {
    (self.name, self.short, self.valueName, self.kind, self.value) = (name, short, valueName, kind, value)
  }

  func accepts(_ text: String) -> Bool { value(text) != nil }

  var repeatable: Option {
    var copy = self
    copy.isRepeatable = true
    return copy
  }
}

extension Option where Value == String {
  /// A text, such as a path, which is not empty.
  static func text(
    _ name: String, short: Character? = nil, _ valueName: String, _ kind: ValueKind = .text
  ) -> Option {
    Option(name, short: short, valueName, kind) { kind.accepts($0) ? $0 : nil }
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
    Option(name, short: nil, valueName, .wholeNumber(least...most)) { text in
      Int(text).flatMap { (least...most).contains($0) ? $0 : nil }
    }
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
    let words = values.map(\.rawValue)
    return Option(name, short: short, valueName, .choice(words)) {
      words.contains($0) ? Value(rawValue: $0) : nil
    }
  }
}

/// An option without a value.
typealias Flag = Option<Bool>

extension Option where Value == Bool {
  init(_ name: String, short: Character? = nil) {
    self.init(name, short: short, nil, .choice([])) { _ in true }
  }
}

/// A positional argument.
struct Argument: Sendable, Equatable {
  /// Its form in a usage line: `FLOW`, `[NAME]`, `FILE...` or `[PATH...]`.
  let usage: String
  let kind: ValueKind

  init(_ usage: String, _ kind: ValueKind = .document) {
    (self.usage, self.kind) = (usage, kind)
  }

  /// Its placeholder in help.
  var valueName: String { usage.filter(\.isLetter) }
  var isRequired: Bool { !usage.hasPrefix("[") }
  /// Whether it accepts all further arguments. Only the last argument may do so.
  var isRepeatable: Bool { usage.contains("...") }
}
