import LaunchFlowModel

/// The text of a file that is a document, or should be.
struct DocumentFile {
  /// What stands on a command line for standard input or output.
  static let standardStream = "-"

  /// The path as it was given.
  let path: String
  let source: SourceText

  /// Reads a file; one that is too long is cut just behind the limit, so that its reader says so.
  init(_ path: String, in world: World) throws(FileError) {
    let limit = JSONLimits.standard.bytes
    self.path = path
    if path == Self.standardStream {
      source = SourceText(name: "<stdin>", bytes: try world.files.readStandardInput(limit: limit))
    } else {
      source = SourceText(name: path, bytes: try world.files.read(path, limit: limit))
    }
  }

  /// A path that stands in this file, as seen from where the command runs.
  func resolve(_ relative: String) -> String {
    guard !relative.hasPrefix("/"), path != Self.standardStream, let slash = path.lastIndex(of: "/") else {
      return relative
    }
    return path[...slash] + relative
  }

  /// The text of a file that this one includes; nil where it cannot be read.
  func included(_ name: String, in world: World) -> SourceText? {
    (try? DocumentFile(resolve(name), in: world))?.source
  }

  /// Where the scenarios of a flow's file stand: beside it. nil for standard input.
  static func scenariosPath(besides flow: String) -> String? {
    guard flow != standardStream else { return nil }
    let stem = flow.hasSuffix(".json") ? String(flow.dropLast(5)) : flow
    return stem + ".scenarios.json"
  }
}

/// The files that a command line names.
enum DocumentPaths {
  /// A path, and whether it was named itself rather than found in a folder or by a pattern.
  struct Found: Equatable {
    var path: String
    var isNamed: Bool
  }

  /// Takes files as they are, looks for `.json` files in folders and what is in them, and for what patterns
  /// match, in order of name. Hidden ones are passed over; what is found twice is taken once. Where no path is
  /// given, the working folder is looked through.
  static func find(_ paths: [String], in files: any FileAccess) throws(FileError) -> [Found] {
    guard !paths.isEmpty else {
      return try documents(in: "", files).map { Found(path: $0, isNamed: false) }
    }
    var found: [Found] = []
    var places: [String: Int] = [:]
    for path in paths {
      let documents = try documents(at: path, files)
      for path in documents ?? [path] {
        if let place = places[path] {
          if documents == nil { found[place].isNamed = true }
        } else {
          places[path] = found.count
          found.append(Found(path: path, isNamed: documents == nil))
        }
      }
    }
    return found
  }

  /// What to say where none of the files is what is looked for.
  static func nothing(_ wanted: String, in paths: [String]) -> String {
    "no \(wanted) found" + (paths.isEmpty ? " in the working folder; name a file or a folder" : "")
  }

  /// What a folder or a pattern stands for; nil for a file, or for what does not exist.
  private static func documents(at path: String, _ files: any FileAccess) throws(FileError) -> [String]? {
    guard path != DocumentFile.standardStream else { return nil }
    switch files.kind(of: path) {
    case .folder: return try documents(in: path, files)
    case .file: return nil
    case nil:
      guard let pattern = PathPattern(path) else { return nil }
      let matches = try pattern.files(in: files)
      guard !matches.isEmpty else { throw FileError(path: path, reason: "no file matches") }
      return matches
    }
  }

  /// - Parameter folder: Empty for the working folder, whose files need nothing before their names.
  private static func documents(in folder: String, _ files: any FileAccess) throws(FileError) -> [String] {
    var found: [String] = []
    var folders = [folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder]
    while let folder = folders.popLast() {
      let prefix = folder.isEmpty || folder == "/" ? folder : folder + "/"
      let entries = try files.entries(inFolder: folder.isEmpty ? "." : folder).filter {
        !$0.name.hasPrefix(".")
      }
      found += entries.filter { $0.kind == .file && $0.name.hasSuffix(".json") }.map { prefix + $0.name }
      folders += entries.reversed().filter { $0.kind == .folder }.map { prefix + $0.name }
    }
    return found
  }
}
