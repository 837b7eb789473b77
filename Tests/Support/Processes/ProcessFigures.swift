import Foundation

/// What the process holds right now.
package enum ProcessFigures {
  /// How many descriptors are open.
  package static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? -1
  }

  /// The memory in use in kilobytes; nil where the system has no `/proc`.
  package static var residentKilobytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 }
  }

  /// The most memory that was in use at once, in kilobytes; nil where the system has no `/proc`.
  package static var mostResidentKilobytes: Int? { status("VmHWM:") }

  /// The memory in use that is no page of a file, such as of a shared library, in kilobytes.
  package static var ownKilobytes: Int? { status("RssAnon:") }

  private static func status(_ key: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) })
    else { return nil }
    return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
  }

  /// Begins to measure the most memory anew, where the system can.
  package static func forgetMostResident() {
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  /// How many threads there are; 0 where the system has no `/proc`.
  package static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  /// The processor's time that the process has used, in seconds.
  package static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The processor's time in seconds, and the most memory in kilobytes, of the children that have ended.
  package static var children: (processorSeconds: Double, mostResidentKilobytes: Int) {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
      let kilobytes = usage.ru_maxrss / 1024
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      let kilobytes = usage.ru_maxrss
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Int(kilobytes))
  }
}
