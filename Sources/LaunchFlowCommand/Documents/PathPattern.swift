/// A pattern of paths, for shells that do not expand it: `*` and `?` match characters of one name, `**` matches any
/// folders.
struct PathPattern {
  private let parts: [Substring]
  private let root: String

  /// A pattern; nil for a path without wildcards.
  init?(_ path: String) {
    guard path.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
    parts = path.split(separator: "/")
    root = path.hasPrefix("/") ? "/" : ""
  }

  /// The matching files in order of name, the files of a folder before those of its folders. Hidden files match only a
  /// pattern that begins with a dot.
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
      // Matches no folder, then each folder with the same part again.
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

  /// A folder's path without its final slash.
  private func folder(_ prefix: String) -> String {
    prefix == "/" ? prefix : String(prefix.dropLast())
  }

  /// Whether a name matches. It backtracks only to the last `*`, so the time is bounded.
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
