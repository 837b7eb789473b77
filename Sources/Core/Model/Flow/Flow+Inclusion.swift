extension Flow {
  /// What a flow takes from another file. Without the file's steps, it comes before the flow's own parts.
  package struct Inclusion: Sendable {
    /// The file's name, beside the flow's own file.
    package var file: String
    /// The names that the file declares; lanes only of a module.
    package var caches: Set<String> = []
    package var services: Set<String> = []
    package var environments: Set<String> = []
    package var lanes: Set<String> = []
    /// Whether a step includes the file, with its steps.
    package internal(set) var isModule = false
  }

  package var includedFiles: [String] {
    var known: Set<String> = []
    return inclusions.map { $0.file }.filter { known.insert($0).inserted }
  }
}
