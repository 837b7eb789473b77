extension Flow {
  /// What a flow takes from another file. Without the file's steps, it comes before the flow's own parts.
  package struct Inclusion: Sendable {
    /// The file's name, beside the flow's own file.
    package var file: String
    /// The names of the file's caches.
    package var caches: Set<String> = []
    /// The names of the file's services.
    package var services: Set<String> = []
    /// The names of the file's environments.
    package var environments: Set<String> = []
    /// The names of the file's lanes; of a module only.
    package var lanes: Set<String> = []
    /// Whether a step includes the file, with its steps.
    package internal(set) var isModule = false
  }

  /// The files that the flow includes, each once.
  package var includedFiles: [String] {
    var known: Set<String> = []
    return inclusions.map { $0.file }.filter { known.insert($0).inserted }
  }
}
