import LaunchFlow
import Testing

@Suite struct EnvironmentSettingsTests {
  private let environments = ["release", "pre-release", "test"]

  private func flow(_ environments: [String]) -> Flow {
    var flow = Flow(name: "f", deadline: .seconds(1), pages: [], steps: [], landings: [])
    flow.environments = environments
    return flow
  }

  @Test(
    arguments: [
      (nil, nil, nil, "release"), (nil, nil, "test", "test"), (nil, "pre-release", "test", "pre-release"),
      ("release", "test", "test", "release"), ("pre-release", "test", nil, "pre-release"),
      (nil, "gone", "test", "test"), (nil, "gone", "gone", "release"), ("gone", "test", "test", "release"),
    ] as [(String?, String?, String?, String)])
  func `the release constant wins over the saved choice which wins over the default`(
    _ constant: String?, _ saved: String?, _ buildDefault: String?, _ name: String
  ) async throws {
    let store = MemoryCacheStore()
    // An earlier version declared what this one does not.
    if let saved { try await EnvironmentSettings(for: flow([saved]), store: store).choose(saved) }
    let settings = EnvironmentSettings(
      for: flow(environments), releaseConstant: constant, buildDefault: buildDefault, store: store)
    #expect(await settings.current().name == name)
    #expect(await settings.current().isRelease == (name == "release"))
  }

  @Test func `a flow without environments is a release`() async {
    let settings = EnvironmentSettings(for: flow([]), buildDefault: "test", store: MemoryCacheStore())
    #expect(await settings.current() == RequestEnvironment())
  }

  @Test func `a choice is saved and removed`() async throws {
    let flow = flow(environments)
    let store = MemoryCacheStore()
    let settings = EnvironmentSettings(for: flow, buildDefault: "test", store: store)
    #expect(await settings.current().name == "test")
    try await settings.choose("pre-release")
    try await settings.setAddress("http://10.0.0.1:8080", of: "s")
    let again = await EnvironmentSettings(for: flow, store: store).current()
    #expect(again.name == "pre-release")
    #expect(again.addresses == ["s": "http://10.0.0.1:8080"])
    await #expect(throws: EnvironmentSettings.Refusal.unknownEnvironment("x")) {
      try await settings.choose("x")
    }
    await #expect(throws: EnvironmentSettings.Refusal.noWebAddress("x")) {
      try await settings.setAddress("x", of: "s")
    }
    try await settings.choose(nil)
    try await settings.setAddress(nil, of: "s")
    #expect(await settings.current() == RequestEnvironment("test", isRelease: false))
  }

  @Test func `a release build ignores what is saved and refuses to change`() async throws {
    let flow = flow(environments)
    let store = MemoryCacheStore()
    try await EnvironmentSettings(for: flow, store: store).choose("test")
    let release = EnvironmentSettings(for: flow, releaseConstant: "release", store: store)
    #expect(!release.canChoose)
    #expect(await release.current() == RequestEnvironment("release"))
    await #expect(throws: EnvironmentSettings.Refusal.fixedByRelease) { try await release.choose("test") }
    await #expect(throws: EnvironmentSettings.Refusal.fixedByRelease) {
      try await release.setAddress("http://10.0.0.1", of: "s")
    }
  }
}
