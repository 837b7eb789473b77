import LaunchFlowCommand
import Testing

/// A change of a flow file or of its scenarios. The positions, messages and hints that follow from it are in goldens.
struct AuthorMistake: Sendable {
  var name: String
  var changes: [(old: String, new: String)]

  init(_ name: String, _ old: String, _ new: String, and more: [(String, String)] = []) {
    self.name = name
    changes = [(old, new)] + more
  }

  /// What is found in the changed file, under the name of the mistake.
  func found(in file: String, scenarios: String? = nil) async throws -> String {
    var text = scenarios ?? file
    for (old, new) in changes {
      let place = try #require(text.firstRange(of: old), "\(old)")
      text.replaceSubrange(place, with: new)
    }
    let found = await scenarios == nil ? Self.messages(text) : Self.messages(file, scenarios: text)
    return "## \(name)\n\n\(found)\n\n"
  }

  /// The positions, messages and hints of a flow, or of its scenarios.
  static func messages(_ flow: String, scenarios: String? = nil) async -> String {
    var world = TestWorld()
    world.files =
      scenarios.map { ["launch.json": flow, "launch.scenarios.json": $0] } ?? ["launch.json": flow]
    let file = scenarios == nil ? "launch.json" : "launch.scenarios.json"
    let lines = await world.run("check", file).data.split(separator: "\n")
    return lines.compactMap { line -> Substring? in
      if line.hasPrefix(file + ":") { return line.dropFirst(file.count + 1) }
      return line.hasPrefix("  help: ") ? line.dropFirst(2) : nil
    }.joined(separator: "\n")
  }

  static let flow = #"""
    {
      "flow": "launch",
      "deadline": "10s",
      "inputs": { "signed-in": { "type": "boolean" } },
      "pages": ["home", "login", "update"],
      "caches": { "login-answer": { "scope": "user" } },
      "services": { "api": { "baseURL": "https://api.example.com" } },
      "steps": {
        "check": {
          "http": { "service": "api", "path": "/check" }, "timeout": "3s",
          "results": { "update-required": { "at": "/force", "equals": true } }
        },
        "log-in": {
          "needs": ["check"], "when": { "signed-in": true },
          "http": { "service": "api", "method": "POST", "path": "/login", "json": { "id": "${check/id}" } },
          "timeout": "5s", "store": "login-answer", "fallback": [{ "cache": "login-answer" }]
        }
      },
      "landings": [
        { "page": "update", "when": { "check": "update-required" } },
        { "page": "login", "when": { "log-in": "unavailable" } },
        { "page": "home", "after": ["log-in"] }
      ]
    }

    """#
}
