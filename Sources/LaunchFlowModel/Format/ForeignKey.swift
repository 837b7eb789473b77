/// Keys as other tools name them, and what they are called here.
enum ForeignKey {
  /// The key that an author means by a word of another tool; nil where none of the keys is meant.
  static func meant(by word: String, among keys: [String]) -> String? {
    names[plain(word)]?.first { keys.contains($0) }
  }

  /// What to write where no single key means what the word does; nil for other words.
  static func advice(on word: String, among keys: [String]) -> String? {
    sentences[plain(word)]?.first { keys.contains($0.key) }?.sentence
  }

  /// What to write for an entry that lacks the object around it; nil where that is not clear.
  ///
  /// - Parameter value: The entry.
  static func wrapped(_ word: String, _ value: JSONValue, among keys: [String]) -> String? {
    guard word.isKebabCase else { return nil }
    if keys.contains("latencyFactor"), keys.contains("inputs") {
      if value.object != nil { return "write \"steps\": { \"\(word)\": { … } }" }
      if value.isBool { return "write \"inputs\": { \"\(word)\": \(value.text()) }" }
    }
    guard keys.contains("landings"), let members = value.object?.members.map(\.name) else { return nil }
    if members.contains("capacity") { return "write \"lanes\": { \"\(word)\": 1 }" }
    let work = ["http", "action", "cache", "value", "await", "steps"]
    return members.contains(where: work.contains) ? "write \"steps\": { \"\(word)\": { … } }" : nil
  }

  /// The word in small letters without separators.
  private static func plain(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  private static let names = [
    "dependson": ["needs"], "depends": ["needs"], "requires": ["needs"],
    "waitfor": ["after"], "runafter": ["after"], "if": ["when"], "condition": ["when"],
    "request": ["http"], "call": ["http"], "retries": ["retry"], "onerror": ["fallback"],
    "catch": ["fallback"],
    "onfailure": ["fallback"], "default": ["fallback"], "title": ["summary"], "description": ["summary"],
    "tasks": ["steps"], "jobs": ["steps"], "rules": ["landings"], "variables": ["inputs"],
    "params": ["query"],
    "body": ["json"], "ttl": ["maxAge"], "expires": ["maxAge"], "expected": ["expect"], "delay": ["takes"],
    "duration": ["takes"], "latency": ["takes"], "input": ["with"], "arguments": ["with"], "args": ["with"],
    "parameters": ["with"], "background": ["afterLanding"], "async": ["afterLanding"],
    "timeoutseconds": ["timeout"], "timeoutms": ["timeout"], "url": ["baseURL"], "host": ["baseURL"],
    "address": ["baseURL"], "endpoint": ["baseURL", "path"], "concurrency": ["lanes", "lane"],
    "parallelism": ["lanes", "lane"], "queue": ["lanes", "lane"], "semaphore": ["lanes", "lane"],
    "mutex": ["lanes", "lane"], "serial": ["lane"], "multiplier": ["factor"], "backoff": ["factor"],
    "backoffrate": ["factor"], "intervalseconds": ["delay"], "interval": ["delay", "every"],
    "maxattempts": ["attempts"], "count": ["attempts"], "errorequals": ["on"],
  ]

  private static let sentences: [String: [(key: String, sentence: String)]] = {
    let carriesOn = [
      (
        key: "needs",
        sentence: "a failed step stops only the steps that need it: let them wait with \"after\" instead of "
          + "\"needs\", or give this step a \"fallback\""
      )
    ]
    let order = [
      (key: "needs", sentence: "steps run side by side; the later one names the earlier one under \"needs\"")
    ]
    let status = [
      (
        key: "ignoresCancellation",
        sentence: "write \"response\": { \"status\": 404 }, or \"error\": \"client\""
      )
    ]
    let page = [
      (key: "kind", sentence: "a page has no conditions: the rules under \"landings\" choose it")
    ]
    return [
      "after": page, "when": page, "timeout": page, "path": page,
      "continueonerror": carriesOn, "allowfailure": carriesOn, "ignoreerrors": carriesOn,
      "optional": carriesOn, "next": order, "parallel": order, "then": order, "before": order,
      "status": status, "statuscode": status,
    ]
  }()
}
