#if canImport(Network)
  import Dispatch
  import Network

  /// The system's own word about the path.
  final class PathMonitor: Sendable {
    private let monitor = NWPathMonitor()
    private let queue = DispatchQueue(label: "launchflow.path", qos: .utility)

    /// A monitor that has not begun.
    init() {}

    /// Begins to tell.
    func start(_ onChange: @escaping @Sendable (NetworkPath) -> Void) {
      monitor.pathUpdateHandler = { path in
        guard path.status == .satisfied else { return onChange(.none) }
        onChange(path.usesInterfaceType(.cellular) ? .cellular : .wifi)
      }
      monitor.start(queue: queue)
    }

    /// Tells no more.
    func stop() {
      monitor.cancel()
    }
  }
#endif
