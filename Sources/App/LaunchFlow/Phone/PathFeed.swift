#if canImport(Network)
  import Dispatch
  import Network

  /// Watches the network path of the system, for `FlowEngine.Configuration.phone`. Make it before the first launch, and
  /// keep it.
  public final class PathFeed: Sendable {
    private let monitor = NWPathMonitor()
    private let newest: Locked<NWPath?> = Locked(nil)

    /// Begins to watch.
    public init() {
      monitor.pathUpdateHandler = { [newest] path in newest.withLock { $0 = path } }
      monitor.start(queue: DispatchQueue(label: "launchflow.phone", qos: .userInitiated))
    }

    deinit {
      monitor.cancel()
    }

    /// What is known now. May be read on any thread.
    public var state: PhoneState {
      let path = newest.withLock { $0 } ?? monitor.currentPath
      var state = PhoneState.system
      state.isConstrained = path.isConstrained
      state.isExpensive = path.isExpensive
      return state
    }
  }
#endif
