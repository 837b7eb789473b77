/// Writes a flow with modules and repeated steps out in one file: from the reference alone, and from nothing of the
/// library.
///
/// The names of a module's own parts are in marks, as in «open». They get the prefix of the step that includes the module,
/// and lose the marks in a file. In a repeated step `‹›` is the element.
struct WrittenOutOracle {
  struct Step {
    indirect enum Work {
      case plain
      case group([Step])
      case each([String])
      case module(Module)
    }

    var name: String
    var work = Work.plain
    var title: String?
    var needs: [String] = []
    var after: [String] = []
    /// The terms of the condition.
    var when: [String] = []
    var afterLanding: String?
    /// Its other keys, such as `"action": "ask"`.
    var keys: [String] = []
    var timeout: Int?
    /// The retry of a request that only reads, or of an action.
    var retry: String?
    var lane: String?
    var isCall = false
    var mayRetry = false
  }

  /// What a file declares beside its steps.
  struct Declared {
    var services: [String] = []
    var caches: [String] = []
    var lanes: [String] = []
    var takesShared = false
  }

  struct Module {
    var name: String
    var timeout = 0
    var retry: String?
    var afterLanding: String?
    var declared = Declared()
    var steps: [Step] = []
  }

  var app = Module(name: "app")

  /// The file `shared.json`, whose parts keep their names.
  static let shared = file(
    "shared", Declared(services: [sharedService], caches: [sharedCache]),
    [Step(name: "first", keys: [#""value": 1"#])])
  private static let sharedService = #""common": { "baseURL": "https://common.example.com" }"#
  private static let sharedCache = #""both": { "maxAge": "1d" }"#

  // MARK: As authors write it

  /// All files by their names.
  func files() -> [String: String] {
    var files = ["shared.json": Self.shared]
    func collect(_ module: Module) {
      files[module.name + ".json"] = Self.file(module)
      for step in module.steps { if case .module(let inner) = step.work { collect(inner) } }
    }
    collect(app)
    return files
  }

  private static func file(_ module: Module) -> String {
    var defaults = ["\"timeout\": \"\(module.timeout)ms\""]
    if let retry = module.retry { defaults.append(retry) }
    if let own = module.afterLanding { defaults.append("\"afterLanding\": \"\(own)\"") }
    let more = #""include": [\#(module.declared.takesShared ? "\"shared.json\"" : "")],"#
    return file(
      module.name, module.declared, module.steps,
      more: more + #""defaults": { \#(defaults.joined(separator: ", ")) },"#)
  }

  private static func file(_ name: String, _ declared: Declared, _ steps: [Step], more: String = "") -> String
  {
    func object(_ members: [String]) -> String { "{ \(members.joined(separator: ", ")) }" }
    let text = #"""
      {
        "flow": "\#(name)", "title": "\#(name) team", "deadline": "9s", "pages": ["home"], \#(more)
        "inputs": { "flag": { "type": "boolean", "default": true } }, "signals": ["shown"],
        "services": \#(object(declared.services)), "caches": \#(object(declared.caches)),
        "lanes": \#(object(declared.lanes)), "steps": { \#(text(steps)) },
        "landings": [{ "page": "home", "after": ["first"] }]
      }
      """#
    return text.replacing("«", with: "").replacing("»", with: "").replacing("‹›", with: "${each}")
  }

  private static func text(_ steps: [Step]) -> String { steps.map(text).joined(separator: ",\n    ") }

  private static func text(_ step: Step) -> String {
    func list(_ names: [String]) -> String { "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]" }
    var keys = step.keys + [step.retry].compactMap(\.self)
    if let title = step.title { keys.append("\"title\": \"\(title)\"") }
    if !step.needs.isEmpty { keys.append("\"needs\": \(list(step.needs))") }
    if !step.after.isEmpty { keys.append("\"after\": \(list(step.after))") }
    // Of a step after the landing and of its module's, two terms may have one key.
    let subjects = step.when.map { $0.prefix { $0 != ":" } }
    if Set(subjects).count == subjects.count {
      if !subjects.isEmpty { keys.append("\"when\": { \(step.when.joined(separator: ", ")) }") }
    } else {
      keys.append("\"when\": { \"all\": [\(step.when.map { "{ \($0) }" }.joined(separator: ", "))] }")
    }
    if let own = step.afterLanding { keys.append("\"afterLanding\": \"\(own)\"") }
    if let timeout = step.timeout { keys.append("\"timeout\": \"\(timeout)ms\"") }
    if let lane = step.lane { keys.append("\"lane\": \"\(lane)\"") }
    switch step.work {
    case .plain: break
    case .group(let members): keys.append("\"steps\": { \(text(members)) }")
    case .each(let elements): keys.append("\"each\": \(list(elements))")
    case .module(let module): keys.append("\"include\": \"\(module.name).json\"")
    }
    return "\"\(step.name)\": { \(keys.joined(separator: ", ")) }"
  }

  // MARK: Written out

  /// The flow in one file.
  func written() -> String {
    let (steps, all) = Self.expanded(app)
    var declared = all
    // Parts from other files that nothing uses are left out.
    let text = Self.text(steps)
    if !text.contains("\"common\"") { declared.services.removeAll { $0 == Self.sharedService } }
    if !text.contains("\"both\"") { declared.caches.removeAll { $0 == Self.sharedCache } }
    return Self.file("app", declared, steps)
  }

  /// The steps of a file, those of its modules' tails last, and what it declares with its modules.
  private static func expanded(_ file: Module) -> ([Step], Declared) {
    var (steps, tail, declared): ([Step], [Step], Declared) = ([], [], file.declared)
    var takesShared = file.declared.takesShared
    for step in file.steps {
      guard case .module(let module) = step.work else {
        steps.append(completed(step, file))
        continue
      }
      var (members, parts) = expanded(module)
      members = members.map { onLane(renamed($0, step.name), step.lane) }
      var group = step
      (group.title, group.lane) = ("\(module.name) team", nil)
      group.afterLanding = step.afterLanding ?? module.afterLanding
      if !step.after.contains("landing") {
        tail += members.filter { $0.after.contains("landing") }.map {
          var late = $0
          (late.needs, late.when) = (step.needs + late.needs, step.when + late.when)
          return late
        }
        members.removeAll { $0.after.contains("landing") }
      }
      group.work = .group(members)
      steps.append(group)
      if parts.takesShared, !takesShared {
        takesShared = true
        // In a file, what it includes comes before its own parts; a module's comes where the module is added.
        declared.services.append(sharedService)
        declared.caches.append(sharedCache)
      }
      parts.services.removeAll { $0 == sharedService }
      parts.caches.removeAll { $0 == sharedCache }
      declared.services += parts.services.map { prefixed($0, step.name) }
      declared.caches += parts.caches.map { prefixed($0, step.name) }
      declared.lanes += parts.lanes.map { prefixed($0, step.name) }
    }
    if file.declared.takesShared {
      declared.services.insert(sharedService, at: 0)
      declared.caches.insert(sharedCache, at: 0)
    }
    declared.takesShared = takesShared
    return (steps + tail, declared)
  }

  /// The step with the defaults of its file, and one step for each element.
  private static func completed(_ step: Step, _ file: Module) -> Step {
    var step = step
    if step.isCall { step.timeout = step.timeout ?? file.timeout }
    if step.mayRetry { step.retry = step.retry ?? file.retry }
    switch step.work {
    case .plain, .module: break
    case .group(let members): step.work = .group(members.map { completed($0, file) })
    case .each(let elements):
      var group = Step(name: step.name)
      (group.needs, group.after, group.when) = (step.needs, step.after, step.when)
      group.afterLanding = step.afterLanding
      group.work = .group(
        elements.map { element in
          var own = step
          (own.needs, own.after, own.when, own.afterLanding, own.work) = ([], [], [], nil, .plain)
          // The element's name is within the marks of the step's.
          own.name =
            step.name.hasSuffix("»") ? step.name.dropLast() + "-\(element)»" : "\(step.name)-\(element)"
          own.keys = step.keys.map { $0.replacing("‹›", with: element) }
          return own
        })
      step = group
    }
    return step
  }

  private static func prefixed(_ text: String, _ includer: String) -> String {
    // Of a module of a module, the including step has marks, too.
    text.replacing("«", with: "«\(includer.filter { $0 != "«" && $0 != "»" })-")
  }

  private static func renamed(_ step: Step, _ includer: String) -> Step {
    func text(_ text: String) -> String { prefixed(text, includer) }
    var own = step
    own.name = text(step.name)
    (own.needs, own.after, own.when) = (step.needs.map(text), step.after.map(text), step.when.map(text))
    own.keys = step.keys.map(text)
    own.lane = step.lane.map(text)
    if case .group(let members) = step.work { own.work = .group(members.map { renamed($0, includer) }) }
    return own
  }

  private static func onLane(_ step: Step, _ lane: String?) -> Step {
    var own = step
    if step.isCall { own.lane = step.lane ?? lane }
    if case .group(let members) = step.work { own.work = .group(members.map { onLane($0, lane) }) }
    return own
  }
}
