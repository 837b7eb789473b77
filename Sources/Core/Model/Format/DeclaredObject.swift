/// The kinds of objects that have the format's own keys.
package enum DeclaredObject: String, CaseIterable, Sendable {
  case flow, hedges, defaults, input, page, cache, landing, notice, promise, condition, quorum, askedError
  case step, retry, poll, failure, result, predicate, answer, fallback
  case service, envelope, request, encodedField
  case scenarios, scenario, runClass, cachedValue, plannedSignal, behaviour, response, timeTaken, network,
    outage,
    offlinePeriod
  case furtherStart, expectation, expectedStep, expectedStart
  case offlineSwitch = "switch"
  case factors, mark, manualMark, networkFactor, probe, debounce, serviceFactor, trigger, question, switchPoll
  case switchScenarios, switchScenario, pathChanges, incident, calls, pushedVerdict, markPress, kill, stay,
    switchExpectation, plannedQuestion, switchPromises, switchOutage, beginning
  case record, startFact, switchChange, givenSignal, recordedLanding, attempt, recordedWait

  /// How deep groups, conditions and predicates may be nested.
  static let nestingLimit = 32
}

/// A declared key, without its meaning.
package struct DeclaredKey: Sendable {
  package var name: String
  package var shape: Shape
  package internal(set) var isRequired = false
  /// The default value; nil for none, an empty list or an empty object.
  package var defaultValue: JSONValue?
  /// The keys of which the object must have one; empty for no such requirement.
  package internal(set) var goesWith: [String] = []
  /// The keys that exclude one another, this one among them; empty for a key that excludes none.
  package internal(set) var choice: [String] = []
  /// Whether the object must have one of `choice`.
  package internal(set) var isChoiceRequired = false
}
