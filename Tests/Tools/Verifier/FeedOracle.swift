/// A launch with repeated steps, in milliseconds: written from the reference alone, and from nothing of the library.
///
/// `first` is a call that the group `feeds` needs. Each feed is a call, perhaps with a cache. The rules: `front` once
/// enough feeds are available, `offline` where none is, else `few` after all of them. After the landing an action without
/// a time limit begins.
struct FeedOracle {
  struct Call {
    var takes: Int
    var succeeds: Bool
    /// Whether it never answers.
    var hangs = false
    /// Whether the cache has its value.
    var isKept = false

    /// At one instant an answer comes before a time-out.
    func end(_ timeout: Int) -> (time: Int, isAvailable: Bool) {
      hangs || takes > timeout
        ? (time: timeout, isAvailable: isKept) : (time: takes, isAvailable: succeeds || isKept)
    }
  }

  var first: Call?
  var firstTimeout = 0
  var names: [String] = []
  var feeds: [Call] = []
  var timeout = 0
  var hasCaches = false
  var enough = 1
  /// How long the action after the landing takes.
  var asked = 0

  func landing() -> (page: String, time: Int) {
    let begin = first?.end(firstTimeout) ?? (time: 0, isAvailable: true)
    // Without the value of `first`, all feeds are skipped.
    guard begin.isAvailable else { return ("offline", begin.time) }
    let ends = feeds.map { $0.end(timeout) }
    let good = ends.filter(\.isAvailable).map(\.time).sorted()
    // A rule that counts is decided as soon as enough hold.
    if good.count >= enough { return ("front", begin.time + good[enough - 1]) }
    return (good.isEmpty ? "offline" : "few", begin.time + (ends.map(\.time).max() ?? 0))
  }

  /// The latest landing on a page over all runs; nil for a page that no run lands on.
  func latest(_ page: String) -> Int? {
    page == "few" && enough < 2 ? nil : (first == nil ? 0 : firstTimeout) + timeout
  }

  func flow(promise: (page: String, within: Int)) -> String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let start = #""first": { "action": "first", "timeout": "\#(firstTimeout)ms" },"#
    let kept = #", "store": "kept-${each}", "fallback": [{ "cache": "kept-${each}" }]"#
    return #"""
      {
        "flow": "news", "deadline": "1h", "pages": ["front", "offline", "few"],
        "caches": { \#(hasCaches ? #""kept": { "each": "feeds" }"# : "") },
        "steps": {
          \#(first == nil ? "" : start)
          "feeds": {
            "each": [\#(list)], "action": "load", "with": "${each}", "timeout": "\#(timeout)ms"
            \#(first == nil ? "" : #", "needs": ["first"]"#) \#(hasCaches ? kept : "")
          },
          "ask": { "after": ["landing"], "action": "ask", "unbounded": true }
        },
        "landings": [
          { "page": "front", "when": { "atLeast": { "count": \#(enough), "of": [{ "feeds-*": "available" }] } } },
          { "page": "offline", "when": { "feeds-*": "unavailable" } },
          { "page": "few", "after": ["feeds"] }
        ],
        "promises": [{ "within": "\#(promise.within)ms", "landing": "\#(promise.page)" }]
      }
      """#
  }

  /// The scenario; a feed with the behaviour of most is left to `feeds-*`.
  func scenario() -> String {
    func behaviour(_ call: Call) -> String {
      if call.hangs { return #"{ "hang": true }"# }
      return #"{ "takes": "\#(call.takes)ms"\#(call.succeeds ? "" : #", "error": "network""#) }"#
    }
    var steps = [#""ask": { "takes": "\#(asked)ms" }"#]
    if let first { steps.append(#""first": \#(behaviour(first))"#) }
    let all = feeds.map(behaviour)
    for (name, own) in zip(names, all) where own != all[0] { steps.append("\"feeds-\(name)\": \(own)") }
    steps.append("\"feeds-*\": \(all[0])")
    let caches = zip(names, feeds).filter { $1.isKept }.map { #""kept-\#($0.0)": { "value": 1 }"# }
    return #"""
      {
        "scenariosFor": "news.json",
        "scenarios": {
          "s": { "caches": { \#(caches.joined(separator: ", ")) }, "steps": { \#(steps.joined(separator: ", ")) } }
        }
      }
      """#
  }
}
