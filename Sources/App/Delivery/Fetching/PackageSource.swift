import Dispatch
import LaunchFlow

/// Where packages come from.
public struct PackageSource: Sendable {
  /// What a source answers.
  public enum Answer: Hashable, Sendable {
    /// The same as what the tag stands for.
    case unchanged
    /// A package, and the tag by which the source recognizes it.
    case package([UInt8], etag: String?)
  }

  /// What is wanted.
  public struct Request: Hashable, Sendable {
    /// The tag of the last answer.
    public var etag: String?
    /// The bytes beyond which a package is refused anyway.
    public var limit: Int
  }

  let fetch: @Sendable (Request) async throws -> Answer

  /// A source of the app's own. It is asked at most once a launch.
  public init(_ fetch: @escaping @Sendable (Request) async throws -> Answer) {
    self.fetch = fetch
  }

  /// A static file at an address. Redirects are refused; the length is bounded while the answer comes.
  ///
  /// - Parameters:
  ///   - address: An `https` address, or `http` on this machine.
  ///   - timeout: Bounds the whole fetch.
  public static func address(_ address: String, timeout: Duration = .seconds(60)) -> PackageSource {
    PackageSource { request in
      guard WebAddress(address)?.isSafe == true else { throw SourceFailure("the address is not https") }
      return try await PackageDownload(address, timeout: timeout, request).answer()
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
      // What it answers to the cancelling is no reason.
      task.cancel()
      return late
    }
    return result.withLock { $0 } ?? late
  }
}

/// Why a source gave no package; a few words without any value.
struct SourceFailure: Error, Hashable, Sendable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// One download of a file.
struct PackageDownload {
  private let request: HTTPRequest
  private let timeout: Duration
  private let limit: Int

  init(_ address: String, timeout: Duration, _ wanted: PackageSource.Request) {
    var request = HTTPRequest(url: address)
    request.followsRedirects = false
    if let etag = wanted.etag { request[header: "If-None-Match"] = etag }
    self.request = request
    self.timeout = timeout
    limit = wanted.limit
  }

  func answer() async throws -> PackageSource.Answer {
    let response = try await response()
    switch response.status {
    case 304 where request[header: "If-None-Match"] != nil: return .unchanged
    case 200: return .package(response.body, etag: Self.sound(response[header: "ETag"]))
    default: throw SourceFailure("HTTP \(response.status)")
    }
  }

  /// A body that drips is cut by the whole time-out, which the transport alone does not keep.
  private func response() async throws -> HTTPResponse {
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

  /// A tag that can be sent back as it is.
  private static func sound(_ etag: String?) -> String? {
    guard let etag, etag.utf8.count <= 256, etag.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return nil
    }
    return etag
  }
}
