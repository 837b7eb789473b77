import LaunchFlow
import LaunchFlowAuthoring

extension DocumentWords {
  /// The words of a flow, or of a scenarios file for scenarios; none for a file with errors.
  func words(in path: String, _ world: World) -> [String] {
    guard let file = try? DocumentFile(path, in: world) else { return [] }
    let words = self == .scenarios ? scenarios(file, world) : words(of: file, world)
    // Shells expand the words that they complete, so words that need quotes are left out.
    return words.filter { ShellWord.quoted($0) == $0 }
  }

  private func words(of file: DocumentFile, _ world: World) -> [String] {
    guard let flow = (Flow.read(file.source) { file.included($0, in: world) }).document else {
      return []
    }
    func settings(_ names: [String], _ values: [String]) -> [String] {
      names.flatMap { name in values.map { "\(name)=\($0)" } }
    }
    switch self {
    case .scenarios: return []
    case .steps: return settings(flow.namesOfWork, StepSetting.words(of: flow))
    case .inputs:
      return flow.inputs.flatMap { input in
        let values = input.kind == .boolean ? ["true", "false"] : input.values.map(InputSetting.text)
        return settings([input.name], values.isEmpty ? [""] : values)
      }
    case .environments: return flow.environments
    case .services: return settings(flow.services.map(\.name), ["https://", "http://127.0.0.1:"])
    case .actions: return settings(flow.actionNames, ["ok", "hang", "error"])
    }
  }

  /// The names in a scenarios file, or in the one beside a flow or switch.
  private func scenarios(_ file: DocumentFile, _ world: World) -> [String] {
    guard let json = try? JSONDocument(file.source) else { return [] }
    if DocumentKind(json) == .scenarios {
      let members = json.member("scenarios")?.value.object?.members ?? []
      return members.map(\.name).filter { !$0.hasPrefix("x-") }
    }
    guard let path = DocumentFile.scenariosPath(besides: file.path), path != file.path,
      let beside = try? DocumentFile(path, in: world), beside.kind == .scenarios
    else { return [] }
    return scenarios(beside, world)
  }
}
