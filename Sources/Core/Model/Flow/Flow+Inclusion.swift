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
}
