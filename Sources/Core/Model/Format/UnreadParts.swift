/// The places that could not be read. Rules report neither their stand-ins nor names that are missing because of them.
package struct UnreadParts: Sendable {
  /// Replaces a name that could not be read; rules ignore it.
  package static let standInName = "\u{0}"

  /// The lists of names of a flow that may be incomplete.
  package enum Names: String, Sendable {
    case inputs, pages, caches, environments, services, lanes, signals, steps
  }

  private let paths: Set<JSONPointer>
  private var names: [Names] = []
  /// The steps whose work is a stand-in.
  private(set) var work: Set<String> = []
  /// The steps whose results or failures are incomplete.
  private(set) var words: Set<String> = []

  package init(_ paths: [JSONPointer] = []) {
    self.paths = Set(paths)
    for path in paths { noteNames(path.tokens) }
  }

  /// Whether the value at a place, or an object around it, could not be read.
  package func contains(_ path: JSONPointer) -> Bool {
    guard !paths.isEmpty else { return false }
    return (0...path.tokens.count).contains {
      paths.contains(JSONPointer(tokens: Array(path.tokens.prefix($0))))
    }
  }

  func contains(_ list: Names) -> Bool { names.contains(list) }

  /// Notes which lists of names are incomplete without the value at a place.
  private mutating func noteNames(_ path: [String]) {
    switch path.first {
    case "include": names += [.caches, .environments, .services]
    case "inputs" where path.count <= 2 || path[2] == "type": names.append(.inputs)
    case "services" where path.count <= 2: names.append(.services)
    case "steps": noteStep(path[...])
    case let list?
    where path.count == 1 || ["pages", "signals"].contains(list) && path.count == 2 || list == "environments":
      if let list = Names(rawValue: list) { names.append(list) }
    default: break
    }
  }

  private mutating func noteStep(_ path: ArraySlice<String>) {
    guard let name = path.dropFirst().first else {
      names.append(.steps)
      return
    }
    let rest = path.dropFirst(2)
    switch rest.first {
    case nil:
      work.insert(name)
      words.insert(name)
    case "steps": noteStep(rest)
    case "include": names.append(.steps)
    case "http", "action", "cache", "value", "await": if rest.count == 1 { work.insert(name) }
    case "results", "failures": if rest.count == 1 { words.insert(name) }
    default: break
    }
  }
}
