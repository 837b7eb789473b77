/// A parsed command line.
struct Given: Sendable, Equatable {
  /// The texts of options by long name, in the order of the command line; that of a flag is empty.
  var texts: [String: [String]] = [:]
  var arguments: [String] = []

  /// An option's value, the last one if it is repeated; nil without the option.
  subscript<Value>(_ option: Option<Value>) -> Value? {
    texts[option.name]?.last.flatMap(option.value)
  }

  subscript(_ flag: Flag) -> Bool { texts[flag.name] != nil }

  func all<Value>(_ option: Option<Value>) -> [Value] {
    texts[option.name, default: []].compactMap(option.value)
  }

  /// The first of some options that the command line has.
  func first(of options: [any DeclaredOption]) -> (any DeclaredOption)? {
    options.first { texts[$0.name] != nil }
  }
}
