extension FlowEngine {
  /// What an engine works with.
  public struct Configuration: Sendable {
    /// Where caches are kept.
    public var store: any CacheStore = MemoryCacheStore()
    /// What sends requests; nil makes a private `URLSessionTransport`.
    public var transport: (any HTTPTransport)?
    /// Where services stand; nil is the flow's first environment.
    public var environment: RequestEnvironment?
    /// Hooks by service.
    public var services: [String: ServiceHooks] = [:]
    /// The share of the flow's deadline, from 0 to 1, within which caches must be read at the start: what is
    /// not there by then is absent.
    public var cacheShare = 0.1
    /// Says whether the app is offline: an `OfflineSwitch`, or what stands in for it. Runs know its state from
    /// their start and follow it, and their HTTP reports to it by itself. Nil is always online.
    public var offline: (any OfflineSource)?
    /// Who is told of all that happens in runs, such as a `LineSink` for a log.
    public var sinks: [any TraceSink] = []

    /// In memory, over a private session, in the flow's first environment.
    public init() {}
  }
}

/// What an app adds to a service's requests and answers.
public struct ServiceHooks: Sendable {
  /// Adds to or signs a request, before each attempt; what it throws ends the attempt as `error`.
  public var prepare: (@Sendable (HTTPRequest) async throws -> HTTPRequest)?
  /// Turns a body that is not JSON into JSON; what it throws ends the attempt as `malformed`.
  public var decode: (@Sendable (HTTPResponse) throws -> JSONValue)?

  /// Adds nothing.
  public init() {}
}
