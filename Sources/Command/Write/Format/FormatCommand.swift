import LaunchFlowAuthoring

enum FormatCommand: Subcommand {
  static let check = Flag("check")

  static let interface = Interface("fmt", [Argument("[PATH...]")], [check])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    var tally = FormatTally(isCheck: given[check], again: given.arguments)
    for found in try DocumentPaths.find(given.arguments, in: world.files) {
      do {
        try lay(out: found, &tally, in: world)
      } catch let flawed as FlawedDocument {
        flawed.report(given, in: world)
        tally.flawed += 1
      } catch {
        world.report("error: \(error)")
        tally.unreadable += 1
      }
    }
    if tally.isReported { world.report(tally.text) }
    return tally.status
  }

  private static func lay(
    out found: DocumentPaths.Found, _ tally: inout FormatTally, in world: World
  ) throws {
    let file = try DocumentFile(found.path, in: world)
    guard let text = try layout(of: file, isNamed: found.isNamed) else { return }
    let isStream = found.path == World.standardStream
    tally.isFilter = tally.isFilter || isStream && !tally.isCheck
    let isChanged = text != file.source.bytes
    if isStream, !tally.isCheck {
      let shown = String(decoding: text, as: UTF8.self)
      // On a terminal hidden characters are escaped; elsewhere the bytes stay.
      if world.output.isTerminal(.data) {
        world.print(shown, as: .json)
      } else {
        world.output.write(shown, to: .data)
      }
    } else if isChanged, tally.isCheck {
      let path = file.source.name.visible
      world.print(UnifiedDifference(path: path, from: file.source.bytes, to: text).text.visibleLines)
    } else if isChanged {
      guard try world.replace(text, at: found.path, over: file.source.bytes) else {
        throw FileError(path: found.path, reason: "was changed meanwhile; format it again")
      }
      world.print(found.path.visible + "\n")
    }
    tally.files += 1
    if isChanged { tally.changed += 1 }
  }

  /// The canonical layout of a file; nil for a file of another kind in a folder.
  ///
  /// - Parameter isNamed: Whether the command line names the file itself, so that it must be a document.
  private static func layout(of file: DocumentFile, isNamed: Bool) throws(FlawedDocument) -> [UInt8]? {
    let json: JSONDocument
    do throws(JSONSyntaxError) {
      json = try JSONDocument(file.source)
    } catch {
      throw FlawedDocument(file.source, [Diagnostic(error, in: file.source).advised(in: file.source)])
    }
    guard DocumentKind(json) != nil else {
      if isNamed { throw FlawedDocument(file.source, [.unknownKind(json)]) }
      return nil
    }
    if let text = JSONLayout.text(of: json) { return text }
    let message = "the canonical layout would be larger than \(JSONLimits.standard.bytes) bytes"
    throw FlawedDocument(file.source, [Diagnostic(.badValue, message, at: json.wholePlace)])
  }
}

struct FormatTally {
  let isCheck: Bool
  let again: [String]
  var files = 0
  var changed = 0
  var flawed = 0
  var unreadable = 0
  /// Whether the formatted text went to standard output. Then no tally is needed.
  var isFilter = false

  var isReported: Bool { !isFilter || files + flawed + unreadable != 1 }

  var text: String {
    guard files + flawed + unreadable > 0 else {
      return DocumentPaths.nothing("flow, switch or scenarios files", in: again)
    }
    let left = flawed + unreadable
    let leftAlone = left > 0 ? ", \(left) not formatted" : ""
    let count = Counting.text(files + left, "file")
    guard isCheck else { return "\(count): \(changed) changed\(leftAlone)" }
    guard changed > 0 else { return "\(count): none would change\(leftAlone)" }
    let fix = (["launchflow", "fmt"] + again.map(ShellWord.quoted)).joined(separator: " ")
    return "\(count): \(changed) would change\(leftAlone); fix with: \(fix)"
  }

  /// The exit status. It is not a success if there is no file to format.
  var status: ExitStatus {
    if unreadable > 0 || files + flawed == 0 { return .couldNotRun }
    return flawed > 0 || isCheck && changed > 0 ? .problemsFound : .fine
  }
}
