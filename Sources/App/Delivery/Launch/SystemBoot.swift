#if canImport(Darwin)
  import Darwin
#else
  import Foundation
#endif

enum SystemBoot {
  /// Identifies the boot; empty if the system gives no identifier. Then reboots are not noticed.
  static var identifier: String {
    #if canImport(Darwin)
      var size = 0
      guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return "" }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return "" }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #else
      let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      return text.map { $0.filter { !$0.isNewline } } ?? ""
    #endif
  }
}
