import LaunchFlowDelivery
import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// One shard of replayed launches, as one line of JSON: what became of some consecutive lines of the records.
struct ReplayShard {
  /// The format of the line.
  static let format: Int64 = 1

  /// What a shard is a part of. Shards of equal identities are parts of one whole.
  struct Identity: Hashable {
    /// The version of the command.
    var version: String
    var flow: String
    /// The digest of everything that the flow file says.
    var flowDigest: String
    /// The lines of all records, and their bytes.
    var lines: Int
    var bytes: Int

    init(_ plan: FlowPlan, _ lines: [RecordFiles.Line]) {
      version = Command.version
      flow = plan.flow.name
      flowDigest = SHA256.hex(Array(plan.flow.json.text().utf8))
      self.lines = lines.count
      bytes = lines.reduce(0) { $0 + $1.bytes.count }
    }

    fileprivate init(_ reader: ShardObject) throws(InvalidShard) {
      version = try reader.string("version")
      flow = try reader.string("flow")
      flowDigest = try reader.string("flowDigest")
      lines = Int(try reader.number("lines", 0...Int64(ShardOptions.mostRuns)))
      bytes = Int(try reader.number("bytes", 0...Int64.max))
    }

    /// Why a shard of another identity is not a part of the same whole, as a sentence; nil if it is.
    func objection(to other: Identity) -> String? {
      if other.version != version {
        return
          "it was written by version \(other.version), and this is \(version); draw it again with this one"
      }
      if other.flow != flow { return "it is of the flow \"\(other.flow)\", not of \"\(flow)\"" }
      if other.flowDigest != flowDigest {
        return
          "it is of another state of the flow file; draw it again, or merge it with the file of that state"
      }
      if other != self { return "it is of other records than the other shards" }
      return nil
    }
  }

  let identity: Identity
  let shard: Shard
  let played: ReplayJobs.Played

  init(_ identity: Identity, _ shard: Shard, _ played: ReplayJobs.Played) {
    self.identity = identity
    self.shard = shard
    self.played = played
  }

  /// Whether a line is one.
  static func isReplay(_ line: ArraySlice<UInt8>) -> Bool {
    (try? JSONValue(parsing: line, limits: limits))?.object?["replayFormat"] != nil
  }

  private static let limits = JSONLimits(bytes: ShardLineReader.mostBytes, depth: 16)
}

// The line: a list for each property of the launches, in the order of the records.
extension ReplayShard {
  /// What may be said of a launch, as bits.
  private enum Flags {
    static let mayBeDegraded: Int64 = 1
    static let mayBeWhole: Int64 = 2
    static let isExact: Int64 = 4
    static let wasStopped: Int64 = 8
  }

  /// The line, without a line end.
  var json: JSONValue {
    let launches = played.launches
    func list(_ value: (FleetFigures.Before, ReplayedLaunch) -> Int64) -> JSONValue {
      .array(launches.map { .integer(value($0.before, $0.after)) })
    }
    return [
      "replayFormat": .integer(Self.format), "version": .string(identity.version),
      "flow": .string(identity.flow), "flowDigest": .string(identity.flowDigest),
      "lines": .integer(Int64(identity.lines)), "bytes": .integer(Int64(identity.bytes)),
      "shard": .integer(Int64(shard.index + 1)), "of": .integer(Int64(shard.count)),
      "unread": .integer(Int64(played.unread.count)),
      "withoutLanding": .integer(Int64(played.withoutLanding)), "times": list { before, _ in before.time },
      "pages": list { before, _ in Int64(before.page) },
      "degraded": list { before, _ in before.isDegraded ? 1 : 0 },
      "earliest": list { _, after in after.earliest },
      "latest": list { _, after in after.latest },
      "possible": list { _, after in Int64(bitPattern: after.pages) },
      "flags": list { _, after in
        (after.mayBeDegraded ? Flags.mayBeDegraded : 0) | (after.mayBeWhole ? Flags.mayBeWhole : 0)
          | (after.isExact ? Flags.isExact : 0) | (after.wasStopped ? Flags.wasStopped : 0)
      },
    ]
  }

  /// Reads a line. Everything in it is checked, because lines travel through other programs.
  init(_ bytes: ArraySlice<UInt8>, for plan: FlowPlan) throws(InvalidShard) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes, limits: Self.limits)
    } catch {
      throw InvalidShard("it is not JSON: \(error.message)")
    }
    guard let object = value.object, let format = object["replayFormat"] else {
      throw InvalidShard("it is no shard of replayed launches; 'launchflow replay --shard I/N' writes them")
    }
    guard format == .integer(Self.format) else {
      throw InvalidShard("its format is \(format.text()), and this version reads \(Self.format)")
    }
    let reader = ShardObject(object, "")
    identity = try Identity(reader)
    let count = try reader.number("of", 1...Int64(Shard.most))
    shard = Shard(index: Int(try reader.number("shard", 1...count)) - 1, count: Int(count))
    let lines = shard.runs(of: identity.lines).count
    var played = ReplayJobs.Played()
    played.unread.count = Int(try reader.number("unread", 0...Int64(lines)))
    played.withoutLanding = Int(try reader.number("withoutLanding", 0...Int64(lines)))
    let latest = Int64.max / 4
    let times = try reader.numbers("times", 0...latest)
    let pages = try reader.numbers("pages", -1...Int64(max(0, plan.pages.count - 1)))
    let degraded = try reader.numbers("degraded", 0...1)
    let earliest = try reader.numbers("earliest", 0...latest)
    let latests = try reader.numbers("latest", 0...latest)
    let possible = try reader.numbers("possible", Int64.min...Int64.max)
    let flags = try reader.numbers("flags", 0...15)
    let counts = [pages, degraded, earliest, latests, possible, flags].map(\.count)
    guard counts.allSatisfy({ $0 == times.count }),
      times.count + played.unread.count + played.withoutLanding == lines,
      zip(earliest, latests).allSatisfy({ $0 <= $1 })
    else { throw InvalidShard("its launches do not fit together") }
    played.launches = times.indices.map { place in
      let flag = flags[place]
      return (
        .init(time: times[place], page: Int(pages[place]), isDegraded: degraded[place] == 1),
        ReplayedLaunch(
          earliest: earliest[place], latest: latests[place], pages: UInt64(bitPattern: possible[place]),
          mayBeDegraded: flag & Flags.mayBeDegraded != 0, mayBeWhole: flag & Flags.mayBeWhole != 0,
          isExact: flag & Flags.isExact != 0, wasStopped: flag & Flags.wasStopped != 0)
      )
    }
    self.played = played
  }
}
