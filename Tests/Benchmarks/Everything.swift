/// The figures of speed, one table after the other. Compare only those of one table: they take turns on the machine.
enum Everything {
  static func run(_ arguments: [String]) async throws {
    print("## Many runs\n")
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
    print("\n## Weight\n\n`.ci/size` prints what an app grows by, and the bytes of each target.")
  }
}
