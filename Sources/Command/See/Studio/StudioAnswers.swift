import Foundation
import LaunchFlowAuthoring
import LaunchFlowMachine

extension StudioFolder {
  /// The answer to a question of the page; nil for one that does not exist.
  ///
  /// - Parameter isAbandoned: Whether the page has given the question up, so that long work ends.
  /// - Throws: `UsageError`, `FileError` and `FlawedDocument`, for the page's reader.
  func answer(
    _ question: String, _ body: JSONValue, isAbandoned: @escaping @Sendable () -> Bool
  ) throws -> JSONValue? {
    switch question {
    case "documents": return ["documents": .array(try documents())]
    case "state": return check(try StudioSettings(body).flow)
    case "changes": return ["state": .string("\(try state())")]
    case "picture":
      do {
        return try StudioPicture(try StudioSettings(body), in: self).json
      } catch let flawed as FlawedDocument {
        return ["errors": .array(flawed.texts.map(JSONValue.string))]
      }
    case "figures":
      return try turn.withLock {
        let settings = try StudioSettings(body)
        let flow = try EditedFlow(settings, in: self).flow()
        return try StudioFigures.json(try StudioPlay(settings, of: flow, in: self), isAbandoned: isAbandoned)
      }
    case "proof":
      return try turn.withLock {
        let flow = try EditedFlow(try StudioSettings(body), in: self).flow()
        return StudioProof.json(FlowPlan(unchecked: flow), isAbandoned: isAbandoned)
      }
    case "patch": return try EditedFlow(try StudioSettings(body), in: self).patch
    case "write":
      guard let seen = body.object?["file"]?.string else {
        throw UsageError("the request does not contain the file")
      }
      return try EditedFlow(try StudioSettings(body), in: self).write(over: Array(seen.utf8), in: self)
    default: return nil
    }
  }
}
