/// An object of the format's own keys.
package protocol FormatObject {
  static var object: DeclaredObject { get }
  /// The object without any key.
  ///
  /// - Parameter name: The object's name, the author's own; empty for an object without one.
  init(named name: String)
  /// Names every key in the declared order, each with the property that holds its value. The visitor reads, writes or
  /// describes them; it may walk the same object several times.
  mutating func visit(_ visitor: Visitor)
}

extension DeclaredObject {
  var noun: String {
    switch self {
    case .hedges: "bound of hedges"
    case .landing: "landing rule"
    case .quorum: "count"
    case .askedError, .question, .plannedQuestion: "question"
    case .predicate, .answer, .result: "predicate"
    case .encodedField: "field"
    case .scenarios, .switchScenarios: "file"
    case .runClass: "class"
    case .cachedValue: "cache"
    case .timeTaken: "distribution"
    case .offlinePeriod: "offline period"
    case .furtherStart: "further start"
    case .expectedStep: "expected step"
    case .expectedStart: "expected start"
    case .manualMark: "mark"
    case .networkFactor: "network factor"
    case .serviceFactor: "service factor"
    case .switchPoll: "poll"
    case .switchScenario: "scenario"
    case .pathChanges: "change of the path"
    case .pushedVerdict: "verdict"
    case .markPress: "press"
    case .stay: "period"
    case .switchExpectation: "expectation"
    case .switchPromises: "promises"
    case .switchOutage: "outage"
    case .startFact: "fact"
    case .switchChange: "change of the switch"
    case .givenSignal, .plannedSignal: "signal"
    case .recordedLanding: "landing"
    case .recordedWait: "wait"
    default: rawValue
    }
  }

  /// Whether the object has a name, the author's own.
  var isNamed: Bool {
    switch self {
    case .input, .page, .cache, .step, .failure, .service, .runClass, .cachedValue, .plannedSignal: true
    default: false
    }
  }

  /// The kind of nesting, if the object may contain objects of its own kind.
  var nesting: DocumentReader.Nesting? {
    switch self {
    case .predicate, .answer, .result: .predicates
    default: nil
    }
  }
}
