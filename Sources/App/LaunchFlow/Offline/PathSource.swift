import LaunchFlowMachine
import LaunchFlowModel

/// The network path, and its changes.
protocol PathSource: Sendable {
  /// Begins to call back: soon with the current path, then with each change. Called at most once.
  func start(_ onChange: @escaping @Sendable (NetworkPath) -> Void)
  /// Ends the callbacks.
  func stop()
}

/// The medium that packets go over.
public enum NetworkPath: String, CaseIterable, Hashable, Sendable {
  /// A local network, a wired one included.
  case wifi
  case cellular
  /// No way at all.
  case none

  var machinePath: SwitchMachine.Path {
    switch self {
    case .wifi: .medium(.wifi)
    case .cellular: .medium(.cellular)
    case .none: .none
    }
  }
}

/// A path source that the app itself sets: for platforms without one of their own, and for tests.
public final class PathFeed: PathSource {
  private struct State {
    var path: NetworkPath?
    var onChange: (@Sendable (NetworkPath) -> Void)?
  }

  private let feed: Locked<State>

  /// Begins with a path, or with none known.
  public init(_ path: NetworkPath? = nil) {
    feed = Locked(State(path: path))
  }

  /// Changes the path.
  public func send(_ path: NetworkPath) {
    let onChange = feed.withLock { feed in
      feed.path = path
      return feed.onChange
    }
    onChange?(path)
  }

  /// Begins to call back.
  func start(_ onChange: @escaping @Sendable (NetworkPath) -> Void) {
    let path = feed.withLock { feed in
      feed.onChange = onChange
      return feed.path
    }
    if let path { onChange(path) }
  }

  /// Ends the callbacks.
  func stop() {
    feed.withLock { $0.onChange = nil }
  }
}
