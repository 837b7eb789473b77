import Foundation
import LaunchFlow

/// A load: a thousand launches of the rider app at once in one process, over a network that is slow, fails and
/// swallows answers. Run it from the root of the repository: `swift run -c release ThousandLaunches`.
@main
struct ThousandLaunches {
  static func main() async throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
    var configuration = FlowEngine.Configuration()
    configuration.transport = OddNetwork()
    let engine = try FlowEngine(
      try Flow(contentsOf: URL(filePath: "flows/rider-launch.json")), configuration: configuration)

    let start = ContinuousClock.now
    let runs = try (0..<count).map { _ in try engine.start(inputs: ["signed-in": true]) }
    var pages: [String: Int] = [:]
    var times: [Duration] = []
    for run in runs {
      let landing = await run.landing
      pages[landing.page, default: 0] += 1
      times.append(landing.time)
    }
    let whole = start.duration(to: .now)
    for run in runs { _ = await run.finished }

    times.sort()
    print("\(count) launches at once landed in \(words(whole)):")
    for (page, landed) in pages.sorted(by: { $0.key < $1.key }) { print("  \(page): \(landed)") }
    let late = times.filter { $0 > engine.plan.flow.deadline }.count
    print(
      "p50 \(words(times[count / 2])), p99 \(words(times[count * 99 / 100])), last \(words(times[count - 1]))"
    )
    print("\(late) of them after their deadline of \(words(engine.plan.flow.deadline))")
  }

  private static func words(_ time: Duration) -> String {
    "\(time.nanoseconds / 1_000_000) ms"
  }
}
