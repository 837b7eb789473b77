import LaunchFlowModel
import LaunchFlowTimeline

@testable import LaunchFlowSimulator

extension Distribution.Landing {
  init(_ time: Int64, page: Int32, isDegraded: Bool = false) {
    self.init(time: time, page: page, isDegraded: isDegraded, run: 0)
  }
}

extension LandingDistribution {
  /// Counts landings in the order of the runs; nil when there are none.
  init?(
    flow: String, title: String? = nil, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64,
    pages: [Flow.Page], landings: [Distribution.Landing]
  ) {
    var document = Flow(
      name: flow, deadline: .nanoseconds(deadline), pages: pages, steps: [], landings: [])
    document.title = title
    let numbered = landings.enumerated().map { number, landing in
      var landing = landing
      landing.run = UInt64(number)
      return landing
    }
    self.init(
      Distribution(flow: flow, pages: pages.map(\.name), deadline: deadline, landings: numbered),
      of: document, scenario: scenario, seed: seed)
  }
}
