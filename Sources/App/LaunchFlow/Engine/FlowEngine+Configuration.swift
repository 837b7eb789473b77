import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FlowEngine {
  /// The settings of an engine.
  public struct Configuration: Sendable {
    /// The store for caches.
    public var store: any CacheStore = MemoryCacheStore()
    /// The transport for requests; nil for the system's, which engines share: libcurl on Linux, a `URLSession`
    /// elsewhere.
    public var transport: (any HTTPTransport)?
    /// The unpacked bytes that the body of an answer may have. A longer body is `malformed` at once. A transport of the
    /// app's own has its own limit.
    public var bodyLimit = SystemTransport.bodyLimit
    /// The environment with the addresses of services; nil for the flow's first one.
    public var environment: RequestEnvironment?
    /// By service: changes or signs a request, before each attempt. An error that it throws ends the attempt as `error`.
    public var prepare: [String: @Sendable (HTTPRequest) async throws -> HTTPRequest] = [:]
    /// By service: turns a body that is not JSON into JSON. An error that it throws ends the attempt as `malformed`.
    public var decode: [String: @Sendable (HTTPResponse) throws -> JSONValue] = [:]
    /// The share of the flow's deadline, from 0 to 1, for reading caches and the offline mark at the start. An entry
    /// that arrives later counts as absent.
    public var cacheShare = 0.1
    /// The source of the offline state, such as an `OfflineSwitch`; nil means always online. Runs follow its state from
    /// their start, and their requests report to it.
    public var offline: (any OfflineSource)?
    /// What the phone knows at the start of a run, for inputs with `from` that the app does not pass. Called on the
    /// caller's thread; must return at once. The default is `PhoneState.system`.
    public var phone: @Sendable () -> PhoneState = { .system }
    /// The version of the flow, which traces name; nil for none.
    public var version: String?
    /// Whether the system is asked for time in the background until a run's tail and late work are over. It applies to
    /// apps and extensions on iOS, tvOS, watchOS and visionOS only.
    public var continuesInBackground = false
    /// The receivers of all events of runs, such as `.lines` for a log.
    public var sinks: [TraceSink] = []

    /// Settings with a store in memory, the system's transport and the flow's first environment.
    public init() {}
  }
}

extension FlowEngine.Configuration {
  /// A transport with its own `URLSession`, for a configuration with other settings for cookies, cache, credentials or
  /// proxies than those of the system's transport.
  ///
  /// - Parameters:
  ///   - configuration: The session's configuration.
  ///   - bodyLimit: The largest unpacked size of an answer's body, in bytes. A longer body is `malformed` at once.
  public static func transport(
    over configuration: URLSessionConfiguration, bodyLimit: Int = 8 << 20
  ) -> any HTTPTransport {
    URLSessionTransport(configuration: configuration, bodyLimit: bodyLimit)
  }
}
