import LaunchFlow

/// One answer to each request of a switch: the probe, and the question about each domain. For trying its addresses.
struct SwitchTrial {
  /// One request and its answer.
  struct Reply {
    /// The domain of the question; nil for the probe.
    var domain: String?
    var answer: Answer
    /// Nanoseconds until the answer.
    var time: Int64
    var meaning: Meaning

    /// The HTTP status, or the error in place of an answer.
    var outcome: String {
      switch answer {
      case .http(let status, _): String(status)
      case .error(let error): error.rawValue
      default: ErrorClass.malformed.rawValue
      }
    }
  }

  /// What the switch takes an answer for.
  enum Meaning: String {
    case works = "the network works"
    case doesNotWork = "the network does not work"
    case fine = "the service is fine"
    case faulty = "the service is faulty"
    case noVerdict = "no verdict"

    /// Whether the request did its work.
    var isAnswer: Bool { self != .doesNotWork && self != .noVerdict }
  }

  private let plan: SwitchPlan
  private let transport: any HTTPTransport

  init(_ document: OfflineSwitchDocument, transport: any HTTPTransport) {
    plan = SwitchPlan(document)
    self.transport = transport
  }

  /// Sends each request once, one after another.
  func replies() async -> [Reply] {
    var replies: [Reply] = []
    if let network = plan.document.network {
      let (answer, time) = await answer(to: network.probe, within: network.timeout)
      let meaning = plan.isGood(answer) ? Meaning.works : .doesNotWork
      replies.append(Reply(answer: answer, time: time, meaning: meaning))
    }
    guard let service = plan.document.service else { return replies }
    for domain in plan.domains {
      let (answer, time) = await answer(to: service.confirm, about: domain, within: service.timeout)
      let meaning: Meaning =
        switch plan.verdict(answer) {
        case .faulty: .faulty
        case .fine: .fine
        case .unreachable: .noVerdict
        }
      replies.append(Reply(domain: domain, answer: answer, time: time, meaning: meaning))
    }
    return replies
  }

  private func answer(
    to request: Flow.Request, about domain: String? = nil, within timeout: Duration
  ) async -> (Answer, time: Int64) {
    let renderer = RequestRenderer(service: nil, environment: RequestEnvironment()) { reference in
      guard reference.subject == OfflineSwitchDocument.Service.domainReference else { return nil }
      return domain.map(JSONValue.string)
    }
    guard let request = try? renderer.render(request) else { return (.error(.malformed), 0) }
    let begun = ContinuousClock.now
    let answer: Answer
    do throws(HTTPFailure) {
      let response = try await transport.response(to: request, timeout: timeout)
      answer = .http(status: response.status, body: .bytes(response.body))
    } catch {
      answer = .error(error.errorClass)
    }
    return (answer, begun.duration(to: .now).nanoseconds)
  }
}
