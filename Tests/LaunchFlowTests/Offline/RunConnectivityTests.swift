import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlow

@Suite struct RunConnectivityTests {
  private func plan() throws -> FlowPlan {
    var flow = Flow(
      name: "two", deadline: .seconds(10), pages: ["home"],
      steps: ["trade", "member"].map { domain in
        var step = Flow.Step("ask-\(domain)", .http(Flow.Request(.service(domain, path: "/a"))))
        step.timeout = .seconds(2)
        return step
      }, landings: [Flow.Landing("home")])
    flow.services = ["trade", "member"].map { domain in
      var service = Flow.Service(domain)
      service.baseURL = .address("https://\(domain).example.com")
      service.domain = domain
      return service
    }
    return try FlowPlan(flow)
  }

  private func state(_ causes: OfflineState.Cause...) -> OfflineState {
    OfflineState(causes: causes.map { OfflineState.Holding($0, since: Date(timeIntervalSince1970: 0)) })
  }

  @Test func `tells what has changed the whole app first`() throws {
    var connectivity = RunConnectivity(try plan(), state(.domain("member")))
    #expect(connectivity.offlineDomains == [false, true])
    #expect(!connectivity.isOffline)
    let first = connectivity.changes(to: state(.marked, .domain("trade"), .domain("unknown")))
    #expect(
      first == [
        RunConnectivity.Change(domain: -1, isOffline: true), .init(domain: 0, isOffline: true),
        .init(domain: 1, isOffline: false),
      ])
    #expect(connectivity.changes(to: state(.wifi, .domain("trade"))).isEmpty)
    #expect(
      connectivity.changes(to: .online) == [
        RunConnectivity.Change(domain: -1, isOffline: false), .init(domain: 0, isOffline: false),
      ])
  }
}
