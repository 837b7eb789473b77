import Foundation

/// The threads of this process other than the calling one.
///
/// While all of them sleep, only an event outside of the process can wake one: a clock, the network, another process.
enum OtherThreads {
  /// Whether there was an instant during the call at which all of them slept.
  ///
  /// All threads are inspected twice. A thread that sleeps both times and has not run in between slept all the time. So
  /// all of them slept between the end of the first inspection and the beginning of the second.
  static func wereAllAsleep() -> Bool {
    guard let before = sleepers() else { return false }
    return sleepers() == before
  }

  /// By thread: a value that changes whenever it runs. Nil if some thread runs, could run, or cannot be inspected.
  private static func sleepers() -> [String: String]? {
    #if canImport(Darwin)
      machSleepers()
    #else
      procSleepers()
    #endif
  }
}

#if canImport(Darwin)
  import Darwin

  extension OtherThreads {
    private static func machSleepers() -> [String: String]? {
      let task = task_self_trap()
      var list: thread_act_array_t?
      var count: mach_msg_type_number_t = 0
      guard task_threads(task, &list, &count) == KERN_SUCCESS, let list else { return nil }
      let own = mach_thread_self()
      defer {
        for index in 0..<Int(count) { mach_port_deallocate(task, list[index]) }
        mach_port_deallocate(task, own)
        let bytes = vm_size_t(count) * vm_size_t(MemoryLayout<thread_act_t>.stride)
        vm_deallocate(task, vm_address_t(UInt(bitPattern: list)), bytes)
      }
      var sleepers: [String: String] = [:]
      for index in 0..<Int(count) where list[index] != own {
        var info = thread_basic_info()
        var size = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<natural_t>.size)
        let status = withUnsafeMutablePointer(to: &info) { info in
          info.withMemoryRebound(to: integer_t.self, capacity: Int(size)) { words in
            thread_info(list[index], thread_flavor_t(THREAD_BASIC_INFO), words, &size)
          }
        }
        guard status == KERN_SUCCESS, info.run_state == TH_STATE_WAITING else { return nil }
        let times = [info.user_time, info.system_time]
        sleepers["\(list[index])"] = times.map { "\($0.seconds) \($0.microseconds)" }.joined(separator: " ")
      }
      return sleepers
    }
  }
#else
  extension OtherThreads {
    /// Reads the format of proc_pid_status(5).
    private static func procSleepers() -> [String: String]? {
      let files = FileManager.default
      guard let own = try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self"),
        let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task")
      else { return nil }
      var sleepers: [String: String] = [:]
      for thread in threads where !own.hasSuffix("/\(thread)") {
        guard let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
        else { return nil }
        var switches = ""
        for line in status.split(separator: "\n") {
          if line.hasPrefix("State:"), !line.contains("S (sleeping)"), !line.contains("Z (zombie)") {
            return nil
          }
          if line.contains("ctxt_switches:") { switches += line }
        }
        guard !switches.isEmpty else { return nil }
        sleepers[thread] = switches
      }
      return sleepers
    }
  }
#endif
