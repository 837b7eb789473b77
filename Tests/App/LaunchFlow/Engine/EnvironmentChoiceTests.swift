import LaunchFlow
import Testing

@Suite struct EnvironmentChoiceTests {
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
  func `the release constant wins over the choice which wins over the default`(
    _ constant: String?, _ choice: String?, _ buildDefault: String?, _ name: String
  ) {
    let environment = RequestEnvironment(
      for: flow(["release", "pre-release", "test"]), releaseConstant: constant, choice: choice,
      buildDefault: buildDefault, addresses: ["s": "http://10.0.0.1:8080"])
    #expect(environment.name == name)
    #expect(environment.isRelease == (name == "release"))
    #expect(environment.addresses.isEmpty == (constant != nil))
  }

  @Test func `a flow without environments is a release`() {
    #expect(RequestEnvironment(for: flow([]), buildDefault: "test") == RequestEnvironment())
  }
}
