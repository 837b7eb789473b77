import Foundation
import LaunchFlowDelivery

/// The doubtful cases that `pack` refuses unless the caller allows them.
enum PackPermission: String, CaseIterable, Sendable {
  /// A number that locks out the lower numbers that people would choose next.
  case anyNumber = "any-number"
  /// A package that devices refuse now because of its time.
  case anyTime = "any-time"
  /// A flow that is not compared with the one in the apps.
  case noBundled = "no-bundled"
  /// A signature that is not checked.
  case noKey = "no-key"

  /// The highest number that need not be a date.
  private static let mostCounted: Int64 = 1_000_000
  /// In seconds: a device's clock may be a day behind.
  private static let day: Int64 = 86_400

  /// Reports the doubtful cases that are not allowed. Returns whether there are none.
  static func check(
    _ manifest: Manifest, _ more: [(PackPermission, String)], _ given: Given, in world: World
  ) -> Bool {
    let now = Int64(Date().timeIntervalSince1970)
    var doubts = more
    func date(_ time: Int64) -> String { UTCTime.text(time).prefix(10).filter(\.isNumber) }
    let start = min(manifest.issued, now)
    // A date with two more digits. Dates of other lengths would lock out these.
    let last = Int64(date(start + day) + "99") ?? 0
    let isDate = manifest.sequence >= 1_000_000_000 && manifest.sequence <= last
    if manifest.sequence > mostCounted, !isDate {
      let text =
        "devices that accept number \(manifest.sequence) refuse all lower ones; write one up to \(mostCounted) or the "
        + "date with two more digits, such as \(date(start))01"
      doubts.append((.anyNumber, text))
    }
    if manifest.expires <= now {
      doubts.append((.anyTime, "devices refuse this now: \(PackageRefusal.expired)"))
    } else if manifest.issued > now + day {
      doubts.append((.anyTime, "devices refuse this now: \(PackageRefusal.wrongClock)"))
    }
    let allowed = given.all(PackCommand.permission)
    let refused = doubts.filter { !allowed.contains($0.0) }
    for (permission, text) in refused {
      world.report("error: \(text); if you intend this, add --allow \(permission.rawValue)")
    }
    return refused.isEmpty
  }
}
