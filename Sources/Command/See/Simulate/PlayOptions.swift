import LaunchFlowAuthoring

/// The options for playing a flow or a switch; `simulate` and `compare` share them.
enum PlayOptions {
  static let scenario = Option<String>.text("scenario", short: "s", "NAME").repeatable
  static let scenarios = Option<String>.text("scenarios", "FILE", .document)
  static let set = Option<NamedText>.setting("set", "STEP=BEHAVIOUR").repeatable
  static let input = Option<NamedText>.setting("input", "NAME=VALUE").repeatable
  static let network = Option<Scenario.Link>.choice("network", "NAME")
  static let runs = Option<Int>.wholeNumber("runs", atLeast: 1, atMost: ShardOptions.mostRuns)
  static let jobs = Option<Int>.wholeNumber("jobs", atLeast: 1, atMost: 1024)
  static let seed = Option<UInt64>.seed("seed")
  static let run = Option<UInt64>.seed("run")

  static let all: [any DeclaredOption] = [scenario, scenarios, set, input, network, runs, jobs, seed, run]
}

extension Given {
  /// The scenarios that the command line names, in its order; `*` names all of them.
  func scenarios<Entry>(
    of entries: [Entry], by name: (Entry) -> String?
  ) throws(UsageError) -> [Entry] {
    var chosen: [Entry] = []
    for wanted in all(PlayOptions.scenario) {
      if wanted == "*" {
        chosen += entries
      } else if let entry = entries.first(where: { name($0) == wanted }) {
        chosen.append(entry)
      } else {
        throw .unknown("scenario", wanted, among: entries.compactMap(name))
      }
    }
    return chosen
  }

  /// The path of the scenarios file: the given one, or the one beside the flow or switch; nil when no scenario is
  /// named and there is no such file.
  func scenariosPath(in world: World) throws(UsageError) -> String? {
    if let path = self[PlayOptions.scenarios] { return path }
    let beside = DocumentFile.scenariosPath(besides: arguments[0])
    if self[PlayOptions.scenario] == nil {
      return beside.flatMap { world.files.kind(of: $0) == .file ? $0 : nil }
    }
    guard let beside else { throw UsageError("a flow on standard input needs '--scenarios'") }
    return beside
  }

  /// The scenarios file that the command line names, or the one beside the flow or switch; an empty one if there is
  /// none, or if it has errors, nothing asks for it and the reading is not strict.
  func scenarios<Entry>(
    in world: World, for flow: Flow? = nil, isStrict: Bool = false,
    _ read: (JSONDocument) -> DocumentReading<ScenariosFile<Entry>>
  ) throws -> ScenariosFile<Entry> {
    let none = ScenariosFile<Entry>(of: "")
    guard let path = try scenariosPath(in: world) else { return none }
    let file = try DocumentFile(path, in: world)
    do throws(FlawedDocument) {
      return try file.sound(.advised(file.source, for: flow, read))
    } catch {
      guard !isStrict, first(of: [PlayOptions.scenario, PlayOptions.scenarios]) == nil else { throw error }
      world.report(
        "warning: \(path) has \(Counting.text(error.errors.count, "error")), so its defaults are left out; "
          + "for the places: launchflow check \(ShellWord.quoted(path))")
      return none
    }
  }
}
