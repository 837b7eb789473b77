import Foundation

// Measurements that anyone can repeat: `swift run -c release LaunchFlowBenchmarks NAME`.

let benchmarks: [(name: String, summary: String, run: ([String]) async throws -> Void)] = [
  ("app", ": what an app pays for the library, in one table of a few minutes", AppCosts.run),
  ("crowd", "[LAUNCHES,…] [KIND …]: how late launches land that run at once", Crowd.run),
  ("step-cost", "[ROUNDS]: a step that does nothing, beside a task group", StepCost.run),
  ("reset-soak", "[SECONDS]: launches against a server that resets every connection", ResetSoak.run),
  (
    "delivery", "[FLOW.json …]: what judging a flow costs, and what a launch costs with delivery",
    DeliveryCost.run
  ),
  ("verifier-growth", "[FLOW.json …]: states and time that proofs take, as flows grow", VerifierGrowth.run),
  (
    "attack",
    "[RUNS [SEED [RUNS-PER-FLOW]]] [times]: simulated runs of random flows against proofs, by every means",
    AttackOnProofs.run
  ),
  (
    "many-runs", "[RUNS [FLOW.json]]: simulated launches a second, beside a launch simulated by hand",
    ManyRuns.run
  ),
  (
    "first-request", "[FLOW.json …]: what a launch costs before its first request, in new processes",
    FirstRequest.run
  ),
  (
    "commands", "[COMMAND LINE]: what whole subcommands cost, on the repository's files and on large ones",
    CommandCost.run
  ),
  ("all", ": every table of speed and weight, from the folder of the package", Everything.run),
]

guard FileManager.default.fileExists(atPath: "flows/rider-launch.json") else {
  print("run this in the folder of the package, which contains the folder flows")
  exit(1)
}
if let benchmark = benchmarks.first(where: { $0.name == CommandLine.arguments.dropFirst().first }) {
  try await benchmark.run(Array(CommandLine.arguments.dropFirst(2)))
} else {
  print("usage: LaunchFlowBenchmarks NAME …")
  for benchmark in benchmarks { print("  \(benchmark.name) \(benchmark.summary)") }
}
