import Foundation
import LaunchFlowDelivery
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
  /// The digest of the rest of a written line, because lines travel through other programs.
  var digest: String?
}

extension ShardLine {
  init(_ bytes: some Sequence<UInt8>) throws(InvalidShard) {
    let line = try? JSONDecoder().decode(ShardLine.self, from: Data(bytes))
    guard let line, line.shard.exists, (1...ShardOptions.mostRuns).contains(line.identity.runs),
      (1...FollowedRuns.most).contains(line.identity.followed)
    else { throw InvalidShard("it is not a shard; 'launchflow simulate --shard I/N' writes shards") }
    self = line
  }

  /// Checks that the line is as it was written, with runs of a flow.
  func check(for plan: FlowPlan) throws {
    let runs = shard.runs(of: identity.runs)
    let drawn = runs.lowerBound..<(stopped?.run ?? runs.upperBound)
    let followed = FollowedRuns.numbers(identity.followed, of: identity.runs, in: drawn).count
    guard try digest == digestOfRest(), tally.fits(drawn, pages: plan.pages.count),
      steps.fits(followed, steps: plan.steps.count)
    else { throw InvalidShard("it was changed after it was written; simulate it again") }
  }

  /// The line with its digest and its end.
  func text() throws -> String {
    var sealed = self
    sealed.digest = try digestOfRest()
    return String(decoding: try sealed.encoded() + [0x0A], as: UTF8.self)
  }

  private func digestOfRest() throws -> String {
    var rest = self
    rest.digest = nil
    return SHA256.hex(Array(try rest.encoded()))
  }

  private func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }
}
