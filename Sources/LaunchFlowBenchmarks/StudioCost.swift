import Foundation
import LaunchFlow
import LaunchFlowCommand
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How long the studio takes from a changed value to what its page shows of it, over HTTP as the page asks.
enum StudioCost {
  private static let rounds = 9

  /// Why a question was not answered.
  private struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// Arguments: a flow file and one of its scenarios; without any, the rider's launch when everything hangs.
  static func run(_ arguments: [String]) async throws {
    let path = arguments.first ?? "flows/rider-launch.json"
    let scenario = arguments.dropFirst().first ?? "everything-hangs"
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let flow = try Flow(contentsOf: URL(filePath: path))
    guard let step = flow.steps.first(where: { $0.timeout != nil }), let timeout = step.timeout else {
      print("\(path) has no step with a time-out")
      return
    }
    let server = try StudioServer(folder: folder)
    defer { server.stop() }
    print("| what is asked | median ms | at most |")
    print("| --- | --: | --: |")
    for question in ["picture", "figures", "proof"] {
      var times: [Double] = []
      // The first round is not counted.
      for round in 0...rounds {
        let value = (timeout + .milliseconds(50 * round)).documentText
        let body: JSONValue = [
          "flow": .string(path), "scenario": .string(scenario), "page": "benchmark",
          "number": .integer(Int64(round)), "runs": 1_000,
          "edits": [["step": .string(step.name), "key": "timeout", "value": .string(value)]],
        ]
        let time = try await ask(question, body, server)
        if round > 0 { times.append(time) }
      }
      times.sort()
      let figures = [times[rounds / 2], times[rounds - 1]].map { String(format: "%.1f", $0) }
      print("| \(question) | \(figures[0]) | \(figures[1]) |")
    }
  }

  /// Asks a question; returns the milliseconds until the whole answer is there.
  private static func ask(_ question: String, _ body: JSONValue, _ server: StudioServer) async throws
    -> Double
  {
    let base = server.address.dropLast(server.token.count + 1)
    guard let url = URL(string: base + "ask/" + question) else { return 0 }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue(server.token, forHTTPHeaderField: "X-LaunchFlow-Token")
    request.httpBody = Data(body.text().utf8)
    let begun = ContinuousClock.now
    let (data, _) = try await URLSession.shared.data(for: request)
    let time = begun.duration(to: .now)
    let answer = try JSONValue(parsing: data)
    if let error = answer.object?["error"] ?? answer.object?["outdated"] {
      throw Refusal(description: "\(question): \(error.text())")
    }
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }
}
