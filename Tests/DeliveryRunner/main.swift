import Foundation
import LaunchFlow
import LaunchFlowDelivery

// Launches for ever from the folder that it is given, each time with a newer package to fetch, and says each number once
// its launch is over. Whoever started it kills it in the middle.

/// The bundled flow with another value, so that a mixture of two packages shows.
func flowText(_ number: Int64) -> String {
  """
  { "flow": "small", "deadline": "2s", "pages": ["home"], "steps": { "value": { "value": \(number) } },
    "landings": [{ "page": "home", "after": ["value"] }],
    "defaults": { "timeout": "\(number % 9 + 1)s" } }
  """
}

func sign(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
  SHA256.digest(key + message) + SHA256.digest(message + key)
}

enum RunnerKey {
  static let bytes = [UInt8](repeating: 7, count: 32)
}

func package(_ number: Int64) -> [UInt8] {
  let file = Array(flowText(number).utf8)
  let manifest = Manifest(
    flow: "small", sequence: number, issued: 1000, expires: 1_000_000,
    files: [.init("small.json", digest: SHA256.hex(file))])
  let text = Array(manifest.text.utf8)
  let package = FlowPackage(
    manifest, text: text, signatures: [.init(key: "a", bytes: sign(text, RunnerKey.bytes))],
    files: ["small.json": file])
  return Array(package.text.utf8)
}

func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? ".")
var number = Int64(CommandLine.arguments.dropFirst(2).first ?? "") ?? 0
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
    bundled, folder: folder, keys: ["a": Data(RunnerKey.bytes).base64EncodedString()], source: source,
    settings: settings,
    world: world)
  let run = try delivery.makeEngine().start()
  _ = await run.finished
  await delivery.finished()
  if offered.withLock({ $0 }) { say("\(number)") }
}
