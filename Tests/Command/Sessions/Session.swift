import Foundation
@testable import LaunchFlowCommand
import Testing

/// Command lines with all that they write, as in a terminal; the files are in memory.
///
/// After `$ launchflow …` come its standard output behind `| `, its standard error behind `! `, and its exit status in
/// brackets, unless it is 0. A command line may end with `< FILE`, `> FILE` or `| head -N`. `$ cat > FILE <<END` makes
/// a file, `$ cat FILE` shows one, `$ cp PATH FILE` takes one from the repository, and `$ edit FILE > OTHER` replaces
/// the lines behind `- ` with those behind `+ `. All other lines are remarks.
struct Session {
  private var world = TestWorld()
  private var lines: ArraySlice<Substring>
  private var text = ""

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
  }

  /// The session as it goes now.
  static func replay(_ text: String) async throws -> String {
    var session = Session(text)
    while let line = session.next({ _ in true }) {
      if let first = line.first, "|![".contains(first) { continue }
      session.text += line + "\n"
      if line.hasPrefix("$ ") { try await session.obey(try Self.words(line.dropFirst(2))) }
    }
    return session.text
  }

  private mutating func next(_ isWanted: (Substring) -> Bool) -> Substring? {
    guard let line = lines.first, isWanted(line) else { return nil }
    return lines.popFirst()
  }

  /// The words of a command line, of which a quoted one may have spaces.
  private static func words(_ line: Substring) throws -> [String] {
    line.matches(of: /(?:[^\s']|'[^']*')+/).map { String($0.output).replacing("'", with: "") }
  }

  private mutating func obey(_ words: [String]) async throws {
    switch words[0] {
    case "cat" where words[1] == ">": try write(take(until: "END"), to: words[2])
    case "cat": show(try read(words[1]), "| ")
    case "cp":
      let file = Binary.package.appending(path: words[1])
      try write(String(contentsOf: file, encoding: .utf8), to: words[2])
    case "edit": try edit(words[1], to: words.last ?? "")
    default: try await run(words)
    }
  }

  /// The lines up to the one that ends them.
  private mutating func take(until end: String) -> String {
    var taken = ""
    while let line = next({ $0 != end }) { taken += line + "\n" }
    text += taken
    return taken
  }

  private mutating func edit(_ file: String, to other: String) throws {
    var contents = try read(file)
    while lines.first?.hasPrefix("- ") == true {
      let (old, new) = (part("-"), part("+"))
      let place = try #require(contents.firstRange(of: old), "\(old)")
      contents.replaceSubrange(place, with: new)
    }
    try write(contents, to: other)
  }

  private mutating func part(_ sign: String) -> String {
    var part: [Substring] = []
    while let line = next({ $0 == sign || $0.hasPrefix(sign + " ") }) {
      text += line + "\n"
      part.append(line.dropFirst(2))
    }
    return part.joined(separator: "\n")
  }

  private mutating func run(_ words: [String]) async throws {
    var words = words
    var world = world
    let program = words.removeFirst()
    try #require(program == "launchflow")
    let input = try Self.last("<", of: &words)
    if let input { world.files.standardInput = Array(try read(input).utf8) }
    let output = try Self.last(">", of: &words)
    let count = words.suffix(3).first == "|" ? Int(words.last?.dropFirst() ?? "") : nil
    if count != nil { words.removeLast(3) }
    let outcome = await world.run(words)
    #expect(outcome.data.isEmpty || outcome.data.hasSuffix("\n"))
    if let output { try write(outcome.data, to: output) } else { show(outcome.data, "| ", count) }
    // A proof says how long it took.
    show(outcome.diagnostics.replacing(/\sin [0-9.]+ m?s\n/, with: " in …\n"), "! ")
    if outcome.status != .fine { text += "[\(outcome.status.rawValue)]\n" }
  }

  /// The file behind a sign at the end of the words, which lose both.
  private static func last(_ sign: String, of words: inout [String]) throws -> String? {
    guard words.suffix(2).first == sign else { return nil }
    defer { words.removeLast(2) }
    return words.last
  }

  private mutating func show(_ output: String, _ sign: String, _ count: Int? = nil) {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines.prefix(count ?? lines.count) {
      text += line.isEmpty ? sign.prefix(1) + "\n" : sign + line + "\n"
    }
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try world.files.read(path, limit: 1 << 24), as: UTF8.self)
  }

  /// Folders are seen by their files.
  private mutating func write(_ contents: String, to path: String) throws {
    world.files.contents[path] = Array(contents.utf8)
    if world.files.written.texts[path] != nil { try world.files.write(Array(contents.utf8), to: path) }
  }
}
