import LaunchFlowTimeline
import LaunchFlowVerifier

enum VerifyCommand: Subcommand {
  static let budget = Option<Int>.wholeNumber("budget", atLeast: 1)
  static let memory = Option<Int>.wholeNumber("memory", atLeast: 1, atMost: 1_000_000_000)
  static let timeout = Option<Duration>.duration("timeout")
  static let output = Option<String>.text("output", short: "o", "FILE", .file)

  static let interface = Interface(
    "verify", [Argument("[PATH...]")],
    [budget, memory, timeout, output, OutputFormat.option([.text, .json] + Findings.formats)])

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
    let format = given.format ?? .text
    var values: [JSONValue] = []
    var findings = Findings(files: [])
    var flawed = 0
    var unfinished = 0
    for (index, file) in files.enumerated() {
      let found: Outcome
      do {
        found =
          file.kind == .offlineSwitch
          ? try SwitchVerifyCommand(given: given, world: world).verify(file)
          : try verify(file, isAlone: isAlone, given, in: world)
      } catch let error as FlawedDocument {
        error.report(given, in: world)
        findings.files.append(.init(unsound: file.path, "launchflow verify"))
        flawed += 1
        continue
      }
      flawed += found.isProved ? 0 : 1
      unfinished += !found.isProved && !found.isRefuted ? 1 : 0
      values += found.values
      findings.files.append(found.findings)
      if format == .text { world.print(index > 0 ? "\n" + found.text : found.text) }
      if let path = given[output] {
        try world.write(
          found.scenarios(flowName(file.path, besides: path)).text(.pretty) + "\n", as: .json, to: path)
      }
    }
    if let text = findings.text(format) { world.print(text, as: format.form) }
    if format == .json, let value = isAlone && values.count < 2 ? values.first : .array(values) {
      world.print(value.text(.pretty) + "\n", as: .json)
    }
    if !isAlone { world.report("\(files.count) flows, \(flawed) with problems") }
    if flawed > unfinished { return .problemsFound }
    return unfinished > 0 ? .couldNotRun : .fine
  }

  struct Outcome {
    var isRefuted = false
    var isProved = true
    var text = ""
    var values: [JSONValue] = []
    var findings: Findings.File
    /// The file with the witnesses, for a flow or switch of this name.
    var scenarios: (String) -> JSONValue
  }

  /// The files to verify: every named file, and from folders the flows and the switches whose scenarios have promises.
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

  static func budget(_ given: Given) -> Budget {
    var allowed = Budget()
    if let states = given[budget] { allowed.states = states }
    if let megabytes = given[memory] { allowed.memory = megabytes * 1_000_000 }
    return allowed
  }

  private static func verify(
    _ file: DocumentFile, isAlone: Bool, _ given: Given, in world: World
  ) throws -> Outcome {
    let plan = FlowPlan(unchecked: try file.flow())
    let limit = given[timeout]
    let progress = ProgressLine(in: world)
    let clock = ContinuousClock()
    let start = clock.now
    let verification = Verifier(plan, Verifier.Limits(budget: budget(given))).verify { reached in
      let waiting = Counting.text(reached.found - reached.expanded, "state")
      progress.show("\(Counting.text(reached.expanded, "state")) explored, \(waiting) waiting")
      return limit.map { clock.now - start > $0 } ?? false
    }
    progress.end()
    let states = Counting.text(verification.extent.nodes, "state")
    world.report(
      "\(plan.flow.name): explored \(states) in \(TimeText.short((clock.now - start).nanoseconds))")
    let verified = VerifiedFlow(plan: plan, verification: verification)
    let checks = verified.claims.checks(of: file, at: try? JSONDocument(file.source))
    return Outcome(
      isRefuted: verification.isRefuted, isProved: verification.isProved && !verification.hasOpenLines,
      text: verified.text(drawingLatest: isAlone, TextOptions(given, in: world)),
      values: [VerificationJSON.value(verification)],
      findings: .init(path: file.path, subject: verification.flow, checks: checks)
    ) { ScenarioFile(of: $0, scenarios: verification.scenarios).json }
  }

  /// The flow's name in a scenarios file of the same folder; its path in another folder.
  private static func flowName(_ flow: String, besides path: String) -> String {
    func folder(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[...$0] } ?? "" }
    return folder(flow) == folder(path) ? String(flow.dropFirst(folder(flow).count)) : flow
  }
}

extension Verification {
  /// The witnesses: counterexamples first, then the worst cases; each name once.
  var scenarios: [Scenario] {
    let broken = ([lands] + promises.map(\.verdict)).map(\.witness)
    let latest = ([worstCase].compactMap(\.self) + worstByPage).map(\.witness)
    var names: Set<String> = []
    return (broken + latest).compactMap { $0?.scenario }.filter { names.insert($0.name ?? "").inserted }
  }
}
