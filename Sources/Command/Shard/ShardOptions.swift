import LaunchFlowSimulator

enum ShardOptions {
  static let mostRuns = 1_000_000_000_000

  static let shard = Option<String>.text("shard", "I/N")

  static func shard(_ given: Given) throws(UsageError) -> Shard? {
    guard let text = given[shard] else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let place = Int(parts[0]), let count = Int(parts[1]),
      (1...Shard.most).contains(count), (1...count).contains(place)
    else {
      throw UsageError(
        "'--shard' must be I/N with I from 1 to N and N up to \(Shard.most), such as 3/64, not '\(text)'")
    }
    return Shard(index: place - 1, count: count)
  }
}
