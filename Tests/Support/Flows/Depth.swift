import Foundation

/// How many times the usual number of seeds, kills and orders a run of the tests plays: `LAUNCHFLOW_DEPTH`, 1 by
/// default. `.ci/deep` sets it.
public let depth = max(1, ProcessInfo.processInfo.environment["LAUNCHFLOW_DEPTH"].flatMap { Int($0) } ?? 1)

/// The seeds of a comparison with an oracle, which is fast: `usual` of them by default, 100,000 in deep tests.
public func oracleSeeds(_ usual: Int) -> Range<UInt64> {
  0..<UInt64(depth > 1 ? 100_000 : usual)
}

/// The seeds of a property test: `usual` of them by default, times the depth.
public func seeds(_ usual: Int) -> Range<UInt64> {
  0..<UInt64(usual * depth)
}
