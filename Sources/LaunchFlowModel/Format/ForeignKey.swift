/// Keys as other tools name them, and what they are called here.
package enum ForeignKey {
  /// The key that an author means by a word of another tool; nil where none of the keys is meant.
  static func meant(by word: String, among keys: [String]) -> String? {
    names[plain(word)]?.first { keys.contains($0) }
  }

  /// What to write where no single key means what the word does, and a key that is then not missing; nil for other words.
  ///
  /// - Parameter value: The word's value.
  static func advice(on word: String, _ value: JSONValue, among keys: [String]) -> (
    sentence: String, key: String?
  )? {
    let word = plain(word)
    if word == "backoff", value.string != nil, keys.contains("factor") {
      return ("write \"factor\": 2 for waits that double, or 1 for waits of one length", nil)
    }
    if ["status", "statuscode"].contains(word), keys.contains("ignoresCancellation") {
      return (answer(ofStatus: value.text()), nil)
    }
    let units = ["timeoutseconds": "s", "timeoutminutes": "m", "timeoutms": "ms"]
    if let unit = units[word], let number = value.number, number > 0, keys.contains("timeout") {
      return ("write \"timeout\": \"\(value.text())\(unit)\"", "timeout")
    }
    let found = sentences.first { $0.words.contains(word) && keys.contains($0.key) }
    return found.map { ($0.sentence, nil) }
  }

  /// What to write in a scenario for an HTTP answer with a status such as `500` or `"4xx"`.
  package static func answer(ofStatus text: String) -> String {
    let digits = text.filter { $0.isNumber }
    let isServers = digits.first == "5"
    let status = Int(digits).map { (100...599).contains($0) ? $0 : isServers ? 500 : 404 } ?? 404
    return
      "write \"response\": { \"status\": \(status) }, or \"error\": \"\(isServers ? "server" : "client")\""
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
    guard keys.contains("landings"), let members = value.object?.members.map({ $0.name }) else { return nil }
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
    retry: retries retrypolicy
    fallback: onerror catch onfailure default
    summary: title description
    steps: tasks jobs states
    landings: rules
    inputs: variables
    query: params
    json: body
    maxAge: ttl expires
    expect: expected
    takes: delay duration latency
    with: input arguments args parameters
    afterLanding: background async
    timeout: timeoutseconds timeoutms timeoutminutes starttoclosetimeout scheduletoclosetimeout
    baseURL: url host address endpoint
    path: endpoint
    lanes: concurrency parallelism queue semaphore mutex
    lane: concurrency parallelism queue semaphore mutex serial
    factor: multiplier backoff backoffrate backoffcoefficient
    delay: intervalseconds interval initialinterval
    maxDelay: maxinterval maximuminterval
    every: interval
    attempts: maxattempts maximumattempts count
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
      "needs", ["next", "parallel", "then", "before", "order"],
      "steps run side by side; the later one names the earlier one under \"needs\""
    ),
    (
      "landings", ["startat", "order", "sequence"],
      "each step starts at once, or after the steps that it names under \"needs\" or \"after\""
    ),
    (
      "needs", ["strategy"],
      "steps run side by side; \"lane\" bounds how many at once, and \"failFast\" ends a group of steps early"
    ),
    (
      "needs", ["race"],
      "give the step a \"fallback\" and \"useFallbackAfter\", or let a landing rule ask { \"any\": [ … ] }"
    ),
    (
      "store", ["maxage", "ttl"], "it belongs to the cache: \"caches\": { \"name\": { \"maxAge\": \"1d\" } }"
    ),
    (
      "latencyFactor", ["promises", "promise"], "promises belong into the flow's file; here write \"expect\""
    ),
    (
      "never", ["mean", "p50", "p90", "p95", "p99"],
      "a promise holds for every run: write \"within\", or bound the percentile in a scenario's \"expect\""
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
