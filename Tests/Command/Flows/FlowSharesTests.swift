import Foundation
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

/// On slow and lossy networks, no flow loses a page that the app showed before, unless its document says so.
@Suite struct FlowSharesTests {
  /// By flow and scenario: the sentence of the document about a smaller share. A share may also be smaller because the
  /// page was the wrong one.
  static let explained: [String: String] = {
    let slow = [
      "carrier-verification": "A verification that takes longer than the four minutes ends on `later`",
      "loan-launch": "On a slow network the share is smaller than before",
      "loan-login": "On a slow network some logins take longer",
      "rider-login": "On a slow network fewer logins land on home than before",
      "screen-load": "On a slow network fewer screens get their answer",
      "weak-network": "one launch in two ends on `home-offline` there",
    ]
    let scenarios = [
      "carrier-verification": ["approved-after-a-while", "code-asked-once", "rejected", "tunnel"],
      "loan-launch": ["update-required"],
      "loan-login": ["binding-required", "no-guest-number-yet", "normal-day"], "rider-login": ["normal-day"],
      "screen-load": ["normal-day", "session-ended"], "weak-network": ["very-bad-network"],
    ]
    var explained = [
      "cold-start calls-fail": "With cached data, a run ends on the error page only if it is cancelled.",
      "loan-login user-info-hangs": "The user's information may be a day old.",
      "payment charged-while-closing": "| the receipt, or a note to look again |",
      "payment paid": "On a slow network fewer payments begin",
      "payment paid-one-second-late": "| the receipt, or a note to look again |",
      "rider-launch binding-required": "a refusal of the login after 3 s is late",
      "rider-launch invalid-token": "a refusal of the login after 3 s is late",
      "rider-launch no-caches": "A phone without a stored login has 6 s for the login instead of 10 s",
      "rider-launch under-review": "a review that begins today counts only if its answer arrives within 3 s",
      "rider-launch update-required":
        "Its shares are smaller than before: after 5 s yesterday's answer counts",
    ]
    for (flow, names) in scenarios {
      for name in names { explained["\(flow) \(name)"] = slow[flow] }
    }
    return explained
  }()

  static let networks: [Scenario.Link] = [.lte, .edge, .veryBad]

  /// A scenario of a flow, in which a step may behave otherwise.
  struct Played: Sendable {
    var flow: String
    var scenario: String
    var change: Scenario.StepBehaviours?
  }

  /// The share of each page in percent, over the same random numbers for each flow.
  static func shares(_ played: Played, _ network: Scenario.Link, runs: Int) throws -> [String: Double] {
    let (flow, file) = try FlowFilesTests.load(played.flow)
    var scenario = try #require(file.scenarios.first { $0.name == played.scenario }).over(file.defaults)
    scenario.link = network
    if let change = played.change {
      scenario.steps.removeAll { $0.step == change.step }
      scenario.steps.append(change)
    }
    let simulation = try Simulation(try FlowPlan(flow), scenario)
    var counts: [String: Double] = [:]
    for run in 0..<UInt64(runs) {
      let landing = TraceSummary(simulation.run(seed: 3, run: run).trace).landing
      counts[landing?.page ?? "", default: 0] += 100 / Double(runs)
    }
    return counts
  }

  @Test(arguments: FlowFilesTests.namesBefore)
  func `no page's share is smaller than before without a sentence that says so`(_ before: String) throws {
    let now = FlowFilesTests.now(before)
    let (flow, file) = try FlowFilesTests.load(before)
    let (flowNow, fileNow) = try FlowFilesTests.load(now)
    let pages = flow.pages.filter { page in
      page.kind == .normal && flowNow.pages.contains { $0.name == page.name }
    }.map(\.name)
    let common = Set(fileNow.scenarios.compactMap(\.name)).subtracting(["odd-day"])
    let document = try String(
      contentsOf: FlowFilesTests.folder.appending(path: now + ".md"), encoding: .utf8
    ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for scenario in file.scenarios.compactMap(\.name) where common.contains(scenario) {
      let sentence = Self.explained["\(now) \(scenario)"]
      if let sentence { #expect(document.contains(sentence), "\(now) \(scenario)") }
      for network in Self.networks where sentence == nil {
        let former = try Self.shares(Played(flow: before, scenario: scenario), network, runs: 20 * depth)
        let present = try Self.shares(Played(flow: now, scenario: scenario), network, runs: 20 * depth)
        for page in pages {
          #expect(
            present[page, default: 0] > former[page, default: 0] - 0.001,
            "\(now) \(scenario) \(page) \(network)")
        }
      }
    }
  }

  /// A table of a document: the shares of a page by network.
  struct Table: Sendable {
    var document: String
    var page: String
    var columns: [Played]
  }

  private static func table(
    _ flows: [String], _ page: String, _ step: String, _ takes: Int64, _ result: String, last: Played? = nil
  ) -> Table {
    let change = Scenario.StepBehaviours(
      step, [Scenario.Behaviour(takes: .fixed(.milliseconds(takes)), outcome: .named(result))])
    let columns = flows.map { Played(flow: $0, scenario: "normal-day", change: change) }
    var added = last
    if last?.scenario == "not-yet-cleared" { added?.change = change }
    return Table(document: flows.last ?? "", page: page, columns: columns + [added].compactMap(\.self))
  }

  private static let rider = ["rider-launch-before", "rider-launch-mended", "rider-launch"]

  /// A minute of work; `.ci/deep` compares them.
  @Test(
    .enabled(if: depth > 1),
    arguments: [
      table(
        rider, "update", "check-app-update", 300, "update-required",
        last: Played(flow: "rider-launch", scenario: "not-yet-cleared")),
      table(rider, "login", "is-verifying-version", 220, "under-review"),
      table(
        ["loan-launch-before", "loan-launch"], "update", "get-appcode", 600, "update-required",
        last: Played(flow: "loan-launch", scenario: "update-known-since-yesterday")),
    ]) func `the tables in the documents are what is simulated`(_ table: Table) throws
  {
    let document = try String(
      contentsOf: FlowFilesTests.folder.appending(path: table.document + ".md"), encoding: .utf8)
    for network in [Scenario.Link.threeG, .edge, .veryBad] {
      let shares = try table.columns.map { column in
        try Self.shares(column, network, runs: 1_000)[table.page, default: 0]
      }
      let cells = shares.map { share in
        let tenths = Int((share * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
      }
      let row = "| `\(network.rawValue)` | \(cells.joined(separator: " | ")) |"
      #expect(document.contains(row), "\(row)")
    }
  }
}
