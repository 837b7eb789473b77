import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestAttacks
import LaunchFlowVerifier

/// What it costs to have proofs confirmed, and how many claims are.
enum CertificateCost {
  /// Arguments: flow files, or the numbers of the first and the last random flow. With "apart" at the end claims are
  /// decided one by one, as in flows that are too large for an exploration of everything.
  static func run(_ arguments: [String]) throws {
    let isApart = arguments.last == "apart"
    let arguments = isApart ? arguments.dropLast() : arguments
    let clock = ContinuousClock()
    var (sum, confirmed) = (0, 0)
    print("| flow | states | ms, proof | ms, certificate and check | claims | confirmed |")
    print("| --- | --: | --: | --: | --: | --: |")
    for (name, flow) in try flows(arguments) {
      let plan = try FlowPlan(flow)
      var limits = Verifier.Limits(nodes: 20_000, together: isApart ? 0 : 10_000)
      if isApart { limits.rehearsals = 3_000 }
      let verifier = Verifier(plan, limits)
      let start = clock.now
      let verification = verifier.verify()
      let middle = clock.now
      let confirmation = verifier.confirm(verification)
      let end = clock.now
      let claims = confirmation.confirmed.count + confirmation.open.count
      sum += claims
      confirmed += confirmation.confirmed.count
      let times = [middle - start, end - middle].map { "\($0 / .milliseconds(1) * 10 / 10)" }
      print(
        "| \(name) | \(verification.extent.nodes) | \(times[0].prefix(6)) | \(times[1].prefix(6)) | \(claims) | \(confirmation.confirmed.count) |"
      )
      if let failure = confirmation.failure { print("FAILED: \(failure)") }
      for (claim, gap) in confirmation.open.prefix(3) { print("    \(claim): \(gap)") }
    }
    print("\(confirmed) of \(sum) claims confirmed")
  }

  private static func flows(_ arguments: [String]) throws -> [(String, Flow)] {
    if let first = arguments.first.flatMap({ UInt64($0) }) {
      let last = arguments.dropFirst().first.flatMap { UInt64($0) } ?? first
      return try (first...last).map { seed in
        if seed % 3 == 2 { return ("\(seed)", RandomGraph.make(seed: seed)) }
        return ("\(seed)", try ProofAttack(seed: seed).flow)
      }
    }
    return try arguments.compactMap { path in
      let bytes = try Data(contentsOf: URL(filePath: path))
      guard let flow = Flow.read(SourceText(name: path, bytes: Array(bytes))).document else {
        print("\(path) is no flow that stands alone")
        return nil
      }
      return (flow.name, flow)
    }
  }
}
