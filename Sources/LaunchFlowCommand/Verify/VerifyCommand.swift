import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline
import LaunchFlowVerifier

/// `launchflow verify`
enum VerifyCommand: Subcommand {
  static let budget = Option<Int>.wholeNumber(
    "budget", atLeast: 1, "Explore no more states than this.", default: "2000000")
  static let memory = Option<Int>.wholeNumber(
    "memory", atLeast: 1, "Use no more memory for states than this, in megabytes.", default: "2000")
  static let timeout = Option<Duration>.duration(
    "timeout", "Stop after this time, and report how far the proof got.")
  static let output = Option<String>.file(
    "output", short: "o", "Write the worst case and every counterexample to a scenarios file.")
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format.", default: .text)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  static let interface = Interface(
    name: "verify",
    summary: "Prove that every run lands in time, or show one that does not",
    discussion: [
      """
      Every combination of answers, errors, hangs, cache contents, inputs and orders of arrival is explored. \
      What is shown is a run that 'launchflow simulate' replays.
      """,
      """
      Several flows are verified one by one, each within the limits given; as JSON they are a list. What refutes \
      something is drawn, and of a single flow the latest landing too.
      """,
      """
      Of a switch, the scenarios beside it are searched: all runs with the script of a scenario, whatever time answers \
      and random waits take. Each of their "promises" is proved or refuted. \
      '--budget', '--memory' and '--timeout' limit each scenario.
      """,
      """
      States, memory and work are counted in the same way on every machine, so the verdict is the same \
      everywhere. Only '--timeout' depends on the machine. A proof that is cut short says what was not explored.
      """,
      """
      The status is 1 if a run breaks a promise, lands late or never lands. It is 3 if nothing is refuted but the \
      proof is not finished.
      """,
    ],
    arguments: [
      Argument(
        valueName: "PATH",
        summary: """
          A flow or switch, or a folder of them; '-' is a flow on standard input. (default: the working folder)
          """,
        isRequired: false, isRepeatable: true)
    ],
    options: [
      budget.declaration, memory.declaration, timeout.declaration, output.declaration, format.declaration,
    ],
    examples: [
      "launchflow verify flows/rider-launch.json",
      "launchflow verify flows/rider-launch.json --output worst.scenarios.json",
      "launchflow verify flows --format json",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let files = try flowFiles(given.arguments, in: world)
    guard !files.isEmpty else {
      world.report("error: " + DocumentPaths.nothing("flows", in: given.arguments))
      return .couldNotRun
    }
    let isAlone = files.count == 1
    guard isAlone || given[output] == nil else {
      throw UsageError("'--output' takes the runs of one flow; name one")
    }
    let loader = DocumentLoader(given, in: world)
    var values: [JSONValue] = []
    var flawed = 0
    var unfinished = 0
    for (index, file) in files.enumerated() {
      if file.kind == .offlineSwitch {
        let outcome = try SwitchVerifyCommand(given, in: world).verify(file)
        flawed += outcome?.isProved == true ? 0 : 1
        unfinished += outcome.map { !$0.isProved && !$0.isRefuted } == true ? 1 : 0
        guard let outcome else { continue }
        values += outcome.values
        if given[format] != .json { world.print(index > 0 ? "\n" + outcome.text : outcome.text) }
        try write(outcome.scenarios, of: file, given, in: world)
        continue
      }
      guard let flow = try loader.flow(file) else {
        flawed += 1
        continue
      }
      let plan = try FlowPlan(flow)
      let verification = verify(plan, given, in: world)
      let isFlawed = verification.hasProblems || verification.hasOpenLines
      flawed += isFlawed ? 1 : 0
      unfinished += isFlawed && !verification.isRefuted ? 1 : 0
      switch given[format] ?? .text {
      case .text:
        let text = VerificationText(plan, given, in: world).text(verification, drawingLatest: isAlone)
        world.print(index > 0 ? "\n" + text : text)
      case .json: values.append(VerificationJSON.value(verification))
      }
      if let path = given[output] {
        let found = ScenarioFile(
          flowFile: flowName(file.path, besides: path), scenarios: verification.scenarios)
        try world.write(found.json.text(.pretty) + "\n", as: .json, to: path)
      }
    }
    if given[format] == .json, let value = isAlone && values.count < 2 ? values.first : .array(values) {
      world.print(value.text(.pretty) + "\n", as: .json)
    }
    if !isAlone { world.report("\(files.count) flows, \(flawed) with problems") }
    if flawed > unfinished { return .problemsFound }
    return unfinished > 0 ? .couldNotRun : .fine
  }

  /// Writes the runs that break a switch's promises.
  private static func write(
    _ scenarios: [SwitchScenario], of file: DocumentFile, _ given: Given, in world: World
  ) throws {
    guard let path = given[output] else { return }
    let found = SwitchScenarioFile(switchFile: flowName(file.path, besides: path), scenarios: scenarios)
    try world.write(found.json.text(.pretty) + "\n", as: .json, to: path)
  }

  /// The files that are meant: those named, whatever they are, and in folders the flows, and the switches whose
  /// scenarios promise something.
  private static func flowFiles(_ arguments: [String], in world: World) throws(FileError) -> [DocumentFile] {
    var files: [DocumentFile] = []
    for found in try DocumentPaths.find(arguments, in: world.files) {
      let file = try DocumentFile(found.path, in: world)
      if found.isNamed || file.kind == .flow || SwitchVerifyCommand.promises(file, in: world) {
        files.append(file)
      }
    }
    return files
  }

  /// What each proof may use.
  static func budget(_ given: Given) -> Budget {
    var allowed = Budget()
    if let states = given[budget] { allowed.states = states }
    if let megabytes = given[memory] {
      let (bytes, overflow) = megabytes.multipliedReportingOverflow(by: 1_000_000)
      allowed.memory = overflow ? .max : bytes
    }
    return allowed
  }

  private static func verify(_ plan: FlowPlan, _ given: Given, in world: World) -> Verification {
    let limit = given[timeout]
    let progress = ProgressLine(in: world)
    let clock = ContinuousClock()
    let start = clock.now
    func shouldStop(_ reached: Verifier.Progress) -> Bool {
      let waiting = Counting.text(reached.found - reached.expanded, "state")
      progress.show("\(Counting.text(reached.expanded, "state")) explored, \(waiting) waiting")
      return limit.map { clock.now - start > $0 } ?? false
    }
    let verification = Verifier(plan, Verifier.Limits(budget: budget(given))).verify(shouldStop: shouldStop)
    progress.end()
    let states = Counting.text(verification.extent.nodes, "state")
    world.report(
      "\(plan.flow.name): explored \(states) in \(TimeText.short((clock.now - start).nanoseconds))")
    return verification
  }

  /// The flow's name in a scenarios file of the same folder; its path in another folder.
  private static func flowName(_ flow: String, besides path: String) -> String {
    func folder(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[...$0] } ?? "" }
    return folder(flow) == folder(path) ? String(flow.dropFirst(folder(flow).count)) : flow
  }
}

extension Verification {
  /// The runs that show something: what refutes first, then the worst cases; each name once.
  var scenarios: [Scenario] {
    var names: Set<String> = []
    return witnesses.compactMap { witness in
      names.insert(witness.name).inserted ? Scenario(witness) : nil
    }
  }

  private var witnesses: [Witness] {
    var found: [Witness] = []
    found += ([lands] + promises.map(\.verdict)).compactMap(\.witness)
    found += [worstCase].compactMap { $0?.witness } + worstByPage.compactMap(\.witness)
    return found
  }
}
