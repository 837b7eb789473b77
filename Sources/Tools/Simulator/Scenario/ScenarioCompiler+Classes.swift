import LaunchFlowMachine
import LaunchFlowModel

extension ScenarioCompiler {
  /// Compiles the behaviours of the classes of runs. The references of attempts are equal in all classes.
  mutating func compileClasses() {
    let (own, fallbacks, common) = (planned.own, planned.fallbacks, behaviours)
    var sum = 0.0
    for part in scenario.classes {
      behaviours = common
      for entry in part.steps {
        behaviours[entry.step] = entry.attempts
        checkStepName(entry.step)
      }
      sum += part.share
      planned.classes.append(
        PlannedScenario.RunClass(
          upTo: sum, own: classAttempts(own), fallbacks: classFallbacks(fallbacks),
          factor: (part.latencyFactor ?? scenario.latencyFactor).map { PlannedFactor(p99: $0) },
          loss: (part.lossFactor ?? scenario.lossFactor).map { PlannedLoss(p99: $0) }))
    }
    behaviours = common
  }

  private mutating func classAttempts(_ common: [PlannedScenario.Attempts]) -> [PlannedScenario.Attempts] {
    plan.steps.indices.map { step in
      let name = plan.stepNames[step]
      guard !common[step].behaviours.isEmpty, let entries = behaviours[name] ?? behaviours["*"] else {
        return common[step]
      }
      return attempts(entries, of: step, origin: .own, like: common[step])
    }
  }

  private mutating func classFallbacks(_ common: [PlannedScenario.Attempts]) -> [PlannedScenario.Attempts] {
    var all = common
    for step in plan.steps.indices {
      let name = plan.stepNames[step] + ".fallback"
      guard let entries = behaviours[name] ?? behaviours["*"] else { continue }
      var remote = 0
      for (index, flat) in plan.steps[step].fallbacks.enumerated()
      where !common[Int(flat)].behaviours.isEmpty {
        all[Int(flat)] = attempts(
          [entries[min(remote, entries.count - 1)]], of: step, origin: .fallback(index),
          like: common[Int(flat)])
        remote += 1
      }
    }
    return all
  }

  private mutating func attempts(
    _ entries: [Scenario.Behaviour], of step: Int, origin: AttemptOrigin,
    like common: PlannedScenario.Attempts
  ) -> PlannedScenario.Attempts {
    var attempts = common
    attempts.behaviours = self.attempts(entries, of: step, origin: origin, key: common.key).behaviours
    return attempts
  }
}

extension FlowPlan {
  /// The HTTP answer with these codes and nothing else.
  package func answer(_ codes: Scenario.Odds.Codes, of step: Int, origin: AttemptOrigin) -> Answer {
    guard let code = codes.code else { return .http(status: codes.status, body: .bytes([])) }
    let place = envelope(of: step, origin: origin)?.codePlace
    return .http(status: codes.status, body: .json(place.map { JSONValue(holding: code, at: $0) } ?? [:]))
  }
}
