/// A pattern of paths, for shells that leave it to the command: `*` and `?` stand for letters of one name, `**` for
/// any folders.
struct PathPattern {
  private let parts: [Substring]
  private let root: String

  /// Nil for a path in which nothing stands for anything else.
  init?(_ path: String) {
    guard path.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
    parts = path.split(separator: "/")
    root = path.hasPrefix("/") ? "/" : ""
  }

  /// The files that match, in order of name, those of a folder before those of the folders in it. Hidden ones
  /// match only what begins with a dot itself.
  func files(in access: any FileAccess) throws(FileError) -> [String] {
    var found: [String] = []
    try match(parts[...], at: root, access, &found)
    return found
  }

  private func match(
    _ parts: ArraySlice<Substring>, at prefix: String, _ access: any FileAccess, _ found: inout [String]
  ) throws(FileError) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    guard part.contains(where: { $0 == "*" || $0 == "?" }) else {
      let path = prefix + part
      switch access.kind(of: path) {
      case .file: if rest.isEmpty { found.append(path) }
      case .folder: try match(rest, at: path + "/", access, &found)
      case nil: break
      }
      return
    }
    let entries = try access.entries(inFolder: prefix.isEmpty ? "." : folder(prefix))
    if part == "**" {
      // No folder at all, then each folder with the same part again.
      try match(rest.isEmpty ? ["*"] : rest, at: prefix, access, &found)
      for entry in entries where entry.kind == .folder && !entry.name.hasPrefix(".") {
        try match(parts, at: prefix + entry.name + "/", access, &found)
      }
      return
    }
    for entry in entries where Self.matches(entry.name, part) {
      switch entry.kind {
      case .file: if rest.isEmpty { found.append(prefix + entry.name) }
      case .folder: try match(rest, at: prefix + entry.name + "/", access, &found)
      }
    }
  }

  /// A folder's path without the slash behind it.
  private func folder(_ prefix: String) -> String {
    prefix == "/" ? prefix : String(prefix.dropLast())
  }

  /// Whether a name matches, without going back more than to the last `*`.
  static func matches(_ name: String, _ pattern: Substring) -> Bool {
    guard !name.hasPrefix(".") || pattern.hasPrefix(".") else { return false }
    let (letters, pattern) = (Array(name), Array(pattern))
    var (letter, place) = (0, 0)
    var star: (place: Int, letter: Int)?
    while letter < letters.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, letter)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == letters[letter] {
        letter += 1
        place += 1
      } else if let last = star {
        star = (last.place, last.letter + 1)
        letter = last.letter + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
