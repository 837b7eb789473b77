import Dispatch
import LaunchFlow

/// The source of packages.
public struct PackageSource: Sendable {
  /// An answer of a source.
  public enum Answer: Equatable, Sendable {
    /// The package has not changed since the one with the request's tag.
    case unchanged
    /// A package with its tag, by which the source recognizes it later.
    case package([UInt8], etag: String?)
  }

  /// A request to a source.
  public struct Request: Equatable, Sendable {
    /// The tag of the last answer.
    public var etag: String?
    /// The size in bytes above which a package is refused.
    public var limit: Int
  }

  let fetch: @Sendable (Request) async throws -> Answer

  /// The app's own source. It is called at most once in a launch.
  public init(_ fetch: @escaping @Sendable (Request) async throws -> Answer) {
    self.fetch = fetch
  }

  /// A static file at an address. Redirects are refused. The size is limited while the answer is received.
  ///
  /// - Parameters:
  ///   - address: An `https` address, or `http` on this machine.
  ///   - timeout: The time for the whole fetch.
  public static func address(_ address: String, timeout: Duration = .seconds(60)) -> PackageSource {
    PackageSource { request in
      guard WebAddress(address)?.isSafe == true else { throw SourceFailure("the address is not https") }
      var call = HTTPRequest(url: address)
      call.followsRedirects = false
      if let etag = request.etag { call[header: "If-None-Match"] = etag }
      let response = try await response(to: call, limit: request.limit, timeout)
      switch response.status {
      case 304 where request.etag != nil: return .unchanged
      case 200: return .package(response.body, etag: sound(response[header: "ETag"]))
      default: throw SourceFailure("HTTP \(response.status)")
      }
    }
  }
}

extension PackageSource {
  func result(_ request: Request) async -> Result<Answer, any Error> {
    do {
      return .success(try await fetch(request))
    } catch {
      return .failure(error)
    }
  }

  /// Blocks the thread until the source has answered, or the time is up.
  func answer(_ request: Request, within time: Duration) -> Result<Answer, any Error> {
    let result = Locked<Result<Answer, any Error>?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    let task = Task.detached(priority: .userInitiated) {
      let answer = await self.result(request)
      result.withLock { $0 = answer }
      isThere.signal()
    }
    let late = Result<Answer, any Error>.failure(SourceFailure("no answer within \(time.documentText)"))
    guard isThere.wait(timeout: .now() + time.seconds) == .success else {
      // Its error after the cancellation is not the reason.
      task.cancel()
      return late
    }
    return result.withLock { $0 } ?? late
  }
}

/// The reason why a source gave no package, in a few words without values.
struct SourceFailure: Error, Equatable, Sendable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

extension PackageSource {
  /// Limits the whole answer by the time-out: the transport alone does not limit a slow body.
  private static func response(
    to request: HTTPRequest, limit: Int, _ timeout: Duration
  ) async throws -> HTTPResponse {
    let transport = SystemTransport.limited(to: limit)
    return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      group.addTask {
        do throws(HTTPFailure) {
          return try await transport.response(to: request, timeout: timeout)
        } catch {
          throw SourceFailure(error.detail)
        }
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw SourceFailure("the time is up")
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw SourceFailure("no answer") }
      return first
    }
  }

  /// The tag, if it can be sent back unchanged.
  private static func sound(_ etag: String?) -> String? {
    guard let etag, etag.utf8.count <= 256, etag.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return nil
    }
    return etag
  }
}
