import LaunchFlowAuthoring
import LaunchFlowModel

/// The patch of the page's changes, and writing it to the file.
enum StudioWriting {
  /// The answer to a request for the patch: the patch itself, and what `check` would newly say.
  static func patch(_ settings: StudioSettings, in folder: StudioFolder) throws -> JSONValue {
    let edited = try EditedFlow(settings, in: folder)
    let path = settings.flow
    let text = DiagnosticText(edited.source, width: 100)
    let new = DocumentCheck.newDiagnostics(of: edited.source, since: edited.original) {
      folder.included($0, by: path)
    }
    return [
      "patch": .string(difference(path, from: edited.original.bytes, to: edited.source.bytes)),
      "version": .integer(Int64(edited.version)), "sound": .bool(edited.flow != nil),
      "problems": .array(new.map { .string(text.text($0)) }),
    ]
  }

  /// Writes the changes to the file, if it is still the version that the page has shown.
  ///
  /// - Parameter version: The number of that version.
  static func write(
    _ settings: StudioSettings, version: Int64, in folder: StudioFolder
  ) throws -> JSONValue {
    let path = settings.flow
    let edited = try EditedFlow(settings, in: folder)
    guard edited.flow != nil else {
      throw StudioProblem("the file would have errors, so it is not written")
    }
    guard !settings.edits.isEmpty, edited.isChanged else { throw StudioProblem("there is nothing to write") }
    guard edited.version == Int(version) else {
      return conflict(edited, shown: folder.bytes(of: path, version: Int(version)), path)
    }
    do throws(FileError) {
      if let present = try folder.write(edited.source.bytes, to: path, over: edited.original.bytes) {
        return [
          "written": false, "version": .integer(Int64(edited.version)),
          "theirs": .string(difference(path, from: edited.original.bytes, to: present)),
          "patch": .string(difference(path, from: edited.original.bytes, to: edited.source.bytes)),
        ]
      }
    } catch {
      throw StudioProblem("\(path) cannot be written: \(error.reason)")
    }
    return ["written": true]
  }

  /// What somebody else has changed since the page showed the file, and the page's own changes to the new text.
  private static func conflict(_ edited: EditedFlow, shown: [UInt8]?, _ path: String) -> JSONValue {
    [
      "written": false, "version": .integer(Int64(edited.version)),
      "theirs": .string(shown.map { difference(path, from: $0, to: edited.original.bytes) } ?? ""),
      "patch": .string(difference(path, from: edited.original.bytes, to: edited.source.bytes)),
    ]
  }

  private static func difference(_ path: String, from old: [UInt8], to new: [UInt8]) -> String {
    UnifiedDifference(path: path, from: old, to: new).text
  }
}
