import LaunchFlowAuthoring
import LaunchFlowMachine

/// The answers to the page's questions.
struct StudioAnswers: Sendable {
  let folder: StudioFolder
  let work: StudioWork

  /// The answer to a question; nil for one that does not exist.
  ///
  /// - Throws: `UsageError` and `FileError`, for the page's reader.
  func answer(_ question: String, _ body: JSONValue) throws -> JSONValue? {
    switch question {
    case "documents": return try documents()
    case "state": return state(try StudioSettings(body))
    case "changes": return ["state": .string(folder.state)]
    case "picture": return try picture(try StudioSettings(body))
    case "figures":
      return try lasting("figures", body) { settings, isOutdated in
        let flow = try EditedFlow(settings, in: folder).flow()
        let play = try StudioPlay(settings, of: flow, in: folder)
        return try StudioFigures.json(play, isOutdated: isOutdated)
      }
    case "proof":
      return try lasting("proof", body) { settings, isOutdated in
        let flow = try EditedFlow(settings, in: folder).flow()
        return StudioProof.json(FlowPlan(unchecked: flow), isOutdated: isOutdated)
      }
    case "patch": return try StudioWriting.patch(try StudioSettings(body), in: folder)
    case "write":
      guard let file = body.object?["file"]?.string else {
        throw UsageError("the request does not contain the file")
      }
      return try StudioWriting.write(try StudioSettings(body), over: file, in: folder)
    default: return nil
    }
  }

  private func documents() throws -> JSONValue {
    [
      "documents": .array(
        try folder.documents().map {
          ["path": .string($0.path), "title": $0.title.map { .string($0.visible) } ?? .null]
        })
    ]
  }

  /// The numbers of errors and warnings of a document, with their texts.
  private func state(_ settings: StudioSettings) -> JSONValue {
    let checked = folder.check(settings.flow)
    return [
      "errors": .integer(Int64(checked.count { $0.severity == .error })),
      "warnings": .integer(Int64(checked.count { $0.severity == .warning })),
      "diagnostics": .array(checked.map { .string($0.text) }),
    ]
  }

  private func picture(_ settings: StudioSettings) throws -> JSONValue {
    let edited = try EditedFlow(settings, in: folder)
    do {
      let flow = try edited.flow()
      let play = try StudioPlay(settings, of: flow, in: folder)
      return StudioPicture(edited: edited, play: play, flow: flow, settings: settings).json()
    } catch let flawed as FlawedDocument {
      return ["errors": .array(flawed.texts.map(JSONValue.string))]
    }
  }

  /// Does work that takes long and ends when the page sends a newer request.
  private func lasting(
    _ kind: String, _ body: JSONValue,
    _ answer: (StudioSettings, @escaping @Sendable () -> Bool) throws -> JSONValue?
  ) throws -> JSONValue {
    let settings = try StudioSettings(body)
    guard let page = body.object?["page"]?.string, page.utf8.count <= 64,
      case .integer(let number) = body.object?["number"]
    else { throw UsageError("the request names no page") }
    do {
      return try work.alone("\(page) \(kind)", number: number) { try answer(settings, $0) } ?? [
        "outdated": true
      ]
    } catch let flawed as FlawedDocument {
      throw UsageError("\(flawed.source.name) has errors")
    }
  }
}
