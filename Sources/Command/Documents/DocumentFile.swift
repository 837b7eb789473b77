import LaunchFlowAuthoring

/// The text of a file that should be a document.
struct DocumentFile {
  /// The path as the command line gives it.
  let path: String
  let source: SourceText
  private let world: World

  /// Reads a file. A file beyond the size limit is cut one byte after it, and its reader then reports the size.
  init(_ path: String, in world: World) throws(FileError) {
    if let root = world.root, let place = world.files.resolved(path), !place.hasPrefix(root) {
      throw FileError(path: path, reason: "is outside of the studio's folder")
    }
    let bytes = try world.files.read(path, limit: JSONLimits.standard.bytes)
    self.path = path
    self.world = world
    source = SourceText(name: path == World.standardStream ? "<stdin>" : path, bytes: bytes)
  }

  /// The kind of document; nil for text that is not JSON, and for other JSON.
  var kind: DocumentKind? { (try? JSONDocument(source)).flatMap(DocumentKind.init) }

  /// A path in this file, made relative to the working folder.
  func resolve(_ relative: String) -> String {
    guard !relative.hasPrefix("/"), path != World.standardStream, let slash = path.lastIndex(of: "/") else {
      return relative
    }
    return path[...slash] + relative
  }

  /// The text of an included file; nil when it cannot be read.
  func included(_ name: String) -> SourceText? {
    (try? DocumentFile(resolve(name), in: world))?.source
  }

  /// The path of the scenarios file beside a flow or switch; nil for standard input.
  static func scenariosPath(besides flow: String) -> String? {
    guard flow != World.standardStream else { return nil }
    return DocumentKind.scenariosName(besides: flow)
  }
}

/// The files that a command line names.
enum DocumentPaths {
  /// A path, and whether the command line names it. Otherwise a folder contains it.
  struct Found: Equatable, Sendable {
    var path: String
    var isNamed: Bool
  }

  /// Finds the files that paths name: a file itself, and the `.json` files in a folder and its folders, in order of
  /// name. Hidden files are skipped, and each file is found once. Without a path the working folder is searched.
  static func find(_ paths: [String], in files: any FileAccess) throws(FileError) -> [Found] {
    var found: [Found] = []
    var places: [String: Int] = [:]
    for path in paths.isEmpty ? [""] : paths {
      let isFolder = path.isEmpty || path != World.standardStream && files.kind(of: path) == .folder
      for path in isFolder ? try documents(in: path, files) : [path] {
        if let place = places[path] {
          if !isFolder { found[place].isNamed = true }
        } else {
          places[path] = found.count
          found.append(Found(path: path, isNamed: !isFolder))
        }
      }
    }
    return found
  }

  /// The message when none of the files is of the wanted kind.
  static func nothing(_ wanted: String, in paths: [String]) -> String {
    "no \(wanted) found" + (paths.isEmpty ? " in the working folder; name a file or a folder" : "")
  }

  /// - Parameter folder: Empty for the working folder; its files are then named without a folder.
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
