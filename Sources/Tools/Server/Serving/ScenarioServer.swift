import Foundation
import LaunchFlowSimulator

/// A scenario as an HTTP server on 127.0.0.1, for a real app.
package final class ScenarioServer: @unchecked Sendable {
  // `lock` guards `current`; the rest never changes.
  private let lock = NSLock()
  private var current: ServedLaunches
  private let begun = ContinuousClock.now
  private let server: LoopbackServer

  /// - Parameter observe: Called for each request, on the thread of its connection, before anything is sent.
  package init(
    _ launches: ServedLaunches, port: UInt16 = 0,
    observe: @escaping @Sendable (ServedAnswer) -> Void = { _ in }
  ) throws {
    var limits = LoopbackServer.Limits()
    (limits.connections, limits.bodyBytes) = (256, 16 << 20)
    server = try LoopbackServer(port: port, limits: limits)
    current = launches
    current.address = server.address
    server.decideAll { [weak self, port = server.port] request in
      // A target that begins with two slashes, or with none, may contain a user's name.
      guard request.path.hasPrefix("/"), !request.path.hasPrefix("//"),
        request.isForThisMachine(port: port), request.isSameOrigin
      else {
        return .json(
          #"{"error":"this server answers only at 127.0.0.1, and no page of another origin"}"#, status: 403)
      }
      // A fragment may be a secret.
      let path = String(request.path.prefix { $0 != "#" })
      guard let answer = self?.answer(request.method, path) else { return .close }
      observe(answer)
      return Self.behaviour(answer)
    }
  }

  private func answer(_ method: String, _ path: String) -> ServedAnswer {
    lock.withLock { current.answer(method, path, at: begun.duration(to: .now).nanoseconds) }
  }

  /// The server's address, without a slash at its end.
  package var address: String { server.address }
  package var launches: ServedLaunches { lock.withLock { current } }

  package func stop() { server.stop() }

  private static func behaviour(_ answer: ServedAnswer) -> Behaviour {
    let delay = Duration.nanoseconds(answer.delay)
    switch answer.content {
    case .reply(let reply): return Behaviour(.answer(reply), delay: delay)
    case .reset: return Behaviour(.reset, delay: delay)
    case .hang: return .hang
    case .unknown: return .json(#"{"error":"no step of the flow asks for this"}"#, status: 404)
    case .impossible: return .json(#"{"error":"no answer fits the scenario"}"#, status: 501)
    }
  }
}
