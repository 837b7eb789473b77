/// A parsed command line.
struct Given: Sendable, Equatable {
  /// The texts of options by long name, in the order of the command line.
  var texts: [String: [String]] = [:]
  /// The long names of the flags on the command line.
  var flags: Set<String> = []
  var arguments: [String] = []

  /// An option's value, the last one if it is repeated; nil without the option.
  subscript<Value>(_ option: Option<Value>) -> Value? {
    texts[option.declaration.name]?.last.flatMap(option.value)
  }

  subscript(_ flag: Flag) -> Bool {
    flags.contains(flag.declaration.name)
  }

  /// All values of a repeatable option, in order.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    texts[option.declaration.name, default: []].compactMap(option.value)
  }

  /// The first of some options that the command line has.
  func first(of options: [any DeclaredOption]) -> OptionDeclaration? {
    options.map(\.declaration).first { texts[$0.name] != nil || flags.contains($0.name) }
  }
}
