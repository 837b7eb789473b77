import Foundation
import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowTestProcesses

/// What accepting a flow costs after a launch, and what a launch costs more with delivery than without.
enum DeliveryCost {
  /// Arguments: flow files.
  static func run(_ arguments: [String]) async throws {
    let paths = arguments.isEmpty ? ["flows/rider-launch.json"] : arguments
    print("| flow | KB | accept, ms of processor | and MB | start without, ms | with | on trial | ratio |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    for path in paths {
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      try await measure(path, text)
    }
  }

  private static func measure(_ path: String, _ text: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = Array(text.utf8)
    let bundled = try BundledFlow(contentsOf: URL(filePath: path))
    let judge = Judge(bundled.flow, actions: bundled.flow.actionNames)
    let manifest = Manifest(
      flow: bundled.flow.name, sequence: 1, issued: 1000, expires: 1_000_000,
      files: [.init("flow.json", digest: SHA256.hex(bytes))])
    let signature = FlowPackage.Signature(key: "a", bytes: [UInt8](repeating: 0, count: 64))
    let package = FlowPackage(
      manifest, text: Array(manifest.text.utf8), signatures: [signature], files: ["flow.json": bytes])
    let memoryBefore = ProcessFigures.mostResidentKilobytes ?? 0
    let start = ProcessFigures.processorSeconds
    try package.checkFiles()
    _ = try judge.judge(package)
    let accept = ProcessFigures.processorSeconds - start
    // Of a process that has done nothing large before: name one flow at a time.
    let memory = (ProcessFigures.mostResidentKilobytes ?? 0) - memoryBefore

    let delivered = Array(package.text.utf8)
    var actions = FlowActions()
    for name in bundled.flow.actionNames { actions.register(name) { _ in true } }
    var world = DeliveryWorld()
    world.now = { 2000 }
    world.signatures = Ed25519 { _, _, _ in true }
    var settings = DeliverySettings()
    settings.healthyAfter = .zero
    func delivery() throws -> Delivery {
      Delivery(
        try BundledFlow(contentsOf: URL(filePath: path)), actions: actions, folder: folder,
        keys: ["a": Data(repeating: 1, count: 32).base64EncodedString()],
        source: PackageSource { _ in .package(delivered, etag: nil) }, settings: settings, world: world)
    }
    let without = try median {
      _ = try FlowEngine(try Flow(contentsOf: URL(filePath: path)), actions: actions)
    }
    // Accepted by the first launch; on trial in the next ones.
    try await land(try delivery())
    var trials: [Double] = []
    for _ in 0..<3 {
      let begun = ContinuousClock.now
      let launched = try delivery()
      _ = try launched.makeEngine()
      trials.append(milliseconds(ContinuousClock.now - begun))
      try await land(launched)
    }
    let trial = trials.sorted()[1]
    let with = try median { _ = try (try delivery()).makeEngine() }
    func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
    print(
      "| \(path) | \(bytes.count / 1000) | \(decimal(accept * 1000)) | \(memory / 1000) "
        + "| \(decimal(without)) | \(decimal(with)) | \(decimal(trial)) | \(decimal(with / without)) |")
  }

  private static func land(_ delivery: Delivery) async throws {
    let run = try delivery.makeEngine().start(
      inputs: Dictionary(
        delivery.flow.inputs.map { ($0.name, $0.values.first ?? $0.defaultValue ?? example(of: $0.kind)) },
        uniquingKeysWith: { first, _ in first }))
    run.cancel()
    _ = await run.landing
    await delivery.finished()
  }

  private static func example(of kind: Flow.Input.Kind) -> JSONValue {
    switch kind {
    case .boolean: true
    case .string: "text"
    case .number: 1
    case .duration: "1s"
    }
  }

  private static func median(_ body: () throws -> Void) throws -> Double {
    var times: [Double] = []
    for _ in 0..<51 {
      let begun = ContinuousClock.now
      try body()
      times.append(milliseconds(ContinuousClock.now - begun))
    }
    return times.sorted()[25]
  }

  private static func milliseconds(_ time: Duration) -> Double { Double(time.nanoseconds) / 1e6 }
}
