extension Schema {
  private static let timeout = duration("Bounds one attempt.", example: "5s")
  private static let with = anything.about("What the action is called with; strings may hold references.")
  private static let action = text(".").about(
    "The app's own code, by its name.", examples: ["check-permission"])

  /// A piece of work, or a group of steps.
  static let step = object([
    "summary": summary,
    "http": see(.request).about("Work: an HTTP request."),
    "action": action,
    "with": with,
    "cache": text.about("Work: reads a cache."),
    "value": anything.about("Work: a constant."),
    "steps": steps.about("Work: a group of steps."),
    "needs": list(of: text.and(no([ReservedWord.landing.rawValue]))).about(
      "Waits until each of these has a value; where one has none, this step is skipped."),
    "after": list(of: text).about(
      "Waits until each of these has settled, whatever came of it; \"landing\" makes it part of the tail."),
    "when": see(.condition).about(
      "Runs only where this holds, and waits for the steps that it names.", examples: [["signed-in": true]]),
    "timeout": timeout,
    "deadline": duration("Bounds all attempts and the waits between them, or a group.", example: "30s"),
    "useFallbackAfter": duration(
      "From here on dependents are given a local fallback's value, while the attempt goes on.", example: "2s"),
    "retry": retry,
    "poll": poll,
    "lane": text.about("The resource that it queues for: \"main\", or one of the flow's lanes."),
    "failures": failures,
    "valid": see(.predicate).about(
      "What a value must satisfy to be one.", examples: [["at": "/token", "nonEmpty": true]]),
    "results": Schema(["type": "object"]).about(
      "What the value means, or what became of a group's members, tried in order: the author's own names, which "
        + "conditions use.", examples: [["under-review": ["at": "/status", "equals": 3]]]),
    "fallback": list(of: fallback).about(
      "What stands in where the work failed, in order.", examples: [[["cache": "login"], ["value": [:]]]]),
    "store": text.about("The cache that live values are stored in."),
    "afterLanding": word(Flow.Step.AfterLanding.self).about(
      "Whether it goes on when the flow has landed.", default: "cancel"),
    "failFast": bool.about("Of a group: ends with the first member that fails.", default: false),
    "ignore": ignore,
  ]).and(
    hasOne(of: "http", "action", "cache", "value", "steps"),
    when(.has("action"), .anything, otherwise: .lacks("with")),
    when(
      .has("steps"), groupOnly,
      otherwise: members(["failFast": Schema(["enum": [false]]), "results": results])),
    when(.has("cache"), cacheOnly),
    when(.has("value"), constantOnly),
    when(.has("poll"), .has("deadline")),
    when(
      .anyOf([.has("action"), mayTry("action")]), .anything, otherwise: eachFailure(toldFailure)),
    when(.anyOf([.has("http"), mayTry("http")]), .anything, otherwise: eachFailure(see(.statusless)))
  )

  private static let noItem = Schema(["maxItems": 0])

  private static let groupOnly = lacks(
    "timeout", "useFallbackAfter", "retry", "lane", "valid", "store"
  ).and(members(["failures": onlyRemarks, "results": outcomes, "fallback": noItem]))

  private static let cacheOnly = lacks(
    "timeout", "deadline", "useFallbackAfter", "retry", "poll", "lane", "store"
  ).and(
    when(
      .anyOf([mayTry("http"), mayTry("action")]), .anything, otherwise: members(["failures": onlyRemarks])))

  private static let constantOnly = lacks(
    "timeout", "deadline", "useFallbackAfter", "retry", "poll", "lane", "valid", "store"
  ).and(members(["failures": onlyRemarks, "fallback": noItem]))

  /// A step with a fallback of a kind.
  private static func mayTry(_ key: String) -> Schema {
    members(["fallback": Schema(["contains": has(key).value])]).and(.has("fallback"))
  }

  private static func eachFailure(_ schema: Schema) -> Schema {
    members(["failures": Schema(["patternProperties": ["^x-": [:]], "additionalProperties": schema.value])])
  }
}

extension Schema {
  private static let retry = object(
    [
      "attempts": integer(1...1000).about(
        "How many there are at the most, the first included.", examples: [3]),
      "delay": duration("The wait after the first attempt.", default: "200ms", example: "500ms"),
      "factor": number(1...1000).about("What each further wait is multiplied with.", default: 2),
      "maxDelay": duration("What no wait exceeds.", example: "2s"),
      "jitter": word(Flow.Retry.Jitter.self).about(
        "Whether each wait is drawn from zero to its whole length.", default: "full"),
      "on": list(of: word(ErrorClass.self)).about(
        "The error classes that are tried again; a POST or PATCH is retried only where this is written.",
        default: ["network", "timeout", "server"]),
    ], required: ["attempts"]
  ).about("Tries again after certain errors.", examples: [["attempts": 3]])

  private static let poll = object(
    [
      "every": duration(
        "The wait from an answer to the next question, or from the end of a group's round to the next one.",
        example: "2s"),
      "until": list(of: text, atLeast: 1).about(
        "The results that end it.", examples: [["approved", "rejected"]]),
    ], required: ["every", "until"]
  ).about(
    "Asks again until an answer is final, or as a group goes through its members again until their outcome is; "
      + "takes a deadline.")

  private static let fallback = object([
    "cache": text.about("The value of a cache."),
    "value": anything.about("A constant."),
    "http": see(.request).about("Another request, with its own time-out."),
    "action": action,
    "with": with,
    "timeout": timeout,
  ]).and(
    hasOne(of: "cache", "value", "http", "action"),
    when(.has("action"), .anything, otherwise: .lacks("with")),
    when(.has("cache", "value"), .lacks("timeout")))
}
