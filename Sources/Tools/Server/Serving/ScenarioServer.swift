import Foundation
import LaunchFlowSimulator

/// A scenario as an HTTP server on 127.0.0.1, for a real app.
package final class ScenarioServer: @unchecked Sendable {
  // `lock` guards `current`; the rest never changes.
  private let lock = NSLock()
  private var current: ServedLaunches
  private let begun = ContinuousClock.now
  private let server: LoopbackServer

  /// A request and its answer.
  package struct Event: Sendable {
    /// The method in capitals.
    package var method: String
    /// The path as sent, without query and fragment.
    package var path: String
    package var answer: ServedAnswer
  }

  /// The largest body of a request in bytes; a longer one ends its connection.
  package static let mostBodyBytes = 16 << 20
  package static let mostConnections = 256

  /// - Parameters:
  ///   - port: 0 takes a free one.
  ///   - observe: Called for each request, on the thread of its connection, before anything is sent.
  /// - Throws: `SocketError` if the port is taken.
  package init(
    _ launches: ServedLaunches, port: UInt16 = 0, observe: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws {
    var limits = LoopbackServer.Limits()
    (limits.connections, limits.bodyBytes) = (Self.mostConnections, Self.mostBodyBytes)
    server = try LoopbackServer(port: port, limits: limits)
    current = launches
    current.address = server.address
    server.decideAll { [weak self, port = server.port] request in
      let path = Self.path(of: request.path)
      // A page in a browser cannot send whole addresses as targets; clients send those to a proxy.
      guard !request.path.hasPrefix("/") || request.isForThisMachine(port: port), request.isSameOrigin else {
        return .json(
          #"{"error":"this server answers only at 127.0.0.1, and no page of another origin"}"#, status: 403)
      }
      guard let answer = self?.answer(request.method, path) else { return .close }
      observe(Event(method: request.method, path: path, answer: answer))
      return Self.behaviour(answer)
    }
  }

  private func answer(_ method: String, _ path: String) -> ServedAnswer {
    lock.withLock { current.answer(method, path, at: begun.duration(to: .now).nanoseconds) }
  }

  /// The path of a request's target, which is a whole address for a proxy. A fragment, and the part before
  /// the host, may be secrets.
  private static func path(of target: String) -> String {
    let whole = target.prefix { $0 != "#" }
    // A target that begins with two slashes, or with none, may contain a user name.
    guard !whole.hasPrefix("/") || whole.hasPrefix("//") else { return String(whole) }
    let start = whole.firstRange(of: "://")?.upperBound ?? whole.firstIndex { $0 != "/" } ?? whole.endIndex
    return whole[start...].firstIndex(of: "/").map { String(whole[$0...]) } ?? "/"
  }

  /// The server's address, without a slash at its end.
  package var address: String { server.address }
  package var launches: ServedLaunches { lock.withLock { current } }

  package func stop() { server.stop() }

  private static func behaviour(_ answer: ServedAnswer) -> Behaviour {
    let delay = Duration.nanoseconds(answer.delay)
    switch answer.content {
    case .reply(let reply):
      var headers = reply.isJSON ? [(name: "Content-Type", value: "application/json")] : []
      if let seconds = reply.retryAfter { headers.append((name: "Retry-After", value: "\(seconds)")) }
      let canned = CannedAnswer(status: reply.status, headers: headers, body: reply.body)
      return Behaviour(.answer(canned), delay: delay)
    case .reset: return Behaviour(.reset, delay: delay)
    case .hang: return .hang
    case .unknown: return .json(#"{"error":"no step of the flow asks for this"}"#, status: 404)
    case .impossible: return .json(#"{"error":"no answer fits the scenario"}"#, status: 501)
    }
  }
}
