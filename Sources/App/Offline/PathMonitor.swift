#if canImport(Network)
  import Dispatch
  import LaunchFlowSwitch
  import Network

  /// Watches the path that the system reports.
  final class PathMonitor: Sendable {
    private let monitor = NWPathMonitor()
    private let queue = DispatchQueue(label: "launchflow.path", qos: .utility)

    init() {}

    func start(_ onChange: @escaping @Sendable (SwitchMachine.Path) -> Void) {
      monitor.pathUpdateHandler = { path in
        guard path.status == .satisfied else { return onChange(.none) }
        onChange(.medium(path.usesInterfaceType(.cellular) ? .cellular : .wifi))
      }
      monitor.start(queue: queue)
    }

    func stop() {
      monitor.cancel()
    }
  }
#endif
