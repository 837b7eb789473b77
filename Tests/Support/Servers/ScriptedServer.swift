import Foundation
import LaunchFlowServer

/// A server on 127.0.0.1 that answers by scripts and records its requests.
///
/// A script for a path is a list of behaviours, one for each request; the last one repeats. A path without a
/// script is answered with 404.
package final class ScriptedServer: @unchecked Sendable {
  // `lock` guards every variable.
  private let lock = NSLock()
  private var server: LoopbackServer
  private var scripts: [String: (behaviours: [Behaviour], turn: Int)] = [:]
  private var deciders: [String: LoopbackServer.Decider] = [:]
  private var everyDecider: LoopbackServer.Decider?
  private var recorded: [RecordedRequest] = []
  private let limits: LoopbackServer.Limits
  /// The port, which stays the same when the server is stopped and started again.
  package let port: UInt16

  package init(_ change: (inout LoopbackServer.Limits) -> Void = { _ in }) throws {
    var limits = LoopbackServer.Limits()
    change(&limits)
    self.limits = limits
    server = try LoopbackServer(limits: limits)
    port = server.port
    decide()
  }

  private func decide() {
    server.decideAll { [weak self] request in self?.behaviour(for: request) ?? .close }
  }

  package var address: String { "http://127.0.0.1:\(port)" }

  /// Sets the reactions to later requests for a path.
  package func script(_ path: String, _ behaviours: Behaviour...) {
    script(path, behaviours)
  }

  /// Sets the reactions to later requests for a path; an empty list makes the path unknown again.
  package func script(_ path: String, _ behaviours: [Behaviour]) {
    lock.withLock {
      scripts[path] = behaviours.isEmpty ? nil : (behaviours, 0)
      deciders[path] = nil
    }
  }

  /// Sets a function that chooses the reaction to each request for a path, instead of a script. It is called
  /// on the connection's thread.
  package func decide(_ path: String, _ decider: @escaping LoopbackServer.Decider) {
    lock.withLock {
      scripts[path] = nil
      deciders[path] = decider
    }
  }

  /// Sets a function that chooses the reaction to every request, instead of scripts.
  package func decideAll(_ decider: @escaping LoopbackServer.Decider) {
    lock.withLock { everyDecider = decider }
  }

  /// All requests so far, in the order of their arrival.
  package var requests: [RecordedRequest] { lock.withLock { recorded } }

  package func requests(for path: String) -> [RecordedRequest] {
    requests.filter { $0.path == path }
  }

  package func forgetRequests() {
    lock.withLock { recorded = [] }
  }

  package var openConnections: Int { lock.withLock { server }.openConnections }
  package var connectionCount: Int { lock.withLock { server }.connectionCount }

  /// Closes all connections and refuses new ones; returns when all are closed.
  package func stop() { lock.withLock { server }.stop() }

  /// Starts again after a stop, on the same port.
  package func start() throws {
    let next = try LoopbackServer(port: port, limits: limits)
    lock.withLock {
      server = next
      decide()
    }
  }

  private func behaviour(for request: RecordedRequest) -> Behaviour {
    let decider = lock.withLock {
      recorded.append(request)
      return everyDecider ?? deciders[request.path]
    }
    if let decider { return decider(request) }
    return lock.withLock {
      guard let script = scripts[request.path] else {
        return .json(#"{"error":"unknown path"}"#, status: 404)
      }
      scripts[request.path]?.turn += 1
      return script.behaviours[min(script.turn, script.behaviours.count - 1)]
    }
  }
}

extension Behaviour {
  /// Answers with a status alone.
  package static func status(_ status: Int, after delay: Duration = .zero) -> Behaviour {
    Behaviour(.answer(CannedAnswer(status: status)), delay: delay)
  }

  package static let reset = Behaviour(.reset)
}

extension RecordedRequest {
  package var text: String { String(decoding: body, as: UTF8.self) }
}
