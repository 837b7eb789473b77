@testable import LaunchFlow

/// Answers requests when a test says so.
final class GatedTransport: HTTPTransport {
  private struct State {
    var requests = 0
    var waiting: [@Sendable (Result<HTTPResponse, HTTPFailure>) -> Void] = []
  }

  private let state = Locked(State())
  private let held: Int
  private let body: String

  /// - Parameters:
  ///   - held: How many requests wait.
  ///   - body: What answers the others at once.
  init(holding held: Int = .max, then body: String = "{}") {
    self.held = held
    self.body = body
  }

  /// How many requests have come.
  var requests: Int { state.withLock { $0.requests } }

  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    let waits = state.withLock { state in
      state.requests += 1
      if state.requests <= held { state.waiting.append(completion) }
      return state.requests <= held
    }
    if !waits { completion(Self.answer(body)) }
    return {}
  }

  /// Answers all requests that wait.
  func answer(_ body: String) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for completion in waiting { completion(Self.answer(body)) }
  }

  private static func answer(_ body: String) -> Result<HTTPResponse, HTTPFailure> {
    .success(HTTPResponse(status: 200, body: Array(body.utf8)))
  }
}
