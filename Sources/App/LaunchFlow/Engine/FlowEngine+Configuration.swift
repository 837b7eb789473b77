extension FlowEngine {
  /// The settings of an engine.
  public struct Configuration: Sendable {
    /// Where caches are kept.
    public var store: any CacheStore = MemoryCacheStore()
    /// The transport for requests; nil for the system's, which all such engines share: libcurl on
    /// Linux, a `URLSession` elsewhere.
    public var transport: (any HTTPTransport)?
    /// The environment whose addresses services have; nil for the flow's first one.
    public var environment: RequestEnvironment?
    /// By service: changes or signs a request, before each attempt. An error that it throws ends the attempt as `error`.
    public var prepare: [String: @Sendable (HTTPRequest) async throws -> HTTPRequest] = [:]
    /// By service: turns a body that is not JSON into JSON. An error that it throws ends the attempt as `malformed`.
    public var decode: [String: @Sendable (HTTPResponse) throws -> JSONValue] = [:]
    /// The share of the flow's deadline, from 0 to 1, for reading caches and the offline mark at the start. An entry
    /// that is not there by then counts as absent.
    public var cacheShare = 0.1
    /// The source of the offline state, such as an `OfflineSwitch`; nil is always online. Runs know its state from
    /// their start and follow it, and their requests report to it.
    public var offline: (any OfflineSource)?
    /// The version of the flow, which traces name; nil for none.
    public var version: String?
    /// Whether the system is asked for time in the background until a run's tail, late work and stores are over. On
    /// iOS, tvOS, watchOS and visionOS, in apps and their extensions; elsewhere it changes nothing.
    public var continuesInBackground = false
    /// The bytes that the form of a service call with parts may have. They are kept in memory while they are sent, about
    /// three times. A longer form ends its attempt as `malformed` before anything is sent.
    public var uploadLimit = 32 << 20
    /// The fields of the form that a service call sends; none for other requests.
    var parts: [UploadPart] = []
    /// Receives the progress of every transfer.
    var onTransfer: (@Sendable (TransferProgress) -> Void)?
    /// The receivers of all events of runs, such as `.lines` for a log.
    public var sinks: [TraceSink] = []

    /// In memory, over a private session, in the flow's first environment.
    public init() {}
  }
}
