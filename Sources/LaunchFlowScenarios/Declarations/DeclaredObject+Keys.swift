import LaunchFlowModel

extension DeclaredObject {
  /// The keys of the object in file order; none for a condition, whose keys are the author's own names.
  package var keys: [DeclaredKey] {
    switch self {
    case .flow: Visitor.keys(of: Flow(named: ""))
    case .defaults: Visitor.keys(of: Flow.Defaults(named: ""))
    case .input: Visitor.keys(of: Flow.Input(named: ""))
    case .page: Visitor.keys(of: Flow.Page(named: ""))
    case .cache: Visitor.keys(of: Flow.Cache(named: ""))
    case .landing: Visitor.keys(of: Flow.Landing(named: ""))
    case .notice: Visitor.keys(of: Flow.Notice(named: ""))
    case .promise: Visitor.keys(of: Flow.Promise(named: ""))
    case .condition: []
    case .quorum: Visitor.keys(of: Quorum(named: ""))
    case .askedError: Visitor.keys(of: StepQuestion(named: ""))
    case .step: Visitor.keys(of: Flow.Step(named: ""))
    case .retry: Visitor.keys(of: Flow.Retry(named: ""))
    case .poll: Visitor.keys(of: Flow.Poll(named: ""))
    case .failure: Visitor.keys(of: Flow.Failure(named: ""))
    case .answer: Visitor.keys(of: Predicate(named: ""))
    case .predicate, .result: Predicate.keysWithoutStatus
    case .fallback: Visitor.keys(of: Flow.Fallback(named: ""))
    case .service: Visitor.keys(of: Flow.Service(named: ""))
    case .envelope: Visitor.keys(of: Flow.Envelope(named: ""))
    case .request: Visitor.keys(of: Flow.Request(named: ""))
    case .encodedField: Visitor.keys(of: EncodedField(named: ""))
    case .part: Visitor.keys(of: Flow.Part(named: ""))
    case .scenarios: Visitor.keys(of: ScenarioFile(named: ""))
    case .scenario: Visitor.keys(of: Scenario(named: ""))
    case .runClass: Visitor.keys(of: Scenario.RunClass(named: ""))
    case .cachedValue: Visitor.keys(of: Scenario.CachedValue(named: ""))
    case .behaviour: Visitor.keys(of: Scenario.Behaviour(named: ""))
    case .response: Visitor.keys(of: Scenario.Response(named: ""))
    case .timeTaken: Visitor.keys(of: Scenario.TimeTaken(named: ""))
    case .network: Visitor.keys(of: Scenario.Network(named: ""))
    case .outage: Visitor.keys(of: Scenario.Outage(named: ""))
    case .offlinePeriod: Visitor.keys(of: Scenario.OfflinePeriod(named: ""))
    case .furtherStart: Visitor.keys(of: Scenario.FurtherStart(named: ""))
    case .expectation: Visitor.keys(of: Scenario.Expectation(named: ""))
    case .expectedStep: Visitor.keys(of: Scenario.Expectation.Step(named: ""))
    case .expectedStart: Visitor.keys(of: Scenario.Expectation.Start(named: ""))
    case .offlineSwitch: Visitor.keys(of: OfflineSwitchDocument(named: ""))
    case .factors: keys(of: OfflineSwitchDocument(named: "")) { $0.visitFactors($1) }
    case .mark: Visitor.keys(of: OfflineSwitchDocument.Mark(named: ""))
    case .manualMark: keys(of: OfflineSwitchDocument.Mark(named: "")) { $0.visitManual($1) }
    case .networkFactor: Visitor.keys(of: OfflineSwitchDocument.Network(named: ""))
    case .probe: keys(of: OfflineSwitchDocument.Network(named: "")) { $0.visitProbe($1) }
    case .debounce: Visitor.keys(of: OfflineSwitchDocument.Debounce(named: ""))
    case .serviceFactor: Visitor.keys(of: OfflineSwitchDocument.Service(named: ""))
    case .trigger: Visitor.keys(of: OfflineSwitchDocument.Trigger(named: ""))
    case .question: keys(of: OfflineSwitchDocument.Service(named: "")) { $0.visitQuestion($1) }
    case .switchPoll: Visitor.keys(of: OfflineSwitchDocument.Poll(named: ""))
    case .switchScenarios: Visitor.keys(of: SwitchScenarioFile(named: ""))
    case .switchScenario: Visitor.keys(of: SwitchScenario(named: ""))
    case .pathChanges: Visitor.keys(of: SwitchScenario.PathChanges(named: ""))
    case .incident: Visitor.keys(of: SwitchScenario.Incident(named: ""))
    case .calls: Visitor.keys(of: SwitchScenario.Calls(named: ""))
    case .pushedVerdict: Visitor.keys(of: SwitchScenario.PushedVerdict(named: ""))
    case .markPress: Visitor.keys(of: SwitchScenario.MarkPress(named: ""))
    case .kill: Visitor.keys(of: SwitchScenario.Kill(named: ""))
    case .stay: Visitor.keys(of: SwitchScenario.Stay(named: ""))
    case .switchExpectation: Visitor.keys(of: SwitchScenario.Expectation(named: ""))
    case .plannedQuestion: Visitor.keys(of: SwitchScenario.PlannedQuestion(named: ""))
    case .switchPromises: Visitor.keys(of: SwitchScenario.Promises(named: ""))
    case .switchOutage: Visitor.keys(of: SwitchOutage(named: ""))
    case .beginning: Visitor.keys(of: Beginning(named: ""))
    }
  }

  /// The keys that a visit of an object within another one names.
  private func keys<Outer>(of outer: Outer, _ visit: (inout Outer, Visitor) -> Void) -> [DeclaredKey] {
    var outer = outer
    return Visitor.keys { visit(&outer, $0) }
  }
}

extension Predicate {
  /// The keys of a predicate on a value, which has no HTTP status. A file that has the key all the same is told
  /// where it is allowed.
  fileprivate static var keysWithoutStatus: [DeclaredKey] {
    Visitor.keys(of: Predicate(named: "")).filter { $0.name != "status" }.map { key in
      var key = key
      switch key.shape {
      case .list(.object(.answer), let count, let isUnique):
        key.shape = .list(.object(.predicate), count: count, isUnique: isUnique)
      case .object(.answer): key.shape = .object(.predicate)
      default: break
      }
      return key
    }
  }
}
