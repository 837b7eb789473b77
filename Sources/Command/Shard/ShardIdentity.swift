import LaunchFlowDelivery
import LaunchFlowSimulator

/// The source of many runs. Shards of equal identities are parts of one whole.
struct ShardIdentity: Hashable, Codable {
  var version: String
  var flow: String
  /// The digest of the flow file's content.
  var flowDigest: String
  /// The scenario's name; nil for the defaults of the file.
  var scenario: String?
  /// The digest of the world that the scenario and the command line describe.
  var scenarioDigest: String
  var seed: UInt64
  var runs: Int
  var followed: Int

  init(_ simulation: Simulation, seed: UInt64, runs: Int, followed: Int) {
    var world = simulation.scenario
    // The expectations and the default number of runs are not part of the world.
    (world.summary, world.expect, world.runs, world.seed) = (nil, nil, nil, nil)
    version = Command.version
    flow = simulation.plan.flow.name
    flowDigest = Self.digest(simulation.plan.flow.json)
    scenario = simulation.scenario.name
    scenarioDigest = Self.digest(world.json)
    self.seed = seed
    self.runs = runs
    self.followed = followed
  }

  private static func digest(_ json: JSONValue) -> String { SHA256.hex(Array(json.text().utf8)) }

  /// The reason why runs of another identity are not a part of the same whole, as a sentence; nil if they are.
  func objection(to other: ShardIdentity) -> String? {
    if other.version != version {
      return
        "it was written by version \(other.version), and this is \(version); simulate it again with this one"
    }
    if other.flow != flow { return "its flow is \"\(other.flow)\", not \"\(flow)\"" }
    if other.flowDigest != flowDigest {
      return "the flow file has changed; simulate the shard again, or merge it with the old file"
    }
    if other.scenario != scenario {
      return "it plays \(Self.text(other.scenario)), not \(Self.text(scenario))"
    }
    if other.scenarioDigest != scenarioDigest {
      return """
        \(Self.text(scenario)) was another one when it was simulated; merge it with the same scenarios file, '--set', \
        '--input' and '--network'
        """
    }
    if other.seed != seed { return "its seed is \(other.seed), and that of the other shards is \(seed)" }
    if other.runs != runs {
      return "it is a part of \(other.runs) runs, but the other shards are parts of \(runs)"
    }
    if other.followed != followed {
      return "it follows \(other.followed) of all runs, and the other shards follow \(followed)"
    }
    return nil
  }

  private static func text(_ scenario: String?) -> String {
    scenario.map { "the scenario \"\($0)\"" } ?? "the defaults of the scenarios file"
  }
}
