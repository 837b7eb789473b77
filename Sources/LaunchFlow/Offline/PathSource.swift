import LaunchFlowMachine
import LaunchFlowModel

/// Tells which way packets go, and each change of it.
public protocol PathSource: Sendable {
  /// Begins to tell: the current path soon, and each change; at most once.
  func start(_ onChange: @escaping @Sendable (NetworkPath) -> Void)
  /// Tells no more.
  func stop()
}

/// The way packets go.
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

/// A source that is told by hand: for platforms without one of their own, and for tests.
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

  /// The path is this now.
  public func send(_ path: NetworkPath) {
    let onChange = feed.withLock { feed in
      feed.path = path
      return feed.onChange
    }
    onChange?(path)
  }

  /// Begins to tell.
  public func start(_ onChange: @escaping @Sendable (NetworkPath) -> Void) {
    let path = feed.withLock { feed in
      feed.onChange = onChange
      return feed.path
    }
    if let path { onChange(path) }
  }

  /// Tells no more.
  public func stop() {
    feed.withLock { $0.onChange = nil }
  }
}
