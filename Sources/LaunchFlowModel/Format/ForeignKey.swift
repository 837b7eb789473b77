/// Keys as other tools name them, and what they are called here.
enum ForeignKey {
  /// The key that an author means by a word of another tool; nil where none of the keys is meant.
  static func meant(by word: String, among keys: [String]) -> String? {
    names[plain(word)]?.first { keys.contains($0) }
  }

  /// What to write where no single key means what the word does; nil for other words.
  static func advice(on word: String, among keys: [String]) -> String? {
    let word = plain(word)
    return sentences.first { $0.words.contains(word) && keys.contains($0.key) }?.sentence
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

  /// Words, each with the keys that it may mean. One text takes less room in an app than a literal of a dictionary.
  private static let names = table(
    """
    needs: dependson depends requires
    after: waitfor runafter
    when: if condition
    http: request call
    retry: retries
    fallback: onerror catch onfailure default
    summary: title description
    steps: tasks jobs
    landings: rules
    inputs: variables
    query: params
    json: body
    maxAge: ttl expires
    expect: expected
    takes: delay duration latency
    with: input arguments args parameters
    afterLanding: background async
    timeout: timeoutseconds timeoutms
    baseURL: url host address endpoint
    path: endpoint
    lanes: concurrency parallelism queue semaphore mutex
    lane: concurrency parallelism queue semaphore mutex serial
    factor: multiplier backoff backoffrate
    delay: intervalseconds interval
    every: interval
    attempts: maxattempts count
    on: errorequals
    """)

  /// Words without a counterpart, by a key of the object that they are found in and what to write there.
  private static let sentences: [(key: String, words: [String], sentence: String)] = [
    (
      "needs", ["continueonerror", "allowfailure", "ignoreerrors", "optional"],
      "a failed step stops only the steps that need it: let them wait with \"after\" instead of \"needs\", or "
        + "give this step a \"fallback\""
    ),
    (
      "needs", ["next", "parallel", "then", "before"],
      "steps run side by side; the later one names the earlier one under \"needs\""
    ),
    (
      "ignoresCancellation", ["status", "statuscode"],
      "write \"response\": { \"status\": 404 }, or \"error\": \"client\""
    ),
    (
      "kind", ["after", "when", "timeout", "path"],
      "a page has no conditions: the rules under \"landings\" choose it"
    ),
  ]

  /// The keys by word, of lines with a key and its words.
  private static func table(_ text: String) -> [String: [String]] {
    var keys: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == ":" }.map(String.init)
      for word in words.dropFirst() { keys[word, default: []].append(words[0]) }
    }
    return keys
  }
}
