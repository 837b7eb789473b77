extension RequestEnvironment {
  /// The environment of a build. A release build's own constant wins over a person's choice on this device, which wins
  /// over the build's default. Without any of them it is the flow's first environment, that of release builds. A name
  /// that the flow does not declare counts as none.
  ///
  /// - Parameters:
  ///   - flow: The flow that declares the environments.
  ///   - releaseConstant: The environment of a release build, which ignores the choice; nil in all other builds.
  ///   - choice: A person's choice, for instance from a developer menu; nil for none.
  ///   - buildDefault: The build's default environment.
  ///   - addresses: The addresses that a person entered, by service. The release environment ignores them.
  public init(
    for flow: Flow, releaseConstant: String? = nil, choice: String? = nil, buildDefault: String? = nil,
    addresses: [String: String] = [:]
  ) {
    let names = releaseConstant.map { [$0] } ?? [choice, buildDefault].compactMap(\.self)
    let name = names.first(where: flow.environments.contains) ?? flow.environments.first
    self.init(
      name, isRelease: name == flow.environments.first, addresses: releaseConstant == nil ? addresses : [:])
  }
}
