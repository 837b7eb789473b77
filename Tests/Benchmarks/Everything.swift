/// The figures of speed and weight, one table after the other. Compare only those of one table: they take turns on the
/// machine.
enum Everything {
  static func run(_ arguments: [String]) async throws {
    print("## What an app pays\n")
    try await AppCosts.run([])
    print("\n## Many runs\n")
    try ManyRuns.run([])
    print("\n## Steps\n")
    try await StepCost.run([])
    print("\n## First requests\n")
    try await FirstRequest.run([])
    print("\n## Proofs\n")
    try VerifierGrowth.run(["flows/rider-launch.json", "flows/loan-launch.json"])
    print("\n## Commands\n")
    try await CommandCost.run([])
    print("\n## Deliveries\n")
    try await DeliveryCost.run([])
  }
}
