import Dispatch
import Foundation
import LaunchFlowSimulator
import LaunchFlowTestProcesses

/// How fast many runs are simulated, on one core and on all, beside a simulation of one launch that is written by hand.
enum ManyRuns {
  /// Arguments: how many runs, then a flow file; without one, the rider's launch on an odd day.
  static func run(_ arguments: [String]) throws {
    let runs = max(1, arguments.first.flatMap { Int($0) } ?? 300_000)
    let path = arguments.dropFirst().first ?? "flows/rider-launch.json"
    print("medians of 9, \(runs) runs each\n")
    print("| runs | launches a processor's second | ratio | launches a second | ratio |")
    print("| --- | --: | --: | --: | --: |")
    var peers = try Simulation(FlowPlan(PeersLaunch.flow), PeersLaunch.scenario)
    let mean = peers.distribution(runs: runs).mean
    guard abs(Double(mean) / 1e9 / PeersLaunch.mean - 1) < 20 / Double(runs).squareRoot() else {
      print("FAILED: the mean landing is \(Double(mean) / 1e9) s, not \(PeersLaunch.mean) s")
      exit(1)
    }
    try tellPrograms(runs)
    let rider = try simulation(path)
    tell(
      [
        ("the peers' launch by hand", { _ = PeersLaunch.byHand(runs: runs, seed: 1) }),
        ("the peers' launch, one core", { _ = peers.distribution(runs: runs) }),
      ], runs)
    peers.parallelism = everyCore
    var riderOnAll = rider
    riderOnAll.parallelism = everyCore
    tell(
      [
        ("the rider's odd day, one core", { _ = rider.distribution(runs: runs) }),
        ("the rider's odd day, every core", { _ = riderOnAll.distribution(runs: runs) }),
      ], runs)
  }

  private static var everyCore: Parallelism {
    Parallelism(jobs: ProcessInfo.processInfo.activeProcessorCount) { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
  }

  /// The same launch in Python, whose start does not count.
  private static func tellPrograms(_ runs: Int) throws {
    for (way, share) in [("numpy", 1), ("simpy", 30)] {
      let name = "the peers' launch in Python with \(way)"
      let plays = try (0..<9).compactMap { _ in try PeersPrograms.play(way, runs: max(1, runs / share)) }
      guard plays.count == 9 else {
        print("| \(name) | SKIPPED: `.ci/peers` runs it with \(way) from PyPI | | | |")
        continue
      }
      let tolerance = 20 / Double(max(1, runs / share)).squareRoot()
      guard plays.allSatisfy({ abs($0.mean / PeersLaunch.mean - 1) < tolerance }) else {
        print("FAILED: \(name) has the mean landing \(plays.map(\.mean)), not \(PeersLaunch.mean) s")
        exit(1)
      }
      let seconds = plays.map(\.seconds).sorted()[4]
      print("| \(name) | \(Int(Double(max(1, runs / share)) / seconds)) | | | |")
    }
  }

  /// The ways take turns, so that a busy moment of the machine meets them all. The processor's time is hardly longer on
  /// a busy machine.
  private static func tell(_ ways: [(name: String, run: () -> Void)], _ runs: Int) {
    var processor: [[Double]] = ways.map { _ in [] }
    var clock = processor
    for _ in 0..<9 {
      for (index, way) in ways.enumerated() {
        let (start, used) = (ContinuousClock.now, ProcessFigures.processorSeconds)
        way.run()
        processor[index].append(ProcessFigures.processorSeconds - used)
        clock[index].append(start.duration(to: .now) / .seconds(1))
      }
    }
    for (index, way) in ways.enumerated() {
      let cells = [processor, clock].flatMap { times in
        let medians = times.map { $0.sorted()[4] }
        return [
          "\(Int(Double(runs) / medians[index]))", String(format: "%.2f", medians[0] / medians[index]),
        ]
      }
      print("| \(way.name) | \(cells.joined(separator: " | ")) |")
    }
  }

  private static func simulation(_ path: String) throws -> Simulation {
    let flow = try read(path) { Flow.read($0) }
    let file = try read(path.replacing(".json", with: ".scenarios.json")) { ScenarioFile.read($0, for: flow) }
    guard let scenario = file.scenarios.first(where: { $0.name == "odd-day" }) else {
      throw CocoaError(.keyValueValidation)
    }
    return try Simulation(FlowPlan(flow), scenario.over(file.defaults))
  }

  private static func read<Document>(
    _ path: String, _ read: (SourceText) -> DocumentReading<Document>
  ) throws -> Document {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    guard let document = read(SourceText(name: path, bytes: bytes)).document else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    return document
  }
}
