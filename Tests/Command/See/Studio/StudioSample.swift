import Foundation
import LaunchFlowModel
import LaunchFlowTestClients
import Testing

@testable import LaunchFlowCommand

/// A small flow in a folder, for the studio.
enum StudioSample {
  static let flow = #"""
    {
      "flow": "small",
      "deadline": "10s",
      "pages": ["home", "sorry"],
      "steps": {
        "first": { "http": { "url": "https://a.example.com/1" }, "timeout": "2s", "fallback": [{ "value": 1 }] },
        "rest": {
          "steps": {
            "second": {
              "http": { "url": "https://a.example.com/2" },
              "timeout": "3s", "useFallbackAfter": "1s",
              "fallback": [{ "value": 2 }]
            }
          }
        }
      },
      "landings": [{ "page": "sorry", "when": { "first": "unavailable" } }, { "page": "home", "after": ["second"] }]
    }

    """#

  static let scenarios = #"""
    {
      "scenariosFor": "small.json",
      "scenarios": {
        "slow": { "steps": { "*": { "takes": "1s500ms" } } },
        "odd": { "runs": 400, "seed": 3, "steps": { "*": { "takes": { "quantiles": { "p0": "100ms", "p100": "4s" } } } } }
      }
    }

    """#

  /// A flow whose landing says which inputs it was given. It goes to the same file as `flow`.
  static let inputFlow = #"""
    {
      "flow": "small",
      "deadline": "10s",
      "inputs": {
        "signed-in": { "type": "boolean", "summary": "Whether somebody has signed in." },
        "site": { "type": "string", "values": ["north", "south"], "default": "north" },
        "level": { "type": "number", "default": 1 },
        "name": { "type": "string", "default": "" },
        "patience": { "type": "duration", "min": "500ms", "max": "4s", "default": "2s" }
      },
      "pages": ["home", "login", "south", "upper", "named"],
      "steps": {
        "first": {
          "http": { "url": "https://a.example.com/1" }, "timeout": "${patience}", "fallback": [{ "value": 1 }]
        }
      },
      "landings": [
        { "page": "login", "when": { "signed-in": false } }, { "page": "south", "when": { "site": "south" } },
        { "page": "upper", "when": { "level": 2.5 } }, { "page": "named", "when": { "name": "Ada = 1" } },
        { "page": "home", "after": ["first"] }
      ]
    }

    """#

  static let inputScenarios = #"""
    {
      "scenariosFor": "small.json",
      "defaults": { "inputs": { "signed-in": true }, "steps": { "*": { "hang": true } } },
      "scenarios": { "usual": {}, "guest": { "inputs": { "signed-in": false } } }
    }

    """#

  /// A folder in memory.
  static func folder(flow: String = flow, scenarios: String = scenarios) -> StudioFolder? {
    let files: MemoryFiles = ["flows/small.json": flow, "flows/small.scenarios.json": scenarios]
    return StudioFolder("flows", in: World(environment: [:], files: files, output: RecordedOutput()))
  }

  /// The answer to a question of the page about `flows/small.json`.
  static func ask(
    _ question: String, _ settings: String = "", flow: String = flow, scenarios: String = scenarios
  ) throws -> JSONValue? {
    let folder = try #require(Self.folder(flow: flow, scenarios: scenarios))
    let comma = settings.isEmpty ? "" : ", "
    let body = try JSONValue(parsing: #"{ "flow": "flows/small.json"\#(comma)\#(settings) }"#)
    return try folder.answer(question, body) { false }
  }

  /// What a command prints for the same files.
  static func printed(
    _ words: [String], flow: String = flow, scenarios: String = scenarios
  ) async -> String {
    var world = TestWorld()
    world.files = ["flows/small.json": flow, "flows/small.scenarios.json": scenarios]
    let outcome = await world.run(words)
    #expect(outcome.status == .fine)
    return outcome.data
  }

  /// What is wrong with a question, in words.
  static func problem(_ question: () throws -> Void) -> String? {
    do {
      try question()
      return nil
    } catch {
      return (error as? UsageError)?.message ?? "\(error)"
    }
  }

  /// A folder on disk, which is removed at the end.
  final class Folder {
    let url = URL.temporaryDirectory.appending(
      path: "launchflow-studio-\(UUID().uuidString)", directoryHint: .notDirectory)
    let flows: URL
    let file: URL

    init(flow: String = StudioSample.flow, scenarios: String = StudioSample.scenarios) throws {
      flows = url.appending(path: "flows")
      file = flows.appending(path: "small.json")
      try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
      try Data(flow.utf8).write(to: file)
      try Data(scenarios.utf8).write(to: flows.appending(path: "small.scenarios.json"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of the flow, as the page names it.
    var flow: String { path + "/small.json" }

    /// The path of the folder.
    var path: String { url.path() + "/flows" }

    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    func server() throws -> StudioServer {
      let world = World(environment: [:], files: SystemFiles(), output: RecordedOutput())
      guard let folder = StudioFolder(path, in: world) else {
        throw UsageError("there is no folder")
      }
      return try StudioServer(folder)
    }
  }

  /// The settings of the page, from JSON.
  static func settings(_ json: String) throws -> StudioSettings {
    try StudioSettings(JSONValue(parsing: json))
  }
}
