import Foundation
import LaunchFlowSimulator
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// The rider app's launch with something taken out of its file, as an author might by accident: what is lost is
/// found, and the run that loses it is replayed from a scenarios file.
@Suite struct WeakenedFlowTests {
  /// What verifying says that it does not say of the file as it is.
  struct Loss: Hashable {
    /// The errors for which the file is refused.
    var refused: [String] = []
    /// The promises that are broken, from 1.
    var broken: [Int] = []
    /// The pages and inputs that may land later, with the seconds.
    var later: [String: Int64] = [:]
  }

  struct Weakening: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Places in the file, taken out one after another.
    var taken: [String]
    /// What is put in a place instead.
    var put: [String: JSONValue] = [:]
    var loss: Loss
  }

  /// Those that lose what another one loses, too: a deep run proves them.
  static let alike = [
    Weakening(
      testDescription: "the empty rider", taken: ["/steps/get-rider-info/fallback/1"],
      loss: Loss(broken: [7])),
    Weakening(
      testDescription: "the address's fallbacks",
      taken: ["/steps/get-server-address/fallback", "/steps/get-server-address/useFallbackAfter"],
      loss: Loss(broken: [6])),
    Weakening(
      testDescription: "the rider's fallbacks",
      taken: ["/steps/get-rider-info/fallback", "/steps/get-rider-info/useFallbackAfter"],
      loss: Loss(broken: [7])),
    Weakening(
      testDescription: "the rule for an unavailable login", taken: ["/landings/3"],
      loss: Loss(broken: [5, 7])),
  ]

  static let weakenings = [
    Weakening(
      testDescription: "login's fallback",
      taken: ["/steps/login/fallback", "/steps/login/useFallbackAfter"], loss: Loss(refused: ["LF004"])),
    Weakening(
      testDescription: "login's fallback, its early use forgotten", taken: ["/steps/login/fallback"],
      loss: Loss(refused: ["LF004"])),
    Weakening(
      testDescription: "the built-in address", taken: ["/steps/get-server-address/fallback/1"],
      loss: Loss(broken: [6])),
    Weakening(
      testDescription: "longer time-outs of the questions, and a later deadline", taken: [],
      put: [
        "/steps/hulk-checks/steps/check-app-update/timeout": "15s",
        "/steps/hulk-checks/steps/is-verifying-version/timeout": "15s", "/deadline": "20s",
      ],
      loss: Loss(
        broken: [1],
        later: ["home": 15, "login": 15, "update": 15, "signed-in true": 15, "signed-in false": 15])),
    Weakening(
      testDescription: "the rule for who is signed out or under review", taken: ["/landings/1"],
      loss: Loss(broken: [4])),
    Weakening(
      testDescription: "the rules for refusals and an unavailable login",
      taken: ["/landings/3", "/landings/2"],
      loss: Loss(broken: [2, 5, 7])),
    Weakening(
      testDescription: "the last rule", taken: ["/landings/5"], loss: Loss(refused: ["LF007"])),
    Weakening(testDescription: "all rules", taken: ["/landings"], loss: Loss(refused: ["LF012"])),
    Weakening(testDescription: "the deadline", taken: ["/deadline"], loss: Loss(refused: ["LF012"])),
  ]

  /// An attempt that is bounded by nothing of its own.
  static let unbounded = [
    "hulk-checks/steps/check-app-update", "hulk-checks/steps/is-verifying-version", "get-city",
    "get-server-address", "login", "get-rider-info",
  ].map { step in
    Weakening(
      testDescription: "the time-out of \(step)", taken: ["/steps/\(step)/timeout"],
      loss: Loss(refused: ["LF008"]))
  }

  private static let file = packageFolder.appending(path: "flows/rider-launch.json")

  @Test(arguments: weakenings + unbounded + (depth > 1 ? alike : []))
  func `what is lost is found, and a run shows it`(_ weakening: Weakening) throws {
    var json = try JSONValue(parsing: try Data(contentsOf: Self.file))
    for place in weakening.taken { json = try Self.edited(json, at: place, nil) }
    for (place, value) in weakening.put { json = try Self.edited(json, at: place, value) }
    let reading = Flow.read(SourceText(name: "weakened.json", text: json.text(.pretty)))
    guard let flow = reading.document else {
      let errors = reading.diagnostics.filter { $0.severity == .error }
      #expect(Loss(refused: errors.map(\.code.rawValue)) == weakening.loss)
      return
    }
    let plan = try FlowPlan(flow)
    let verification = Verifier(plan).verify()
    #expect(verification.extent.isComplete)
    let broken = verification.promises.indices.filter { place in
      if case .holds = verification.promises[place].verdict { false } else { true }
    }
    let strong = try Self.asItIs.get()
    let later = Self.latest(verification).filter { $0.value.bound > strong[$0.key]?.bound ?? -1 }
    #expect(
      Loss(broken: broken.map { $0 + 1 }, later: later.mapValues { $0.bound / 1_000_000_000 })
        == weakening.loss)
    #expect(verification.isProved == broken.isEmpty)
    for place in broken {
      let promise = verification.promises[place]
      let reading = try Self.replay(promise.verdict.witness, plan)
      #expect(!reading.isKept(promise.promise))
    }
    for latest in verification.worstByPage where later[latest.page] != nil {
      let reading = try Self.replay(latest.witness, plan)
      #expect(reading.landedAt == latest.bound)
    }
  }

  /// The latest landings of the file as it is.
  private static let asItIs = Result {
    latest(try RiderFlowTests.launch.get().proof)
  }

  /// The latest landings by page and by inputs.
  private static func latest(_ verification: Verification) -> [String: Verification.Latest] {
    var found: [String: Verification.Latest] = [:]
    for latest in verification.worstByPage { found[latest.page] = latest }
    for inputs in verification.worstByInputs {
      let words = inputs.inputs.map { "\($0.name) \($0.value.text(.compact))" }
      found[words.joined(separator: ", ")] = .init(bound: inputs.bound, page: inputs.page)
    }
    return found
  }

  /// Writes the run down, reads it again and simulates it: it comes to what the verifier saw.
  private static func replay(_ witness: Witness?, _ plan: FlowPlan) throws -> PromiseReading {
    let witness = try #require(witness)
    let file = ScenarioFile(of: "weakened.json", scenarios: [witness.scenario])
    let text = file.json.text(.pretty)
    let written = ScenarioFile.read(SourceText(name: "found.scenarios.json", text: text), for: plan.flow)
    let scenario = try #require(written.document?.scenarios.first, "\(written.diagnostics)")
    let simulation = try Simulation(plan, scenario)
    #expect(ExpectationCheck.failures(of: simulation).isEmpty)
    let reading = PromiseReading(plan.flow, scenario, simulation.run().trace)
    #expect(reading.page == witness.page)
    #expect(reading.landedAt == witness.landsAt)
    return reading
  }

  /// A document with another value in a place, or none.
  private static func edited(_ json: JSONValue, at place: String, _ value: JSONValue?) throws -> JSONValue {
    try edited(json, at: place.split(separator: "/")[...], value)
  }

  private static func edited(
    _ json: JSONValue, at place: ArraySlice<Substring>, _ value: JSONValue?
  ) throws -> JSONValue {
    let first = try #require(place.first)
    let rest = place.dropFirst()
    switch json {
    case .object(var object):
      let member = try #require(object[String(first)])
      object[String(first)] = rest.isEmpty ? value : try edited(member, at: rest, value)
      return .object(object)
    case .array(var elements):
      let index = try #require(Int(first))
      guard let value = rest.isEmpty ? value : try edited(elements[index], at: rest, value) else {
        elements.remove(at: index)
        return .array(elements)
      }
      elements[index] = value
      return .array(elements)
    default:
      return try #require(nil, "nothing stands at \(place)")
    }
  }
}
