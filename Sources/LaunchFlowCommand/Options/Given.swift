/// What a command line gave, by declaration.
struct Given: Sendable, Equatable {
  /// The texts of options by long name, in the order in which they were given.
  var texts: [String: [String]] = [:]
  /// The long names of the flags that were given.
  var flags: Set<String> = []
  /// The arguments, in order.
  var arguments: [String] = []

  /// An option's value, the last one where it was given repeatedly; nil when it was not given.
  subscript<Value>(_ option: Option<Value>) -> Value? {
    texts[option.declaration.name]?.last.flatMap(option.value)
  }

  /// Whether a flag was given.
  subscript(_ flag: Flag) -> Bool {
    flags.contains(flag.declaration.name)
  }

  /// All values of a repeatable option, in order.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    texts[option.declaration.name, default: []].compactMap(option.value)
  }
}
