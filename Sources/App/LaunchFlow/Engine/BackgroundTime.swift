#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  // Not built on Linux. Keep it small.
  import Foundation

  /// Asks the system for time in the background until a run has finished, with its tail and its late work. Values that
  /// are being stored are not waited for.
  ///
  /// It uses `performExpiringActivity`, which apps and their extensions may call on any thread. If the time expires
  /// before the landing, the run is cancelled and lands by its rules.
  enum BackgroundTime {
    static func hold(for core: RunCore) {
      let isOver = DispatchSemaphore(value: 0)
      core.finished.whenFulfilled { _ in isOver.signal() }
      ProcessInfo.processInfo.performExpiringActivity(withReason: "LaunchFlow") { [weak core] isExpired in
        // The system calls once for the activity, which occupies a thread, and once more if the time expires.
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
  /// Other systems do not suspend processes.
  enum BackgroundTime {
    static func hold(for core: RunCore) {}
  }
#endif
