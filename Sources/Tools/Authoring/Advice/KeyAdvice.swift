/// The advice for a key that an object does not have, and the intended key.
struct KeyAdvice {
  private(set) var meaning = KeyMeaning()
  private(set) var sentence = ""

  private let json: JSONDocument
  private let node: Int
  private let kind: DeclaredObject
  private let keys: [String]
  private let key: String
  private let value: JSONValue

  init(_ json: JSONDocument, _ node: Int, in kind: DeclaredObject) {
    self.json = json
    self.node = node
    self.kind = kind
    // A test of the status has an error of its own.
    let declared = kind == .predicate || kind == .result ? .answer : kind
    keys = declared.keys.map(\.name)
    key = json.key(of: node) ?? ""
    value = json.value(of: node)
    find()
  }

  private mutating func find() {
    let object = Int(json.nodes[node].parent)
    if kind == .askedError, let fact = comparison(in: object) {
      meaning.isAnyKey = true
      sentence = fact
      return
    }
    let foreign = Self.sentence(on: key, value, among: keys)
    meaning.meant =
      foreign == nil ? Self.meant(by: key, among: keys) ?? Suggester.nearest(to: key, among: keys) : nil
    let isAround = kind == .request && Self.keysAroundRequests.contains(key)
    // A landing rule has its page as the key.
    if kind == .landing, meaning.meant == nil,
      !json.children(of: object).contains(where: { json.key(of: $0) == "page" })
    {
      meaning.excused = "page"
      sentence = "write \"page\": \"\(key)\"\(value.object == nil ? "" : ", \"when\": { … }")"
      return
    }
    sentence =
      foreign?.sentence ?? meaning.meant.map { "did you mean \"\($0)\"?" }
      ?? (isAround ? "it belongs to the step, one level further out" : nil)
      ?? (isIdleSilence ? "scenarios have no warnings to silence" : nil)
      ?? Self.wrapped(key, value, among: keys) ?? "expected one of: \(keys.joined(separator: ", "))"
    // The step has the key, but in another place or under another name.
    if isAround { meaning.unread.append((key, max(0, Int(json.nodes[object].parent)))) }
    guard let foreign else { return }
    meaning.isAnyKey = true
    meaning.excused = foreign.key
    if let key = foreign.key { meaning.unread.append((key, object)) }
  }

  private static let keysAroundRequests = [
    "timeout", "deadline", "useFallbackAfter", "hedge", "retry", "failures", "results", "valid", "fallback",
    "store",
    "lane",
  ]

  /// Whether the key would silence warnings in a file that has none.
  private var isIdleSilence: Bool {
    key == "ignore" && json.children(of: 0).contains { json.key(of: $0) == "scenariosFor" }
  }

  /// The advice for a comparison in the style of other tools, such as `{ "not": true }`.
  private func comparison(in object: Int) -> String? {
    let fact = "\"\(json.key(of: object) ?? "")\": \(value.text())"
    switch key.lowercased() {
    case "not", "ne", "neq", "!=": return "write \"not\": { \(fact) }"
    case "is", "eq", "equals", "==", "in", "status": return "write \(fact)"
    default: return nil
    }
  }
}

// Keys of other tools, and their names here.
extension KeyAdvice {
  /// The key that an author means by a word of another tool; nil if there is none.
  private static func meant(by word: String, among keys: [String]) -> String? {
    AdviceText.all.keys[plain(word)]?.first { keys.contains($0) }
  }

  /// The advice for a word that no single key replaces, and a key that is then not missing; nil for other words.
  private static func sentence(
    on word: String, _ value: JSONValue, among keys: [String]
  ) -> (sentence: String, key: String?)? {
    let word = plain(word)
    if word == "backoff", value.string != nil, keys.contains("factor") {
      return ("write \"factor\": 2 for waits that double, or 1 for waits of one length", nil)
    }
    if ["status", "statuscode"].contains(word), keys.contains("ignoresCancellation") {
      return (answer(ofStatus: value.text()), nil)
    }
    let units = ["timeoutseconds": "s", "timeoutminutes": "m", "timeoutms": "ms"]
    if let unit = units[String(word)], let number = value.number, number > 0, keys.contains("timeout") {
      return ("write \"timeout\": \"\(value.text())\(unit)\"", "timeout")
    }
    let found = AdviceText.all.sentences.first { $0.words.contains(word) && keys.contains($0.key) }
    return found.map { ($0.sentence, nil) }
  }

  /// The advice for an HTTP answer with a status such as `500` or `"4xx"` in a scenario.
  static func answer(ofStatus text: String) -> String {
    let digits = text.filter { $0.isNumber }
    let isServers = digits.first == "5"
    let status = Int(digits).map { (100...599).contains($0) ? $0 : isServers ? 500 : 404 } ?? 404
    let errorClass = status == 429 ? "throttled" : isServers ? "server" : "client"
    return "write \"response\": { \"status\": \(status) }, or \"error\": \"\(errorClass)\""
  }

  /// The advice for an entry that lacks the object around it; nil if that is not clear.
  private static func wrapped(_ word: String, _ value: JSONValue, among keys: [String]) -> String? {
    guard word.isKebabCase else { return nil }
    if keys.contains("latencyFactor"), keys.contains("inputs") {
      if value.object != nil { return "write \"steps\": { \"\(word)\": { … } }" }
      if value.isBool { return "write \"inputs\": { \"\(word)\": \(value.text()) }" }
    }
    guard keys.contains("landings"), let members = value.object?.members.map({ $0.name }) else { return nil }
    if members.contains("capacity") { return "write \"lanes\": { \"\(word)\": 1 }" }
    let work = ["http", "action", "cache", "value", "await", "steps"]
    return members.contains(where: work.contains) ? "write \"steps\": { \"\(word)\": { … } }" : nil
  }

  /// The word in small letters without separators.
  static func plain(_ word: String) -> Substring {
    word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }[...]
  }
}
