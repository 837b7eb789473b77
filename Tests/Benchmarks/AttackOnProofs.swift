import Foundation
import LaunchFlowMachine
import LaunchFlowTestAttacks
import LaunchFlowVerifier

/// A long attack on what is proved: runs of random flows against proofs by each means alone and by all together.
enum AttackOnProofs {
  /// How each flow is proved.
  private static let means: [(name: String, together: Int, shortcuts: Shortcuts)] = [
    ("everything together", 10_000, .all),
    ("claim by claim", 0, .all),
    ("explorations alone", 10_000, []),
    ("arithmetic and rehearsals", 0, [.construction, .arithmetic, .rehearsals]),
    ("rules", 0, [.rules]),
  ]

  /// Arguments: how many runs, the first flow's number, and how many runs each flow takes. With "times" at the end
  /// inputs give times of the flows' steps.
  static func run(_ arguments: [String]) throws {
    let givesTimes = arguments.last == "times"
    let arguments = givesTimes ? arguments.dropLast() : arguments[...]
    let runs = arguments.first.flatMap { Int($0) } ?? 100_000
    var seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 0
    let each = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 500
    let first = seed
    var done = 0
    var claims = means.map { _ in 0 }
    var findings = 0
    while done < runs {
      // Every third flow is a graph of actions.
      let attack =
        seed % 3 == 2
        ? try ProofAttack(RandomGraph.make(seed: seed, givesTimes: givesTimes), seed: seed)
        : try ProofAttack(seed: seed, givesTimes: givesTimes)
      let proofs = means.map { proof(attack.plan, $0.together, $0.shortcuts) }
      for place in proofs.indices { claims[place] += proofs[place].provedClaims }
      for run in 0..<each {
        for violation in try attack.violations(run, of: proofs) {
          findings += 1
          say(violation)
        }
      }
      done += each
      seed += 1
      if (seed - first) % 20 == 0 {
        say("\(done) runs of \(seed - first) flows, from number \(first): \(findings) beyond a proof")
      }
    }
    say("\(done) runs of \(seed - first) flows, from number \(first): \(findings) beyond a proof")
    for (means, claims) in zip(means, claims) { say("  \(means.name): \(claims) claims proved") }
    if findings > 0 { exit(1) }
  }

  /// Writes a line at once: a log of hours is read while it grows.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private static func proof(_ plan: FlowPlan, _ together: Int, _ shortcuts: Shortcuts) -> Verification {
    var limits = Verifier.Limits(budget: Budget(states: 10_000), together: together, shortcuts: shortcuts)
    limits.rehearsals = 3_000
    return Verifier(plan, limits).verify()
  }
}

extension Verification {
  fileprivate var provedClaims: Int {
    (lands.isProved ? 1 : 0) + (latestBy == nil ? 0 : 1) + promises.count { $0.verdict.isProved }
  }
}
