import Foundation
import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowServer
import LaunchFlowTestServers

/// The rider app gets its flow from a server, which is changed while the app is out there: a better flow, one that is
/// refused, one that crashes the app, and the order to return. Run it by `swift run RiderApp delivery`; it signs by
/// OpenSSL.
struct DeliveredDays {
  private let server: ScriptedServer
  private let folder: URL
  private let bundled: BundledFlow
  private let signer: OpenSSLSigner

  static func run(_ server: ScriptedServer) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rider-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundled = try BundledFlow(contentsOf: URL(filePath: "flows/rider-launch.json"))
    let days = DeliveredDays(
      server: server, folder: folder, bundled: bundled, signer: try OpenSSLSigner(in: folder))
    try await days.pass()
  }

  private func pass() async throws {
    Day.fine.prepare(server)
    let text = try String(contentsOf: URL(filePath: "flows/rider-launch.json"), encoding: .utf8)
    let patient = #""useFallbackAfter": "3s","#
    let better = text.replacing(patient, with: #""useFallbackAfter": "1s","#)
    let worse = text.replacing("spider.example.com", with: "spider.example.net")

    print("Each launch prints its flow, its page and its time; below it are the news of the delivery.\n")
    print("A fine day. The server has a flow that waits for the login 1 s, not 3 s.")
    try serve(1, better)
    try await launch()

    print("\nFrom now on the login hangs.")
    Day.loginHangs.prepare(server)
    try await launch()

    print("\nSomebody signs a flow that calls a foreign host.")
    try serve(2, worse)
    try await launch()

    print("\nThe next flow fits the app, but it crashes the app before the landing.")
    try serve(3, text.replacing(patient, with: #""useFallbackAfter": "2s","#))
    try await launch()
    try crash()
    try crash()
    try await launch()

    print("\nThe order to return to the bundled flow.")
    try serve(4, nil)
    try await launch()
    try await launch()
  }

  /// Signs a flow, or the order to return, and puts it on the server.
  private func serve(_ number: Int64, _ flow: String?) throws {
    let bytes = flow.map { Array($0.utf8) }
    let now = Int64(Date().timeIntervalSince1970)
    let name = "rider-launch.json"
    let manifest = Manifest(
      flow: "rider-launch", sequence: number, issued: now - 60, expires: now + 86_400,
      files: bytes.map { [Manifest.File(name, digest: SHA256.hex($0))] } ?? [])
    let text = Array(manifest.text.utf8)
    let package = FlowPackage(
      manifest, text: text, signatures: [.init(key: "example", bytes: try signer.sign(text))],
      files: bytes.map { [name: $0] } ?? [:])
    let tag = "\"\(number)\""
    server.script(
      "/rider.pack.json",
      Behaviour(.answer(CannedAnswer(headers: [("ETag", tag)], body: Array(package.text.utf8)))), .status(304)
    )
  }

  private func makeDelivery(_ onEvent: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }) -> Delivery {
    var settings = DeliverySettings()
    settings.healthyAfter = .milliseconds(100)
    settings.onEvent = onEvent
    return Delivery(
      bundled, folder: folder.appending(path: "delivery"), keys: TrustedKeys(["example": signer.publicKey]),
      source: .address(server.address + "/rider.pack.json"), settings: settings)
  }

  private func launch() async throws {
    let delivery = makeDelivery { event in
      if case .using = event { return }
      print("    \(event)")
    }
    var configuration = FlowEngine.Configuration()
    configuration.store = FileCacheStore(folder: folder.appending(path: "caches"))
    configuration.environment = RequestEnvironment(
      "develop", isRelease: false, addresses: ["hulk": server.address, "spider": server.address])
    let run = try delivery.makeEngine(configuration).start(inputs: Rider.inputs)
    let landing = await run.landing
    print("  \(name(delivery)): \(landing.page) after \(landing.time.nanoseconds / 1_000_000) ms")
    await delivery.finished()
  }

  /// A process that dies between its start and its landing.
  private func crash() throws {
    print("  \(name(makeDelivery())): crash before the landing")
  }

  private func name(_ delivery: Delivery) -> String {
    delivery.version == "bundled" ? "bundled flow" : "version \(delivery.version)"
  }
}

/// Signs by OpenSSL's own command, as a release would.
struct OpenSSLSigner {
  private let folder: URL
  let publicKey: String

  /// Makes a key in a folder.
  init(in folder: URL) throws {
    self.folder = folder
    try Self.openssl(["genpkey", "-algorithm", "ed25519", "-out", "key.pem"], in: folder)
    try Self.openssl(["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"], in: folder)
    publicKey = try String(contentsOf: folder.appending(path: "public.pem"), encoding: .utf8)
  }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    try Data(message).write(to: folder.appending(path: "manifest.json"))
    let words = ["-inkey", "key.pem", "-in", "manifest.json", "-out", "manifest.sig"]
    try Self.openssl(["pkeyutl", "-sign", "-rawin"] + words, in: folder)
    return [UInt8](try Data(contentsOf: folder.appending(path: "manifest.sig")))
  }

  private static func openssl(_ words: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + words
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }
}
