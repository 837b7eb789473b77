import Foundation

/// The rider app's launch, with its scenarios.
enum RiderLaunch {
  static let flow = text("rider-launch.json")
  static let scenarios = text("rider-launch.scenarios.json")

  private static func text(_ name: String) -> String {
    (try? String(contentsOf: SchemaDocument.flows.appending(path: name), encoding: .utf8)) ?? ""
  }
}
