import LaunchFlowModel

/// A diagnostic in full: the problem, its consequence, the fix, a wrong and a right example. `explain`, the reports of
/// `check` and the documentation are made from it.
struct Explanation: Sendable {
  var code: DiagnosticCode
  /// A noun phrase of three to six words, without a full stop.
  var title: String
  /// The problem.
  var what: String
  /// The consequence.
  var why: String
  /// The fix.
  var fix: String
  /// A whole document with this problem and no other.
  var wrong: String
  /// The document without the problem.
  var right: String

  /// Makes the right example from the wrong one by replacing parts of it.
  init(
    _ code: DiagnosticCode, _ title: String, what: String, why: String, fix: String, wrong: String,
    fixing changes: KeyValuePairs<String, String>
  ) {
    self.code = code
    self.title = title
    self.what = what
    self.why = why
    self.fix = fix
    self.wrong = wrong
    right = changes.reduce(wrong) { $0.replacing($1.key, with: $1.value) }
  }

  /// The explanation of a code.
  init(_ code: DiagnosticCode) {
    self =
      switch code {
      case .syntax: .syntax
      case .unknownKey: .unknownKey
      case .duplicateName: .duplicateName
      case .unknownName: .unknownName
      case .cycle: .cycle
      case .badDuration: .badDuration
      case .noUnconditionalLanding: .noUnconditionalLanding
      case .noTimeout: .noTimeout
      case .referenceWithoutNeed: .referenceWithoutNeed
      case .dependsOnTail: .dependsOnTail
      case .badValue: .badValue
      case .missingKey: .missingKey
      case .badName: .badName
      case .unsupportedFormat: .unsupportedFormat
      case .misplacedKey: .misplacedKey
      case .idleRetry: .idleRetry
      case .shadowedTime: .shadowedTime
      case .idleFallbackTime: .idleFallbackTime
      case .landingWithoutFallback: .landingWithoutFallback
      case .likewiseFailingFallback: .likewiseFailingFallback
      case .unreachableFallback: .unreachableFallback
      case .impliedOrder: .impliedOrder
      case .needlessOrder: .needlessOrder
      case .unusedInput: .unusedInput
      case .unusedPage: .unusedPage
      case .unusedCache: .unusedCache
      case .cacheNeverStored: .cacheNeverStored
      case .cacheNeverRead: .cacheNeverRead
      case .unusedService: .unusedService
      case .unusedLane: .unusedLane
      case .unusedSignal: .unusedSignal
      case .unusedOutcome: .unusedOutcome
      case .unusedValue: .unusedValue
      case .cacheWithoutScope: .cacheWithoutScope
      case .secretLiteral: .secretLiteral
      case .unboundHost: .unboundHost
      case .landsAtOnce: .landsAtOnce
      case .deadlineBinds: .deadlineBinds
      case .deadLanding: .deadLanding
      case .deadPart: .deadPart
      case .unfinishedSearch: .unfinishedSearch
      case .slowProbe: .slowProbe
      case .flappingDebounce: .flappingDebounce
      case .emptyDomain: .emptyDomain
      case .noFaultyResult: .noFaultyResult
      case .shortKeep: .shortKeep
      case .endlessPoll: .endlessPoll
      case .slowWhileDown: .slowWhileDown
      case .shadowedEndpoint: .shadowedEndpoint
      case .questionWithoutDomain: .questionWithoutDomain
      case .beyondRound: .beyondRound
      case .plainHTTP: .plainHTTP
      case .networkOnMain: .networkOnMain
      case .foreignReference: .foreignReference
      case .impossibleWord: .impossibleWord
      case .unusedSilence: .unusedSilence
      case .pastedReference: .pastedReference
      case .hiddenNotice: .hiddenNotice
      case .zeroTimeout: .zeroTimeout
      }
  }

  /// All explanations, in order of their codes.
  static let all = DiagnosticCode.allCases.sorted { $0.rawValue < $1.rawValue }.map { Explanation($0) }
}

extension Explanation {
  /// A step that asks a server.
  static let ask = #""ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s" }"#

  /// A small flow; an example gives only the parts that matter to it.
  static func flow(
    _ steps: String = ask, landings: String = #"{ "page": "home", "after": ["ask"] }"#,
    pages: String = #""home""#, more: String = ""
  ) -> String {
    let indented = steps.split(separator: "\n").joined(separator: "\n    ")
    let rules = landings.split(separator: "\n").joined(separator: "\n    ")
    return """
      {
        "flow": "example",
        "deadline": "10s",
        "pages": [\(pages)],\(more.isEmpty ? "" : "\n  " + more)
        "steps": {
          \(indented)
        },
        "landings": [\(rules.contains("\n") ? "\n    \(rules)\n  " : rules)]
      }

      """
  }

  /// A switch that watches the network and two services.
  static let offlineSwitch = """
    {
      "switch": "offline",
      "factors": {
        "network": {
          "probe": {
            "http": { "url": "https://probe.example.com/204", "method": "HEAD", "expect": "none" },
            "timeout": "3s"
          },
          "every": "60s",
          "everyWhileDown": "5s",
          "debounce": { "down": "2s", "up": "500ms" },
          "causes": ["wifi", "cellular"]
        },
        "service": {
          "watch": { "trade": ["POST /trade/*"], "member": ["GET /member/*"] },
          "trigger": { "failures": 1, "within": "30s" },
          "confirm": {
            "http": { "url": "https://qos.example.com/decide", "query": { "domain": "${domain}" } },
            "timeout": "3s",
            "results": { "faulty": { "at": "/fault", "equals": true } }
          },
          "poll": { "every": "15s", "factor": 1.5, "maxEvery": "60s" },
          "keep": "5m"
        }
      }
    }

    """
}
