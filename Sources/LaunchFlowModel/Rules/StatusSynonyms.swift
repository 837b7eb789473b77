/// Words of other tools for the statuses of a step.
enum StatusSynonyms {
  private static let words: [String: String] = [
    "success": "succeeded", "successful": "succeeded", "ok": "succeeded", "done": "succeeded",
    "complete": "succeeded", "completed": "succeeded", "finished": "succeeded",
    "failure": "failed", "error": "failed", "errored": "failed", "ko": "failed",
    "timeout": "timed-out", "timedout": "timed-out",
    "canceled": "cancelled", "aborted": "cancelled",
    "empty": "unavailable", "missing": "unavailable", "none": "unavailable", "null": "unavailable",
    "nil": "unavailable", "absent": "unavailable", "unset": "unavailable",
    "present": "available", "ready": "available", "exists": "available",
    "fallback": "recovered", "degraded": "recovered",
    "ended": "settled", "over": "settled", "always": "settled", "any": "settled",
  ]

  /// What to write instead of a word; nil for one without a synonym, and where the step never ends so.
  static func hint(for word: String, among known: some Sequence<String>) -> String? {
    guard let status = words[word.lowercased()], known.contains(status) else { return nil }
    return "write \"\(status)\""
  }
}

extension Suggester {
  /// A hint for a word that is no result, failure or status: the nearest one, a synonym, or all of them.
  package mutating func hint(forStatus word: String, among known: some Sequence<String>) -> String? {
    if let nearest = nearest(to: word, among: known) { return "did you mean \"\(nearest)\"?" }
    return StatusSynonyms.hint(for: word, among: known) ?? hint(for: word, among: known)
  }
}
