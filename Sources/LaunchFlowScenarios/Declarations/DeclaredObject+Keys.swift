import LaunchFlowModel

extension DeclaredObject {
  /// The keys of the object in file order; none for a condition, whose keys are the author's own names.
  package var keys: [DeclaredKey] {
    switch self {
    case .flow: Flow.declaration.keys
    case .defaults: Flow.Defaults.declaration.keys
    case .input: Flow.Input.declaration.keys
    case .page: Flow.Page.declaration.keys
    case .cache: Flow.Cache.declaration.keys
    case .landing: Flow.Landing.declaration.keys
    case .notice: Flow.Notice.object.keys
    case .promise: Flow.Promise.declaration.keys
    case .condition: []
    case .quorum: Quorum.declaration.keys
    case .askedError: StepQuestion.declaration.keys
    case .step: Flow.Step.declaration.keys
    case .retry: Flow.Retry.declaration.keys
    case .poll: Flow.Poll.declaration.keys
    case .failure: Flow.Failure.declaration.keys
    case .answer: Predicate.declaration.keys
    case .predicate, .result: Predicate.keysWithoutStatus
    case .fallback: Flow.Fallback.declaration.keys
    case .service: Flow.Service.declaration.keys
    case .envelope: Flow.Envelope.declaration.keys
    case .request: Flow.Request.declaration.keys
    case .encodedField: Flow.NamedValue.encoded.keys
    case .part: Flow.Part.declaration.keys
    case .scenarios: ScenarioFile.declaration.keys
    case .scenario: Scenario.declaration.keys
    case .runClass: Scenario.RunClass.declaration.keys
    case .cachedValue: Scenario.CachedValue.object.keys
    case .behaviour: Scenario.Behaviour.declaration.keys
    case .response: Scenario.Response.declaration.keys
    case .timeTaken: Scenario.TimeTaken.distribution.keys
    case .network: Scenario.Network.object.keys
    case .outage: Scenario.Outage.declaration.keys
    case .offlinePeriod: Scenario.OfflinePeriod.declaration.keys
    case .furtherStart: Scenario.FurtherStart.object.keys
    case .expectation: Scenario.Expectation.declaration.keys
    case .expectedStep: Scenario.Expectation.Step.object.keys
    case .expectedStart: Scenario.Expectation.Start.object.keys
    case .offlineSwitch: OfflineSwitchDocument.declaration.keys
    case .factors: OfflineSwitchDocument.factors.keys
    case .mark: OfflineSwitchDocument.Mark.declaration.keys
    case .manualMark: OfflineSwitchDocument.Mark.manual.keys
    case .networkFactor: OfflineSwitchDocument.Network.declaration.keys
    case .probe: OfflineSwitchDocument.Network.probe.keys
    case .debounce: OfflineSwitchDocument.Debounce.declaration.keys
    case .serviceFactor: OfflineSwitchDocument.Service.declaration.keys
    case .trigger: OfflineSwitchDocument.Trigger.declaration.keys
    case .question: OfflineSwitchDocument.Service.question.keys
    case .switchPoll: OfflineSwitchDocument.Poll.declaration.keys
    case .switchScenarios: SwitchScenarioFile.declaration.keys
    case .switchScenario: SwitchScenario.declaration.keys
    case .pathChanges: SwitchScenario.PathChanges.declaration.keys
    case .incident: SwitchScenario.Incident.declaration.keys
    case .calls: SwitchScenario.Calls.declaration.keys
    case .pushedVerdict: SwitchScenario.PushedVerdict.declaration.keys
    case .markPress: SwitchScenario.MarkPress.declaration.keys
    case .kill: SwitchScenario.Kill.declaration.keys
    case .stay: SwitchScenario.Stay.declaration.keys
    case .switchExpectation: SwitchScenario.Expectation.declaration.keys
    case .plannedQuestion: SwitchScenario.PlannedQuestion.declaration.keys
    case .switchPromises: SwitchScenario.Promises.declaration.keys
    case .switchOutage: Scenario.Outage.ofSwitch.keys
    case .beginning: Beginning.object.keys
    }
  }
}

extension Predicate {
  /// The keys of a predicate on a value, which has no HTTP status. A file that has the key all the same is told
  /// where it is allowed.
  fileprivate static var keysWithoutStatus: [DeclaredKey] {
    declaration.keys.filter { $0.name != "status" }.map { key in
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
