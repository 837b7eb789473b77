import Foundation

/// What an app pays for the library, as one table.
enum AppCosts {
  static func run(_ arguments: [String]) async throws {
    print("| what an app pays | |\n| --- | --: |")
    let rider = try FirstRequest.medians(of: "flows/rider-launch.json")
    tell("first request, the rider's flow, in a new process", "%.1f ms", rider.first)
    tell("first request, 1,000 steps", "%.1f ms", try FirstRequest.mediansOfThousandSteps().first)
    tell("memory until then, the rider's flow", "+%.1f MB", Double(rider.kilobytes) / 1000)
    tell("of it, no page of a file", "+%.1f MB", Double(rider.ownKilobytes) / 1000)
    tell("threads until then", "%.0f", Double(rider.threads))
    for (shape, ratio) in try await StepCost.ratios() {
      tell("empty step against a task group, \(shape)", "%.1f", ratio)
    }
    let check = try CommandCost.seconds(of: ["check", "flows", "examples"])
    tell("`check` of the repository's files", "%.2f s", check)
    print("\nThe weight of the program, by `.ci/size`:\n")
    fflush(nil)
    let size = Process()
    size.executableURL = URL(filePath: ".ci/size")
    size.standardError = FileHandle.nullDevice
    try size.run()
    size.waitUntilExit()
  }

  private static func tell(_ name: String, _ format: String, _ value: Double) {
    print("| \(name) | \(String(format: format, value)) |")
    fflush(nil)
  }
}
