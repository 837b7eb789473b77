extension Flow {
  /// What a flow takes from another one's file, so that it is written once: its environments, caches and
  /// services. They stand before the flow's own.
  package struct Inclusion: Equatable, Sendable {
    /// The file's name, beside the flow's own file.
    package var file: String
    /// The names of the caches that came from it.
    package var caches: Set<String> = []
    /// The names of the services that came from it.
    package var services: Set<String> = []
    /// The names of the environments that came from it.
    package var environments: Set<String> = []
  }

  /// Whether what a path names was taken from another file, whose own check speaks of it.
  package func isIncluded(_ path: JSONPointer) -> Bool {
    guard path.tokens.count >= 2 else { return false }
    return inclusions.contains { inclusion in
      switch path.tokens[0] {
      case "caches": inclusion.caches.contains(path.tokens[1])
      case "services": inclusion.services.contains(path.tokens[1])
      default: false
      }
    }
  }
}
