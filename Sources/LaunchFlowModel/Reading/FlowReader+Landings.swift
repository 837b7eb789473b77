extension DocumentReader {
  func landings(_ node: Int?) -> [Flow.Landing] {
    guard let node else { return [] }
    guard let elements = elements(of: node) else {
      doubts.landings = true
      return []
    }
    return elements.map { landing($0) }
  }

  private func landing(_ node: Int) -> Flow.Landing {
    var landing = Flow.Landing(Doubts.standInName)
    guard let fields = fields(of: node, ["page", "when", "after", "notice", "ignore"]) else { return landing }
    if let page = string(required("page", in: fields, "the landing rule")) { landing.page = page }
    landing.when = fields["when"].map { condition($0) ?? Condition([]) }
    landing.after = strings(fields["after"]) ?? []
    landing.notice = fields["notice"].flatMap { notice($0) }
    landing.ignore = silences(fields["ignore"])
    return landing
  }

  private func notice(_ node: Int) -> Flow.Notice? {
    if let text = json.string(of: node) { return Flow.Notice(text) }
    guard kind(node) == .object else {
      mismatch("text or an object", at: node)
      return nil
    }
    guard let fields = fields(of: node, ["text", "style"]) else { return nil }
    let text = string(required("text", in: fields, "the notice")) ?? ""
    return Flow.Notice(text, style: word(fields["style"]) ?? .toast)
  }

  func promise(_ node: Int) -> Flow.Promise {
    let standIn = Flow.Promise.always(Condition([]))
    guard let fields = fields(of: node, ["within", "never", "always", "if", "then"]) else { return standIn }
    let key = onlyOne(of: ["within", "never", "always", "if"], in: fields)
    if let node = fields["then"], let key, key != "if" {
      report(.misplacedKey, "\"then\" goes with \"if\"", at: node, .key)
    }
    switch key {
    case "within": return duration(fields["within"]).map(Flow.Promise.within) ?? standIn
    case "never": return condition(fields["never"]).map(Flow.Promise.never) ?? standIn
    case "always": return condition(fields["always"]).map(Flow.Promise.always) ?? standIn
    case "if":
      guard let premise = condition(fields["if"]),
        let conclusion = condition(required("then", in: fields, "the promise"))
      else { return standIn }
      return .implies(premise, conclusion)
    default:
      report(
        .missingKey, "the promise says nothing", at: node,
        hint: "one of within, never, always, or if with then")
      return standIn
    }
  }
}
