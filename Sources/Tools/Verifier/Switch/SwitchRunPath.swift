/// Finds times for a run that a search found, and writes it as a scenario with the latest possible times.
struct SwitchRunPath {
  /// A request, with the variable of its answer; nil for a missing answer.
  private struct Request {
    var domain: Int?
    /// The variables of its sending, its answer, and the beginning and end of the wait after it.
    var sent: Int
    var answer: Int?
    var wait: (from: Int, to: Int)?
  }

  private let transitions: SwitchTransitions
  private var constraints = TimeConstraints()
  private var requests: [Request] = []
  /// The variable after which all other times are the latest.
  private let origin: Int

  init(_ search: SwitchSearch, to end: SwitchSearch.Most) {
    transitions = search.transitions
    origin = end.window.map(Self.beginning) ?? 0
    var way: [SwitchSearch.Step] = []
    var step = end.step
    while step >= 0 {
      way.append(search.steps[Int(step)])
      step = search.steps[Int(step)].parent
    }
    constraints.addEvent()
    var taken = transitions.start(constraints, (way.popLast()?.choices ?? []).map { Int($0) })
    note(taken)
    for step in way.reversed() {
      let (slot, row) = (Int(step.slot), Int(step.row))
      guard let event = transitions.putFirst(slot, row, &taken.frame) else { break }
      taken = transitions.take(slot, row, at: event, taken.frame, step.choices.map { Int($0) })
      note(taken)
    }
    constraints = taken.frame.times
  }

  /// The variable of the beginning of a window's fault, after the start of the run.
  private static func beginning(_ window: Int) -> Int { window + 1 }

  private mutating func note(_ taken: SwitchStep<TimeConstraints>) {
    for note in taken.notes {
      switch note {
      case .waits(let domain, let end):
        if let place = requests.lastIndex(where: { $0.domain == domain }) {
          requests[place].wait = (taken.event, end)
        }
      case .sent(let domain, let answer):
        requests.append(Request(domain: domain, sent: taken.event, answer: answer))
      }
    }
  }

  /// The scenario with the times of this run; nil if there are none.
  func scenario(_ scenario: SwitchScenario, named name: String) -> SwitchScenario? {
    guard let times = constraints.latest(after: origin) else { return nil }
    let plan = transitions.plan
    func takes(_ request: Request) -> Duration {
      let timeout = request.domain == nil ? plan.network?.timeout : plan.service?.timeout
      return request.answer.map { .nanoseconds(times[$0] - times[request.sent]) } ?? timeout ?? .zero
    }
    var found = scenario
    found.name = name
    found.summary = nil
    found.expect = nil
    for (number, window) in transitions.windows.enumerated() {
      window.begin(at: times[Self.beginning(number)], in: &found)
    }
    found.probes = requests.filter { $0.domain == nil }.map(takes)
    found.questions = plan.domains.indices.compactMap { domain in
      let asked = requests.filter { $0.domain == domain }
      guard !asked.isEmpty else { return nil }
      return SwitchScenario.PlannedQuestions(
        plan.domains[domain],
        asked.map { request in
          SwitchScenario.PlannedQuestion(
            takes: takes(request),
            wait: request.wait.map { .nanoseconds(times[$0.to] - times[$0.from]) })
        })
    }
    return found
  }
}
