#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  // Not built on Linux. Keep it small.
  import Foundation

  /// Asks the system for time in the background until a run has finished: its tail and its late work. It
  /// does not wait for values that are still being stored.
  ///
  /// It uses `performExpiringActivity`, which apps and their extensions may call, from any thread. When the system
  /// wants its time back before the landing, the run is cancelled and lands by its rules.
  enum BackgroundTime {
    static func hold(for core: RunCore) {
      let isOver = DispatchSemaphore(value: 0)
      core.finished.whenThere { _ in isOver.signal() }
      ProcessInfo.processInfo.performExpiringActivity(withReason: "LaunchFlow") { [weak core] isExpired in
        // The system calls once to let the activity run, which takes a thread for as long, and once more if its time is
        // over.
        if isExpired {
          core?.cancel()
          isOver.signal()
        } else {
          isOver.wait()
        }
      }
    }
  }
#else
  /// Elsewhere processes are not suspended.
  enum BackgroundTime {
    static func hold(for core: RunCore) {}
  }
#endif
