import LaunchFlowAuthoring
import LaunchFlowServer
import LaunchFlowTimeline

/// A served request in words.
enum ServedRequestText {
  /// A longer path is cut off.
  private static let mostPath = 120

  /// The line of a request. Queries and bodies may contain secrets, so they are left out.
  static func line(_ event: ScenarioServer.Event) -> String {
    let answer = event.answer
    let path = String(event.path.prefix(mostPath)) + (event.path.count > mostPath ? "…" : "")
    let asked = "\(event.method.prefix(12)) \(path)".visible
    let step = answer.step.map { " · \($0), attempt \(answer.attempt)" } ?? ""
    return "launch \(answer.launch) +\(TimeText.short(answer.time)) · \(asked)\(step): \(text(answer))\n"
  }

  private static func text(_ answer: ServedAnswer) -> String {
    let after = answer.delay > 0 ? " after \(TimeText.short(answer.delay))" : ""
    switch answer.content {
    case .reply(let reply): return "HTTP \(reply.status)\(after)"
    case .reset: return "connection reset\(after)"
    case .hang: return "no answer"
    case .unknown: return "HTTP 404, because no step asks for this"
    case .impossible: return "HTTP 501, because no answer was found that gives the scenario's outcome"
    }
  }

  static func summary(_ launches: ServedLaunches) -> String {
    var text = "\(Counting.text(launches.launches, "launch")), "
    text += Counting.text(launches.requests, "request")
    if launches.unknownRequests > 0 { text += ", \(launches.unknownRequests) that no step makes" }
    return text + "\n"
  }
}
