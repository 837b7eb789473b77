import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands a session's callbacks on to the exchanges.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges: ExchangeRegistry

  init(exchanges: ExchangeRegistry) {
    self.exchanges = exchanges
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchanges.received(response, by: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchanges.received(data, by: dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchanges.sent(totalBytesSent, by: task)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchanges.ended(task, error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(exchanges.redirect(of: task, after: response, proposed: request))
  }

  #if canImport(FoundationNetworking)
    /// A body is never sent again by itself: when the server closes a kept connection unanswered, it may have had its
    /// effect. Without this answer the request would hang until its time-out.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      completionHandler(nil)
      exchanges.ended(task, URLError(.networkConnectionLost))
    }

    /// A 401 with a challenge is an answer like any other. Apple's platforms return it by default; here the
    /// default leaves the request hanging for ever, and its proceeding ends the process at an unknown scheme.
    /// Everything has been received by now and no completion will come, so cancelling the task races nothing.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      exchanges.ended(task, nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}
