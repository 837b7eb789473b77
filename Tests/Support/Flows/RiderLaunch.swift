import Foundation

/// The rider app's launch, with its scenarios.
package enum RiderLaunch {
  package static let flow = text("rider-launch.json")
  package static let scenarios = text("rider-launch.scenarios.json")

  private static func text(_ name: String) -> String {
    (try? String(contentsOf: packageFolder.appending(path: "flows/\(name)"), encoding: .utf8)) ?? ""
  }
}
