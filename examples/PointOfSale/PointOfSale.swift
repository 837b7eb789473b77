import Foundation
import LaunchFlow
import LaunchFlowOffline
import LaunchFlowTestServers

/// A till with an offline switch and a launch that know of each other: the switch says at each start, and on
/// the way, what is offline; the launch's own calls tell the switch what fails. Run it from the root of the
/// repository: `swift run PointOfSale`.
@main
struct PointOfSale {
  static func main() async throws {
    let shop = try Shop()
    defer { shop.server.stop() }

    // What an app keeps for its whole life: one store, in memory, one switch, one engine.
    var configuration = FlowEngine.Configuration()
    let environment = RequestEnvironment(
      "develop", isRelease: false, addresses: Shop.services(at: shop.server.address))
    let offline = await OfflineSwitch(
      try shop.offlineSwitch(), store: configuration.store, environment: environment)
    defer { offline.stop() }
    configuration.environment = environment
    configuration.offline = offline
    let flow = try Flow(contentsOf: URL(filePath: "examples/PointOfSale/till-launch.json"))
    let engine = try FlowEngine(flow, configuration: configuration)
    var states = offline.states.makeAsyncIterator()
    _ = await states.next()

    // Sales that could not be sent wait here, and are sent whenever the service for trading comes back.
    let sales = KeptSales()
    var sent = sales.sent.makeAsyncIterator()
    let sending = try FlowEngine(
      try Flow(contentsOf: URL(filePath: "examples/PointOfSale/send-sale.json")), configuration: configuration
    )
    let observation = sending.startOnReturn(to: offline, domain: "trade") {
      sales.next.map { ["number": .string($0.number), "amount": .integer($0.amount)] }
    } onRun: { result in
      guard case .success(let run) = result else { return }
      run.onLanding(on: sales.queue) { sales.landed($0) }
    }
    defer { observation.cancel() }

    try await launch(engine, "The shop opens")

    try await offline.mark()
    _ = await states.next()
    try await launch(engine, "The clerk pressed the offline button")
    try await offline.unmark()
    _ = await states.next()

    shop.tradeFails()
    try await launch(engine, "Selling fails at the server")
    if let state = await states.next() { print("  now offline: \(words(for: state))") }
    try await launch(engine, "The next start does not even ask")
    sales.keep("s-1", 12)
    print("A sale while trading is offline: \(sales.count) kept, \(shop.salesReceived) at the server")

    shop.tradeRecovers()
    _ = await states.next()
    try await launch(engine, "The service is back")
    _ = await sent.next()
    print("The kept sale: \(sales.count) kept, \(shop.salesReceived) at the server")
  }

  private static func launch(_ engine: FlowEngine, _ title: String) async throws {
    let run = try engine.start()
    let landing = await run.landing
    print("\(title): \(landing.page) after \(landing.time.nanoseconds / 1_000_000) ms")
    for step in ["load-catalogue", "sign-in-clerk", "open-shift"] {
      guard let settled = landing[step] else { continue }
      let source = settled.source.map { " from \($0.rawValue)" } ?? ""
      print("  \(step): \(settled.status.rawValue)\(source)")
    }
    _ = await run.finished
  }

  private static func words(for state: OfflineState) -> String {
    state.causes.map { cause in
      switch cause {
      case .marked: "by hand"
      case .wifi: "no Wi-Fi"
      case .cellular: "no mobile network"
      case .domain(let name): "the service \(name)"
      }
    }.joined(separator: ", ")
  }
}
