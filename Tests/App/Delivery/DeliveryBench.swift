import Foundation
import LaunchFlow
import LaunchFlowServer
import Testing

@testable import LaunchFlowDelivery

/// A folder, a bundled flow and a server, for launches one after another. Its signatures are digests with the key, so that
/// tests need no library of the system.
final class DeliveryBench {
  let folder = FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)")
  var bundled = DeliveryBench.flow()
  var sequence: Int64 = 0
  var source: PackageSource?
  var keys: TrustedKeys = ["a": DeliveryBench.key("a")]
  var settings = DeliverySettings()
  var world = DeliveryWorld()
  var actions = FlowActions()
  private(set) var events: [DeliveryEvent] = []

  static let now: Int64 = 1_800_000_000

  init() {
    settings.healthyAfter = .zero
    settings.appVersion = "1"
    world.now = { Self.now }
    world.boot = "boot"
    world.signatures = Ed25519 { signature, message, key in signature == Self.sign(message, key) }
    actions.register("known") { _ in true }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static func key(_ id: String) -> String {
    Data(SHA256.digest(Array(id.utf8))).base64EncodedString()
  }

  static func sign(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
    SHA256.digest(key + message) + SHA256.digest(message + key)
  }

  /// A small flow; its parts may be replaced.
  static func flow(
    name: String = "small", timeout: String = "1s", work: String = #""value": 1"#, deadline: String = "2s",
    more: String = "", pages: String = #"["home"]"#, promises: String = #"[{ "within": "2s" }]"#
  ) -> String {
    """
    {
      "flow": "\(name)", "deadline": "\(deadline)", "pages": \(pages),
      "inputs": { "signed-in": { "type": "boolean", "default": true } },\(more)
      "steps": {
        "ask": { \(work) },
        "call": { "http": { "url": "https://api.example.com/ask" }, "timeout": "\(timeout)", "fallback": [{ "value": 1 }],
          "when": { "signed-in": false } }
      },
      "landings": [{ "page": "home", "after": ["ask", "call"] }], "promises": \(promises)
    }
    """
  }

  /// A signed package.
  static func package(
    _ sequence: Int64, _ flow: String, issued: Int64 = now - 100, expires: Int64 = now + 100_000,
    key: String = "a", rollout: Manifest.Rollout? = nil, isReturn: Bool = false, audience: String? = nil,
    more: [String: [UInt8]] = [:],
    change: (inout FlowPackage) -> Void = { _ in }
  ) -> [UInt8] {
    let bytes = Array(flow.utf8)
    var contents = isReturn ? [:] : more
    if !isReturn { contents["flow.json"] = bytes }
    // The flow's own file first.
    let files = contents.keys.sorted { ($0 != "flow.json" ? 1 : 0, $0) < ($1 != "flow.json" ? 1 : 0, $1) }
      .map { Manifest.File($0, digest: SHA256.hex(contents[$0] ?? [])) }
    let name = (try? Flow(data: Data(bytes)))?.name ?? "small"
    let manifest = Manifest(
      flow: name, sequence: sequence, issued: issued, expires: expires, files: files, rollout: rollout,
      audience: audience)
    let text = Array(manifest.text.utf8)
    let signature = sign(text, SHA256.digest(Array(key.utf8)))
    var package = FlowPackage(
      manifest, text: text, signatures: [.init(key: key, bytes: signature)],
      files: contents)
    change(&package)
    return Array(package.text.utf8)
  }

  /// The next launch fetches this.
  func serve(_ bytes: [UInt8], etag: String? = nil) {
    source = PackageSource { _ in .package(bytes, etag: etag) }
  }

  /// Launches, lands, and waits for the tail; the version that was used.
  @discardableResult func launch(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let (version, events) = try await observed()
    self.events = events
    return version
  }

  private func observed() async throws -> (String, [DeliveryEvent]) {
    let seen = Locked<[DeliveryEvent]>([])
    let done = AsyncStream<Void>.makeStream()
    var settings = settings
    settings.onEvent = { event in seen.withLock { $0.append(event) } }
    let delivery = try delivery(settings)
    let run = try delivery.makeEngine().start()
    let trace = await run.finished
    #expect(trace.version == delivery.version)
    await delivery.finished()
    // Events come on a queue of their own; one more marks the end.
    delivery.afterEvents { done.continuation.finish() }
    for await _ in done.stream {}
    return (delivery.version, seen.withLock { $0 })
  }

  private func delivery(_ settings: DeliverySettings) throws -> Delivery {
    Delivery(
      try BundledFlow(data: Data(bundled.utf8), sequence: sequence), actions: actions, folder: folder,
      keys: keys, source: source ?? PackageSource { _ in .unchanged }, settings: settings, world: world)
  }

  /// A launch that ends before its landing: the process is gone.
  func crash() throws -> String { try delivery(settings).version }

  /// A launch that lands, and ends before it counts as healthy.
  func landAndDie(extending patience: Duration) async throws -> String {
    let delivery = try delivery(settings)
    delivery.extendHealthyWhile(by: patience)
    _ = await (try delivery.makeEngine().start()).finished
    return delivery.version
  }

  /// Somebody writes a package into the folder, and into the record as if it had been accepted and tried.
  func plant(_ bytes: [UInt8]) throws {
    let store = DeliveryStore(folder)
    var file = try #require(store.record().file)
    let edition = try FlowPackage(bytes, limit: 1 << 18).edition
    (file.record.chain, file.record.trial) = ([edition], nil)
    #expect(store.keep(bytes, of: edition) && store.save(file))
  }

  /// Why the last launch refused what it fetched.
  var refusal: PackageRefusal? {
    for case .refused(let refusal) in events { return refusal }
    return nil
  }
}
