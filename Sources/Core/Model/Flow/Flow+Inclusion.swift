extension Flow {
  /// The environments, caches and services that a flow takes from another file. They come before the flow's own.
  package struct Inclusion: Sendable {
    /// The file's name, beside the flow's own file.
    package var file: String
    /// The names of the file's caches.
    package var caches: Set<String> = []
    /// The names of the file's services.
    package var services: Set<String> = []
    /// The names of the file's environments.
    package var environments: Set<String> = []
  }

  /// Whether the path names a part that another file declares. Diagnostics about it belong to that file.
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
