import Foundation
import LaunchFlowAuthoring
import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// A document that the schema and its reader accept.
struct SchemaDocument: Sendable, CustomTestStringConvertible {
  /// How a document is read.
  enum Reader: Sendable {
    case flow, offlineSwitch, scenarios, switchScenarios
  }

  var name: String
  var reader: Reader
  var value: JSONValue
  var testDescription: String { name }

  /// The errors of a document that takes this one's place.
  func errors(in document: JSONValue) -> [Diagnostic] {
    let source = SourceText(name: name, text: document.text())
    guard let json = try? JSONDocument(source) else { return [] }
    let diagnostics =
      switch (DocumentKind(json), reader) {
      case (.flow, _), (nil, .flow):
        Flow.read(source, including: { Self.source($0) }).diagnostics
      case (.offlineSwitch, _), (nil, .offlineSwitch): OfflineSwitchDocument.read(source).diagnostics
      case (_, .switchScenarios): SwitchScenarioFile.read(source).diagnostics
      default: ScenarioFile.read(source).diagnostics
      }
    return diagnostics.filter { $0.severity == .error }
  }
}

extension SchemaDocument {
  static let flows = packageFolder.appending(path: "flows")

  private static func source(_ name: String) -> SourceText? {
    (try? Data(contentsOf: flows.appending(path: name))).map { SourceText(name: name, bytes: Array($0)) }
  }

  /// The files of the repository, and documents in which every key stands.
  static func all() throws -> [SchemaDocument] { try read.get() }

  /// Read once for all tests.
  private static let read = Result {
    try files() + [
      SchemaDocument(
        name: "every-key", reader: .flow, value: try JSONValue(parsing: DeclaredFlow.everyKey)),
      SchemaDocument(
        name: "repeated", reader: .flow, value: try JSONValue(parsing: DeclaredFlow.repeated)),
      SchemaDocument(name: "other-keys", reader: .flow, value: try JSONValue(parsing: otherFlow)),
      SchemaDocument(
        name: "every-key.scenarios", reader: .scenarios,
        value: try JSONValue(parsing: everyScenarioKey)),
      SchemaDocument(
        name: "starts.scenarios", reader: .scenarios, value: try JSONValue(parsing: startsScenarios)),
      SchemaDocument(
        name: "switch", reader: .offlineSwitch, value: try JSONValue(parsing: DeclaredSwitch.text)),
      SchemaDocument(
        name: "other-keys.switch", reader: .offlineSwitch, value: try JSONValue(parsing: otherSwitch)),
      SchemaDocument(
        name: "switch.scenarios", reader: .switchScenarios, value: try JSONValue(parsing: switchScenarios)),
    ]
  }

  private static func files() throws -> [SchemaDocument] {
    let names = try FileManager.default.contentsOfDirectory(atPath: flows.path())
    return try names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted().map { name in
      let value = try JSONValue(parsing: try Data(contentsOf: flows.appending(path: name)))
      let isScenarios = value.object?["scenariosFor"] != nil
      let isSwitch = name.hasPrefix("offline-switch")
      let reader: Reader =
        isScenarios ? (isSwitch ? .switchScenarios : .scenarios) : isSwitch ? .offlineSwitch : .flow
      return SchemaDocument(name: name, reader: reader, value: value)
    }
  }

  /// The largest seed is no exact number as a value, and a wait is what only a recorded run has.
  private static let everyScenarioKey = ScenarioReadingTests.everyKey
    .replacing("18446744073709551615", with: "7")
    .replacing("\"result\":", with: "\"wait\": \"1s\", \"result\":")
    .replacing(
      "\"cancel\":",
      with:
        "\"signals\": { \"a\": \"1s\", \"b\": null, \"c\": { \"at\": \"1s\", \"result\": \"r\" }, \"d\": { \"value\": [1] }, \"e\": { \"median\": \"1s\", \"p99\": \"2s\" } }, \"cancel\":"
    )

  /// Further starts exclude many runs.
  private static let startsScenarios = #"""
    { "scenariosFor": "f.json", "scenarios": { "twice": {
        "starts": [ "1s", { "at": "2s", "inputs": { "count": 3 } } ],
        "expect": { "starts": [ "join", { "is": "replace", "landing": ["home", "login"] } ] } } } }
    """#

  private static let otherFlow = #"""
    { "flow": "any", "title": "Any", "ignore": { "LF025": "Next week.", "x-note": 1 },
      "ifRunning": "join", "hedges": { "atMost": 0.1 }, "deadline": "1d2h3m4s5ms6us7ns", "defaults": { "timeout": "0s" },
      "inputs": { "count": { "type": "number", "default": 2 }, "limit": { "type": "duration", "min": "1s", "max": "5s", "default": "2s" }, "ready": { "type": "boolean", "values": [true, false], "ignore": { "LF024": "x" } } },
      "pages": { "home": { "title": "Home", "x-note": 1 }, "login": { "kind": "stuck" } }, "environments": ["release", "any"], "signals": ["first-frame"],
      "caches": { "c": { "scope": "user", "maxAge": "30d", "ignore": { "LF028": "x" } } },
      "services": { "base": { "baseURL": { "release": "https://a.example.com" } }, "copy": { "like": "base", "ignore": { "LF029": "x" },
          "query": { "q": { "json": [1, "${?asked/x}"] } },
          "envelope": { "code": "/state", "codes": ["E_BUSY"] } } },
      "steps": { "upload-all": { "http": { "service": "base", "method": "POST", "path": "/u", "form": { "note": "n", "meta": { "json": 1 } } }, "timeout": "1s" },
        "rounds": { "deadline": "9s", "poll": { "every": "1s", "until": ["over", "lost"] }, "ignore": { "LF031": "x" },
          "results": { "over": { "look": "yes" }, "lost": { "any": [ { "look": ["failed", "timed-out"] }, { "not": { "look": "settled" } } ] },
            "else": {} },
          "steps": { "look": { "title": "Look", "action": "look", "timeout": "1s", "results": { "yes": { "at": "/a", "equals": 1 } } } } },
        "frame": { "await": "first-frame", "timeout": "3s", "results": { "big": { "at": "/w", "exists": true } }, "type": "Frame" }, "net": { "await": "online", "timeout": "1s", "after": ["landing"] },
        "pause": { "await": "250ms" }, "given-pause": { "await": "${limit}" },
        "constant": { "value": null, "results": { "rest": { "at": "" } } },
        "stored": { "cache": "c", "valid": { "nonEmpty": true, "hosts": ["*.example.com", "127.0.0.1"] }, "fallback": [ { "value": 1 } ],
          "results": { "few": { "equals": 3 }, "some": { "in": [1, null] } } },
        "asked": { "action": "ask", "type": "API.Answer", "timeout": "1s", "useFallbackAfter": "500ms", "hedge": false, "fallback": [ { "cache": "c" } ],
          "store": "c", "afterLanding": "cancel", "failures": { "no": {} }, "lane": "main", "priority": -3, "whenIdle": true,
          "retry": { "attempts": 2, "delay": "${limit}", "on": "any" } },
        "posted": { "http": { "service": "copy", "path": "/p", "method": "POST", "json": [1, "${?asked}"], "headers": { "h": "x ${?asked/y}" } }, "after": ["asked"],
          "failures": { "bad": { "status": 400, "not": { "at": "/soft", "equals": true } },
            "worse": { "all": [ { "status": [500, 501] }, { "any": [ { "at": "/a", "exists": false } ] } ] } } } },
      "landings": [
        { "page": "login", "ignore": { "LF016": "x" }, "when": { "rounds": "over", "posted": ["bad", "worse"], "ready": true, "count": 2 },
          "notice": { "text": "${posted.message}", "style": "confirm" } },
        { "page": "login", "when": { "posted": { "error": ["network", "timeout"] }, "not": { "asked": { "error": "error" } } },
          "notice": [ "${posted.message}", { "when": { "posted": { "error": "timeout" } }, "text": "late" } ] },
        { "page": "login", "when": { "atLeast": { "count": 2, "of": [ { "asked": "failed" }, { "posted": "failed" }, { "stored": "failed" } ] } } },
        { "page": "home", "after": ["stored"], "with": { "frame": "${?frame}", "count": ["${count}"] } } ],
      "promises": [ { "within": "1d2h3m4s5ms6us7ns" }, { "never": { "all": [ { "landing": "home" }, { "posted": "bad" } ] } },
        { "if": { "stored": { "cached": true } }, "then": { "asked": { "cached": false } } }, { "never": { "frame": { "given": false }, "landing": "home" } } ] }
    """#

  private static let otherSwitch = #"""
    { "$schema": "s", "format": 1, "switch": "any", "summary": "Any.", "x-note": 1,
      "ignore": { "LF041": "It may flap.", "x-note": 1 },
      "factors": { "network": { "ignore": { "LF046": "Data is dear." }, "grace": "0s", "every": "1m", "causes": ["wifi"],
          "probe": { "timeout": "1s", "http": { "url": "https://p.example.com", "headers": { "x-a": 1 }, "expect": "text" } } },
        "service": { "ignore": { "LF046": "As it was.", "LF048": "One backend." }, "watch": { "trade": ["/a//b", "GET /a/*/c", "/"] },
          "trigger": { "errors": ["client", "business"], "codes": [500, -1, "E_BUSY"] },
          "confirm": { "timeout": "1s", "http": { "url": "https://q.example.com/${domain}", "method": "POST", "form": { "d": 1 } },
            "results": { "fine": { "at": "/ok", "in": [1] }, "faulty": {} } },
          "poll": { "every": "1s" } } } }
    """#

  private static let switchScenarios = #"""
    { "scenariosFor": "s.json", "summary": "S.", "format": 1, "scenarios": { "all": {
        "summary": "All.", "length": "1m", "seed": 3, "promises": { "recover": "<=9s", "flips": "<=2" },
        "probes": ["1s", "0s"], "questions": { "trade": [ { "takes": "1s", "wait": "2s" }, {} ] }, "probeTakes": "80ms", "qosTakes": { "median": "1s", "p99": "2s" },
        "path": [ { "at": "1s", "is": "none" }, { "from": "2s", "to": "4s", "every": "1s", "is": ["none", "wifi"] } ],
        "network": [ { "from": "1s", "to": "2s", "is": "silent" } ], "qos": [ { "from": "1s", "is": "refused" } ],
        "incidents": [ { "domain": "trade", "from": "1s", "to": "9s", "failures": ["2s"], "failuresEvery": "1s", "error": "business", "code": 5 },
          { "domain": "trade", "from": { "any": "1s", "after": "10s" }, "to": "20s" } ],
        "verdicts": [ { "at": "1s", "domain": "trade", "is": "faulty" } ],
        "calls": [ { "domain": "trade", "from": "1s", "to": "2s", "every": "1s", "error": "client", "code": "E_BUSY" } ],
        "marks": [ { "at": "1s", "is": "marked" } ], "kills": [ { "at": "1s", "restart": "2s" } ],
        "background": [ { "from": "1s", "to": "2s" } ],
        "expect": { "offline": { "wifi": [ { "from": "1s", "to": "2s" } ], "trade": [] }, "detect": "<=9s", "recover": "< 9s",
          "flips": "==2", "falseOfflines": "==0", "missed": ">=0", "probesPerHour": "<= 60" } } } }
    """#
}
