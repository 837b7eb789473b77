extension DocumentReader {
  /// Replaces each step that includes a flow by a group of that flow's steps.
  func includeModules(into flow: inout Flow, _ includer: FlowIncluder) {
    guard flow.steps.contains(where: { $0.hasModule }) else { return }
    let reading = ModuleReading(self, includer, flow)
    reading.include(into: &flow.steps, at: JSONPointer(tokens: ["steps"]))
    reading.flow.steps = flow.steps + reading.tail
    flow = reading.flow
    finish(flow.withoutRepeats(reading.found))
  }
}

/// Puts the steps of modules into a flow, and adds what the modules declare.
private final class ModuleReading {
  private let reader: DocumentReader
  private let includer: FlowIncluder
  var flow: Flow
  private(set) var found: [Diagnostic] = []
  /// The steps of modules that wait for the landing: no group contains them, since it would wait, too.
  private(set) var tail: [Flow.Step] = []

  init(_ reader: DocumentReader, _ includer: FlowIncluder, _ flow: Flow) {
    self.reader = reader
    self.includer = includer
    self.flow = flow
  }

  func include(into steps: inout [Flow.Step], at path: JSONPointer) {
    for index in steps.indices {
      let path = path / steps[index].name
      if let file = steps[index].module, file != UnreadParts.standInName {
        include(file, into: &steps[index], at: path)
      } else if var members = steps[index].members {
        include(into: &members, at: path / "steps")
        steps[index].work = .group(members)
      }
    }
  }

  private func include(_ file: String, into step: inout Flow.Step, at path: JSONPointer) {
    do throws(FlowIncluder.Refusal) {
      let module = try includer.module(in: file)
      try checkSize(of: module, file, under: step.name, at: path)
      check(module, file, at: path)
      add(module, from: file, to: &step)
    } catch {
      found.append(Diagnostic(error.code, error.message, at: Place(path / "include")))
      reader.noteUnread(path / "include")
    }
  }

  /// With its steps the flow keeps the limits of one file.
  private func checkSize(
    of module: Flow, _ file: String, under prefix: String, at path: JSONPointer
  ) throws(FlowIncluder.Refusal) {
    let names =
      ModuleNames.names(module.steps) + module.caches.map { $0.name } + module.services.map { $0.name }
    let longest = (names + module.lanes.map { $0.name }).map { $0.utf8.count }.max() ?? 0
    guard prefix.utf8.count + 1 + longest <= String.mostBytesOfName else {
      throw FlowIncluder.Refusal(
        code: .badName,
        message: "a name of \"\(file)\" is longer than \(String.mostBytesOfName) bytes after \"\(prefix)-\"")
    }
    guard path.tokens.count / 2 + Flow.depth(module.steps) <= DeclaredObject.nestingLimit else {
      throw FlowIncluder.Refusal(
        message: "with \"\(file)\", groups are nested more than \(DeclaredObject.nestingLimit) levels deep")
    }
  }

  /// The including flow gives the inputs and signals of its modules.
  private func check(_ module: Flow, _ file: String, at path: JSONPointer) {
    for input in module.inputs {
      guard let own = flow.inputs.first(where: { $0.name == input.name }) else {
        report(
          "\"\(file)\" has the input \"\(input.name)\", which this flow does not declare", "inputs", at: path)
        continue
      }
      if own.kind != input.kind {
        report("the input \"\(input.name)\" has another type in \"\(file)\"", "inputs", at: path)
      }
    }
    let conditions = module.graph.steps.flatMap { $0.when?.facts(at: .whole) ?? [] }
    let asked = conditions.filter { $0.subject == ReservedWord.landing.rawValue }.flatMap { $0.words }
    for page in asked where !flow.pages.contains(where: { .string($0.name) == page }) {
      report(
        "\"\(file)\" asks for the page \(page.text()), which this flow does not declare", "pages", at: path)
    }
    for signal in module.signals where !flow.signals.contains(signal) {
      report(
        "\"\(file)\" has the signal \"\(signal)\", which this flow does not declare", "signals", at: path)
    }
  }

  /// Reports a name of a module that the flow's list lacks.
  private func report(_ message: String, _ list: String, at path: JSONPointer) {
    found.append(Diagnostic(.unknownName, message, at: Place(path / "include")))
    reader.noteUnread(JSONPointer(tokens: [list]))
  }

  private func add(_ module: Flow, from file: String, to step: inout Flow.Step) {
    let shared = module.inclusions.filter { !$0.isModule }
    let names = ModuleNames(step.name, module, shared: shared)
    let lane = step.lane
    step.title = step.title ?? module.title
    step.summary = step.summary ?? module.summary
    step.afterLanding = step.afterLanding ?? module.defaults.afterLanding
    let graph = module.graph
    let isTail = step.after.contains(ReservedWord.landing.rawValue)
    var members: [Flow.Step] = []
    for declared in module.steps {
      let member = names.renamed(module.completed(declared)).onLane(lane)
      if !isTail, graph.index[declared.name].map({ graph.isInTail[$0] }) ?? false {
        tail.append(member.started(like: step))
      } else {
        members.append(member)
      }
    }
    step.work = .group(members)
    let (caches, services, lanes) = (
      names.caches(of: module), names.services(of: module), names.lanes(of: module)
    )
    flow.take(module, shared)
    // The module declares the parts of its own modules as well.
    for inner in module.inclusions where inner.isModule {
      flow.inclusions.append(Flow.Inclusion(file: inner.file, isModule: true))
    }
    flow.inclusions.append(
      Flow.Inclusion(
        file: file, caches: Set(caches.map { $0.name }), services: Set(services.map { $0.name }),
        environments: Set(module.environments), lanes: Set(lanes.map { $0.name }), isModule: true))
    flow.caches += caches
    flow.services += services
    flow.lanes += lanes
    flow.environments += module.environments.filter { !flow.environments.contains($0) }
  }
}

extension Flow.Step {
  fileprivate var hasModule: Bool {
    module != nil || members?.contains { $0.hasModule } ?? false
  }

  /// The step, with its calls on a lane if they name none.
  fileprivate func onLane(_ lane: String?) -> Self {
    var step = self
    if let members = step.members { step.work = .group(members.map { $0.onLane(lane) }) }
    if isCall { step.lane = step.lane ?? lane }
    return step
  }

  /// The step, with the condition and the needs of the step that includes it.
  fileprivate func started(like outer: Self) -> Self {
    var step = self
    step.needs = outer.needs + step.needs
    if let condition = outer.when { step.when = Condition(condition.terms + (step.when?.terms ?? [])) }
    return step
  }
}
