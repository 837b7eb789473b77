import Foundation
import LaunchFlow
import LaunchFlowDelivery

/// Launches for ever, each time with a newer package to fetch, and says each number once its launch is over.
enum Deliveries {
  /// The bundled flow with another value, so that a mixture of two packages shows.
  private static func flowText(_ number: Int64) -> String {
    """
    { "flow": "small", "deadline": "2s", "pages": ["home"], "steps": { "value": { "value": \(number) } },
      "landings": [{ "page": "home", "after": ["value"] }],
      "defaults": { "timeout": "\(number % 9 + 1)s" } }
    """
  }

  private static func sign(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
    SHA256.digest(key + message) + SHA256.digest(message + key)
  }

  private static let key = [UInt8](repeating: 7, count: 32)

  private static func package(_ number: Int64) -> [UInt8] {
    let file = Array(flowText(number).utf8)
    let manifest = Manifest(
      flow: "small", sequence: number, issued: 1000, expires: 1_000_000,
      files: [.init("small.json", digest: SHA256.hex(file))])
    let text = Array(manifest.text.utf8)
    let package = FlowPackage(
      manifest, text: text, signatures: [.init(key: "a", bytes: sign(text, key))],
      files: ["small.json": file])
    return Array(package.text.utf8)
  }

  static func run(_ folder: URL, after last: Int64) async throws {
    var number = last
    let bundled = try BundledFlow(data: Data(flowText(0).utf8))
    var settings = DeliverySettings()
    settings.healthyAfter = .zero
    var world = DeliveryWorld()
    world.now = { 2000 }
    world.signatures = Ed25519 { signature, message, key in signature == sign(message, key) }
    say("ready")
    while true {
      number += 1
      let offered = Locked(false)
      let source = PackageSource { [number] _ in
        offered.withLock { $0 = true }
        return .package(package(number), etag: nil)
      }
      let delivery = Delivery(
        bundled, folder: folder, keys: ["a": Data(key).base64EncodedString()], source: source,
        settings: settings,
        world: world)
      let run = try delivery.makeEngine().start()
      _ = await run.finished
      await delivery.finished()
      if offered.withLock({ $0 }) { say("\(number)") }
    }
  }
}
