import LaunchFlowAuthoring

/// Makes the patch of the page's changes, and writes it to the file.
enum StudioWriting {
  /// The answer to a request for the patch: the patch itself, and the new diagnostics of `check`.
  static func patch(_ settings: StudioSettings, in folder: StudioFolder) throws -> JSONValue {
    let edited = try EditedFlow(settings, in: folder)
    let text = DiagnosticText(edited.source, width: 100)
    return [
      "patch": .string(patch(edited, settings.flow)), "file": .string(file(edited)),
      "sound": .bool(edited.isSound),
      "problems": .array(edited.newDiagnostics.map { .string(text.text($0)) }),
    ]
  }

  /// Writes the changes to the file, if its text is still the one that the page has shown. Otherwise the
  /// answer contains the changes on disk since then, and the page's own patch of the present text.
  static func write(_ settings: StudioSettings, over seen: String, in folder: StudioFolder) throws
    -> JSONValue
  {
    let path = settings.flow
    let edited = try EditedFlow(settings, in: folder)
    guard edited.isSound else {
      throw UsageError("the file would have errors, so it is not written")
    }
    guard !settings.edits.isEmpty, edited.isChanged else { throw UsageError("there is nothing to write") }
    let seen = Array(seen.utf8)
    do throws(FileError) {
      if try folder.write(edited.source.bytes, to: path, over: seen) { return ["written": true] }
    } catch {
      throw UsageError("\(path) cannot be written: \(error.reason)")
    }
    return [
      "written": false, "file": .string(file(edited)), "patch": .string(patch(edited, path)),
      "theirs": .string(UnifiedDifference(path: path, from: seen, to: edited.original.bytes).text),
    ]
  }

  private static func file(_ edited: EditedFlow) -> String {
    String(decoding: edited.original.bytes, as: UTF8.self)
  }

  private static func patch(_ edited: EditedFlow, _ path: String) -> String {
    UnifiedDifference(path: path, from: edited.original.bytes, to: edited.source.bytes).text
  }
}
