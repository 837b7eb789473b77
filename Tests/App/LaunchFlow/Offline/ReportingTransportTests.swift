import LaunchFlowMachine
import Testing

@testable import LaunchFlow
@testable import LaunchFlowOffline

@Suite struct ReportingTransportTests {
  /// Remembers what it is told, in words.
  final class Listener: OfflineSource {
    let heard = Locked<[String]>([])
    let state = OfflineState.online

    func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
      OfflineObservation {}
    }

    func report(_ call: HTTPRequest, failure: ErrorClass?, codes: AnswerCodes?) {
      let code = codes?.code.map { " \($0)" } ?? ""
      heard.withLock { $0.append("\(call.method) \(call.path) \(failure?.rawValue ?? "fine")\(code)") }
    }
  }

  /// Ends each request in one way, at once or when it is given up.
  struct Ending: HTTPTransport {
    var result: Result<HTTPResponse, HTTPFailure>
    var answersAtOnce = true

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      if answersAtOnce { completion(result) }
      return { if !answersAtOnce { completion(.failure(HTTPFailure(.network, "cancelled"))) } }
    }
  }

  private let listener = Listener()
  private let request = HTTPRequest(method: "POST", url: "https://a.example.com/trade/pay?x=1")

  @Test(
    arguments: [
      (Result.success(HTTPResponse(status: 200)), ["POST /trade/pay fine"]),
      (.success(HTTPResponse(status: 204)), ["POST /trade/pay fine"]),
      // An engine reports it, with the codes of the envelope.
      (.success(HTTPResponse(status: 404)), []),
      (.success(HTTPResponse(status: 302)), []),
      (.success(HTTPResponse(status: 503)), ["POST /trade/pay server"]),
      (.failure(HTTPFailure(.network, "")), ["POST /trade/pay network"]),
      (.failure(HTTPFailure(.timeout, "")), ["POST /trade/pay timeout"]),
    ] as [(Result<HTTPResponse, HTTPFailure>, [String])])
  func reports(_ result: Result<HTTPResponse, HTTPFailure>, heard: [String]) {
    let transport = ReportingTransport(Ending(result: result), reportingTo: listener)
    let answered = Locked(0)
    let cancel = transport.send(request, timeout: .seconds(30)) { _ in
      answered.withLock { $0 += 1 }
    }
    // What is given up after its end was not given up.
    cancel()
    #expect(listener.heard.withLock { $0 } == heard)
    #expect(answered.withLock { $0 } == 1)
  }

  @Test(arguments: [(Duration.seconds(3_600), []), (.zero, ["POST /trade/pay timeout"])])
  func `a cancelled request counts once its time is over`(_ timeout: Duration, heard: [String]) {
    let silent = Ending(result: .failure(HTTPFailure(.network, "")), answersAtOnce: false)
    let transport = ReportingTransport(silent, reportingTo: listener)
    let answered = Locked(0)
    transport.send(request, timeout: timeout) { _ in answered.withLock { $0 += 1 } }()
    #expect(listener.heard.withLock { $0 } == heard)
    #expect(answered.withLock { $0 } == 1)
  }
}
