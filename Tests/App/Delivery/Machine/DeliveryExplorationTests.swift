import Testing

@testable import LaunchFlowDelivery

/// Every course of small universes: whatever is killed, broken or sent, each launch has a flow that was accepted, and a bad
/// one is left after as many bad starts as are allowed.
@Suite struct DeliveryExplorationTests {
  private static let good = DeliveryUniverse.offer(1, "good")
  private static let bad = DeliveryUniverse.offer(2, DeliveryUniverse.bad)

  static let universes: [DeliveryUniverse] = [
    DeliveryUniverse(
      name: "a good and a bad edition, reboots and the background", offers: [good, bad], hasReboots: true,
      hasBackground: true),
    DeliveryUniverse(
      name: "a bad edition over a bad bundled flow", offers: [good, bad], isBundledBad: true),
    DeliveryUniverse(
      name: "an update of the app", offers: [good, bad], hasUpdate: true),
    DeliveryUniverse(
      name: "a disk that fails", offers: [good, bad], failures: 1, damages: 1),
    DeliveryUniverse(
      name: "a judgement that crashes, and one that refuses",
      offers: [
        good, DeliveryUniverse.offer(2, DeliveryUniverse.poison),
        DeliveryUniverse.offer(3, DeliveryUniverse.refused),
      ], hasUpdate: true),
    DeliveryUniverse(
      name: "clocks and replays",
      offers: [
        good, DeliveryUniverse.offer(2, "other", issued: 8, expires: 12),
        DeliveryUniverse.offer(2, DeliveryUniverse.bad, manifest: "twin"),
      ], clocks: [0, DeliveryUniverse.day * 10, DeliveryUniverse.day * 15, DeliveryUniverse.day * 30],
      hasReplays: true),
    DeliveryUniverse(
      name: "a return to the bundled flow, and a rollout",
      offers: [
        good, bad, DeliveryUniverse.offer(3, "", isReturn: true),
        DeliveryUniverse.offer(4, "other", isIncluded: false),
      ], hasBackground: true),
    DeliveryUniverse(
      name: "three editions that land badly now and then",
      offers: [good, DeliveryUniverse.offer(2, "other"), DeliveryUniverse.offer(3, DeliveryUniverse.bad)],
      landsBadly: true),
    DeliveryUniverse(
      name: "a key that is not trusted any more",
      offers: [
        DeliveryUniverse.offer(1, "good", signers: ["old", "new"]),
        DeliveryUniverse.offer(.max, "stolen", signers: ["old"]),
      ], hasUpdate: true, keys: ["1": ["old", "new"], "2": ["new"]]),
    DeliveryUniverse(
      name: "a flow that is confirmed, or not",
      offers: [
        good, DeliveryUniverse.offer(2, "good", issued: 12),
        DeliveryUniverse.offer(3, "", issued: 13, isReturn: true),
      ], clocks: [DeliveryUniverse.day * 10, DeliveryUniverse.day * 16], freshness: 7),
  ]

  @Test(arguments: universes)
  func `every sequence of events leaves the app with a good flow`(_ universe: DeliveryUniverse) {
    var explorer = DeliveryExplorer(universe)
    explorer.explore()
    #expect(explorer.violations.isEmpty, "\(explorer.violations.first ?? "")")
    #expect(explorer.count > 100)
    // A universe that uses nothing shows nothing.
    #expect(explorer.used.contains("good") && explorer.used.contains("bundled"))
    if universe.isBundledBad { #expect(explorer.used.contains("safe")) }
  }
}

extension DeliveryUniverse: CustomTestStringConvertible {
  var testDescription: String { name }
}
