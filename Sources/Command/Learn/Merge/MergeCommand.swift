import LaunchFlowTimeline

enum MergeCommand: Subcommand {
  static let interface = Interface(
    "merge", [Argument("FLOW"), Argument("[SHARDS...]", .file)],
    [
      PlayOptions.scenarios, PlayOptions.set, PlayOptions.input, PlayOptions.network, PlayOptions.jobs,
      OutputFormat.option(.text, .json, .jsonl, .html), SharedOptions.output,
    ])

  private static let mostBytes = 1 << 30

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let paths = given.arguments.count > 1 ? Array(given.arguments.dropFirst()) : [World.standardStream]
    guard ([given.arguments[0]] + paths).count(where: { $0 == World.standardStream }) < 2 else {
      throw UsageError("standard input can be read once; name files for the flow or the shards")
    }
    let flow = try DocumentFile(given.arguments[0], in: world).flow()
    var open: (request: SimulationRequest, merge: ShardMerge)?
    for path in paths {
      let isStandard = path == World.standardStream
      let bytes = try world.files.read(path, limit: mostBytes)
      guard bytes.count <= mostBytes else {
        throw FileError(path: path, reason: "larger than 1 GiB; divide it at line ends")
      }
      for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { continue }
        let place = "\(isStandard ? "<stdin>" : path):\(index + 1)"
        do {
          if open == nil { open = try begin(line, given, flow, in: world) }
          try open?.merge.add(line, at: place)
        } catch let error as InvalidShard {
          world.report("\(place): error: this line cannot be merged: \(error.reason)")
          return .problemsFound
        }
      }
    }
    guard let (request, merge) = open else {
      world.report("error: there are no shards; 'launchflow simulate --shard I/N' writes them")
      return .problemsFound
    }
    for note in merge.notes { world.report("note: \(note)") }
    if let missing = merge.missing {
      world.report("error: \(missing)")
      return .problemsFound
    }
    return try write(merge, of: request, given, in: world)
  }

  /// Reads the scenario of a first line, with what the command line says about the world.
  private static func begin(
    _ line: ArraySlice<UInt8>, _ given: Given, _ flow: Flow, in world: World
  ) throws -> (SimulationRequest, ShardMerge) {
    let identity = try ShardLine(line).identity
    guard identity.flow == flow.name else {
      throw InvalidShard("its flow is \"\(identity.flow)\", not \"\(flow.name)\"")
    }
    var same = given
    same.texts[PlayOptions.scenario.name] = identity.scenario.map { [$0] }
    same.texts[PlayOptions.runs.name] = ["\(identity.runs)"]
    same.texts[PlayOptions.seed.name] = ["\(identity.seed)"]
    same.texts[FollowedRuns.option.name] = ["\(identity.followed)"]
    do {
      let request = try SimulationRequest.read(same, flow, in: world)[0]
      return (request, ShardMerge(request.simulation.plan, request.identity(runs: identity.runs)))
    } catch let error as UsageError where error.message.hasPrefix("unknown scenario ") {
      // The line names the scenario, not the command line.
      throw InvalidShard(error.message)
    }
  }

  private static func write(
    _ merge: ShardMerge, of request: SimulationRequest, _ given: Given, in world: World
  ) throws -> ExitStatus {
    let runs = merge.identity.runs
    var steps = merge.steps
    let distribution: Distribution
    if merge.stopped != nil {
      // The whole ends with the first run that is stopped, and a tally does not tell which runs came before it.
      distribution = request.simulation.distribution(runs: runs, seed: request.seed)
      steps = request.follow(in: 0..<(distribution.stopped?.run ?? UInt64(runs)), of: runs)
    } else {
      distribution = request.simulation.distribution(runs: runs, seed: request.seed, adding: merge.tally)
    }
    let report = Report(given, in: world)
    try report.write(report.text(request.outcome(distribution, steps, report.format.depth), of: request))
    return world.report(distribution.stopped.map { [$0] } ?? [])
  }
}
