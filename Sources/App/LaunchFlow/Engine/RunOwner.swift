#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
#endif

/// Cancels its runs when it is released.
///
/// A screen or a session that starts runs has an owner as a property and binds its runs to it. When the screen is
/// released with its owner, the runs are cancelled, even if other code keeps their handles. An owner may be used on any
/// thread.
public final class RunOwner: Sendable {
  private struct State {
    var cancels: [(number: Int, call: @Sendable () -> Void)] = []
    var count = 0
  }

  private let state = Locked(State())

  /// An owner without runs.
  public init() {}

  deinit {
    cancel()
  }

  /// Cancels all bound runs. Later runs may still be bound.
  public func cancel() {
    let cancels = state.withLock { state in
      defer { state.cancels = [] }
      return state.cancels
    }
    for cancel in cancels { cancel.call() }
  }

  var boundRuns: Int { state.withLock { $0.cancels.count } }

  /// Calls back if the owner cancels before the promise is fulfilled.
  package func bind<End>(until end: Promise<End>, _ cancel: @escaping @Sendable () -> Void) {
    let number = state.withLock { state in
      state.count += 1
      state.cancels.append((state.count, cancel))
      return state.count
    }
    end.whenFulfilled { [weak self] _ in
      self?.state.withLock { state in state.cancels.removeAll { $0.number == number } }
    }
  }
}

#if canImport(ObjectiveC)
  extension RunOwner {
    private static let lock = NSLock()
    // Only the address is used.
    nonisolated(unsafe) private static var key: UInt8 = 0

    /// The owner that is released with an object, such as a view controller. Each object has one.
    public static func living(as object: AnyObject) -> RunOwner {
      lock.lock()
      defer { lock.unlock() }
      if let known = objc_getAssociatedObject(object, &key) as? RunOwner { return known }
      let made = RunOwner()
      objc_setAssociatedObject(object, &key, made, .OBJC_ASSOCIATION_RETAIN)
      return made
    }
  }
#endif
