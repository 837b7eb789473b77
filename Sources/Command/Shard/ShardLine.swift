import Foundation
import LaunchFlowDelivery
import LaunchFlowSimulator
import LaunchFlowTimeline

/// The reason why a line cannot be read as a shard, as a sentence.
struct InvalidShard: Error, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// One shard of many runs, as one line of JSON. A line names its whole.
struct ShardLine: Codable {
  var identity: ShardIdentity
  var shard: Shard
  var tally: RunTally
  var steps: StepSpreads
  /// The run that was stopped, if one was; the tally contains the runs before it.
  var stopped: StoppedRun?
}

extension ShardLine {
  private static let format = 2

  /// A line with the digest of its shard, because lines travel through other programs.
  private struct Sealed<Content: Codable>: Codable {
    var shardFormat = ShardLine.format
    var digest: String
    var content: Content
  }

  private struct Format: Decodable {
    var shardFormat: Int
  }

  /// The identity of the whole, and the place of the shard in it.
  struct Part: Codable {
    var identity: ShardIdentity
    var shard: Shard

    init(_ bytes: some Sequence<UInt8>) throws(InvalidShard) {
      let format = try ShardLine.read(Format.self, bytes).shardFormat
      guard format == ShardLine.format else {
        throw InvalidShard("its format is \(format), and this version reads \(ShardLine.format)")
      }
      self = try ShardLine.read(Sealed<Part>.self, bytes).content
      guard shard.exists, (1...ShardOptions.mostRuns).contains(identity.runs),
        (1...FollowedRuns.most).contains(identity.followed)
      else { throw .none }
    }
  }

  /// Reads a line with runs of a flow.
  init(_ bytes: some Sequence<UInt8>, of plan: FlowPlan) throws(InvalidShard) {
    let line = try Self.read(Sealed<ShardLine>.self, bytes)
    self = line.content
    let runs = shard.runs(of: identity.runs)
    let drawn = runs.lowerBound..<(stopped?.run ?? runs.upperBound)
    let followed = FollowedRuns(identity.followed, of: identity.runs).count(in: drawn)
    guard line.digest == Self.digest(try Self.text(line.content)), tally.fits(drawn, pages: plan.pages.count),
      steps.fits(followed, steps: plan.steps.count)
    else { throw InvalidShard("it was changed after it was written; draw it again") }
  }

  /// The line, with its end.
  func text() throws(InvalidShard) -> String {
    let sealed = Sealed(digest: Self.digest(try Self.text(self)), content: self)
    return String(decoding: try Self.text(sealed) + [0x0A], as: UTF8.self)
  }

  private static func digest(_ text: Data) -> String { SHA256.hex(Array(text)) }

  private static func text(_ value: some Encodable) throws(InvalidShard) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return try encoder.encode(value) } catch { throw .none }
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type, _ bytes: some Sequence<UInt8>
  ) throws(InvalidShard) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { throw .none }
  }
}

extension InvalidShard {
  fileprivate static let none = InvalidShard(
    "it is not a shard; 'launchflow simulate --shard I/N' writes shards")
}
