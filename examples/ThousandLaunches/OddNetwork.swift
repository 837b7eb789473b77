import Foundation
import LaunchFlow

/// A network of this process alone: every seventh request is never answered, every fifth fails, and the rest
/// take up to a second and a half. By counting, not by luck, so that each run sees the same.
final class OddNetwork: HTTPTransport {
  private let count = Counter()
  private let queue = DispatchQueue(label: "odd-network")

  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    let number = count.next()
    let answer = OnceOnly(completion)
    if !number.isMultiple(of: 7) {
      let result: Result<HTTPResponse, HTTPFailure> =
        number.isMultiple(of: 5)
        ? .failure(HTTPFailure(.network, "the line is dead"))
        : .success(HTTPResponse(status: 200, body: Array(Self.body(of: request.url).utf8)))
      queue.asyncAfter(deadline: .now() + .milliseconds(number * 37 % 1_500)) { answer.give(result) }
    }
    return { answer.give(.failure(HTTPFailure(.network, "given up"))) }
  }

  private static func body(of url: String) -> String {
    switch url.split(separator: "/").last {
    case "check-app-update.json": #"{"code":0,"data":{"force":false}}"#
    case "is-verifing-version.json": #"{"code":0,"data":false}"#
    case "get-server-address.json": #"{"code":0,"data":{"serverAddress":"https://rider.example.com"}}"#
    case "get-rider-info.json": #"{"code":0,"data":{"authenticationStatus":1,"trainStatus":0}}"#
    default: #"{"code":0,"data":{"token":"t"}}"#
    }
  }
}

/// Numbers from 1 on. The lock guards `last`.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var last = 0

  func next() -> Int {
    lock.withLock {
      last += 1
      return last
    }
  }
}

/// Calls back the first time only: an answer and a cancellation may meet. The lock guards `completion`.
private final class OnceOnly: @unchecked Sendable {
  private let lock = NSLock()
  private var completion: (@Sendable (Result<HTTPResponse, HTTPFailure>) -> Void)?

  init(_ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void) {
    self.completion = completion
  }

  func give(_ result: Result<HTTPResponse, HTTPFailure>) {
    let call = lock.withLock {
      defer { completion = nil }
      return completion
    }
    call?(result)
  }
}
