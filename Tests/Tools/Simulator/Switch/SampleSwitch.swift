import LaunchFlowSwitch

extension OfflineSwitchDocument {
  /// A switch that probes the network at a pace, in seconds.
  static func probing(every: Int = 60, whileDown: Int? = nil) -> OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    var probe = Flow.Request(.url("https://probe.example.com/204"))
    probe.expect = .none
    var network = Network(probe: probe, timeout: .seconds(3), every: .seconds(every))
    if let whileDown { network.everyWhileDown = .seconds(whileDown) }
    document.network = network
    return document
  }
}
