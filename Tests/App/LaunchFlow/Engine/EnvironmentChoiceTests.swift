import LaunchFlow
import Testing

@Suite struct EnvironmentChoiceTests {
  private let environments = ["release", "pre-release", "test"]

  @Test(
    arguments: [
      (nil, nil, nil, "release", EnvironmentChoice.Reason.first), (nil, nil, "test", "test", .build),
      (nil, "pre-release", "test", "pre-release", .saved), ("release", "test", "test", "release", .release),
      ("pre-release", "test", nil, "pre-release", .release), (nil, "gone", "test", "test", .build),
      (nil, "gone", "gone", "release", .first), ("gone", "test", "test", "release", .release),
    ] as [(String?, String?, String?, String, EnvironmentChoice.Reason)])
  func `the release constant wins over the saved choice which wins over the default`(
    _ constant: String?, _ saved: String?, _ buildDefault: String?, _ name: String,
    _ reason: EnvironmentChoice.Reason
  ) {
    let choice = EnvironmentChoice(
      environments: environments, releaseConstant: constant, buildDefault: buildDefault,
      manual: .init(environment: saved))
    #expect(choice.name == name)
    #expect(choice.reason == reason)
    #expect(choice.isRelease == (name == "release"))
    #expect(choice.environment.isRelease == (name == "release"))
  }

  @Test func `an address by hand counts outside release only`() {
    let manual = EnvironmentChoice.Manual(environment: "test", addresses: ["s": "http://10.0.0.1"])
    var choice = EnvironmentChoice(environments: environments, manual: manual)
    #expect(choice.environment.addresses == ["s": "http://10.0.0.1"])
    choice.manual.environment = "release"
    #expect(choice.environment.addresses.isEmpty)
  }

  @Test func `a flow without environments is a release`() {
    let choice = EnvironmentChoice(environments: [], buildDefault: "test")
    #expect(choice.name == nil)
    #expect(choice.isRelease)
  }

  @Test func `a choice is saved and taken back`() async throws {
    var flow = Flow(name: "f", deadline: .seconds(1), pages: [], steps: [], landings: [])
    flow.environments = environments
    let store = MemoryCacheStore()
    let settings = EnvironmentSettings(for: flow, buildDefault: "test", store: store)
    #expect(await settings.current().name == "test")
    try await settings.choose("pre-release")
    try await settings.setAddress("http://10.0.0.1:8080", of: "s")
    let again = await EnvironmentSettings(for: flow, store: store).current()
    #expect(again.name == "pre-release")
    #expect(again.environment.addresses == ["s": "http://10.0.0.1:8080"])
    await #expect(throws: EnvironmentSettings.Refusal.unknownEnvironment("x")) {
      try await settings.choose("x")
    }
    await #expect(throws: EnvironmentSettings.Refusal.noWebAddress("x")) {
      try await settings.setAddress("x", of: "s")
    }
    try await settings.choose(nil)
    try await settings.setAddress(nil, of: "s")
    #expect(await settings.current().reason == .build)
    #expect(await settings.current().manual == .init())
  }

  @Test func `a release build ignores what is saved and refuses to change`() async throws {
    var flow = Flow(name: "f", deadline: .seconds(1), pages: [], steps: [], landings: [])
    flow.environments = environments
    let store = MemoryCacheStore()
    try await EnvironmentSettings(for: flow, store: store).choose("test")
    let release = EnvironmentSettings(for: flow, releaseConstant: "release", store: store)
    #expect(await release.current().name == "release")
    #expect(await release.current().manual == .init())
    await #expect(throws: EnvironmentSettings.Refusal.fixedByRelease) { try await release.choose("test") }
    await #expect(throws: EnvironmentSettings.Refusal.fixedByRelease) {
      try await release.setAddress("http://10.0.0.1", of: "s")
    }
  }
}
