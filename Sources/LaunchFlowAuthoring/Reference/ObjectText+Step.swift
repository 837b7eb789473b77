import LaunchFlowModel

extension ObjectText {
  /// A line for each key: what it means, then an example.
  static let step: [DeclaredObject: ObjectText] = [
    .step: ObjectText(
      "a step",
      #"""
      title: Title in pictures, instead of the name. e.g. "Log in"
      summary: One sentence for people.
      http: Work: an HTTP request.
      action: Code of the app, by its name. e.g. "check-permission"
      with: Input of the action; strings may contain references.
      cache: Work: reads a cache.
      value: Work: a constant, the same in every run; it contains no references.
      await: Work: waits for a signal of the app (also one that was given before), for the offline switch to
        say "online", or for a time. e.g. "first-frame" or "online" or "2s"
      steps: Work: a group of steps.
      needs: Steps whose values this step needs. It waits for them, and is skipped if one has no value.
      after: Steps that must have settled first, whatever their status; "landing" puts this step into the
        tail.
      when: Condition of the step. It waits for the steps that it names. e.g. {"signed-in": true}
      timeout: Time limit of one attempt, or of the wait for a signal. e.g. "5s"
      maxTimeout: Time limit of one attempt that the app extends, for a user who is still typing. e.g. "3m"
      deadline: Time limit of all attempts and the waits between them, or of a group. e.g. "30s"
      useFallbackAfter: From this time on dependents get the value of a local fallback, while the attempt
        goes on. e.g. "2s"
      retry: Attempts after certain errors. e.g. {"attempts": 3}
      poll: Repeats the step until its result is final, or a group until its outcome is; needs a deadline. A
        failed attempt ends a step's poll, unless "retry" allows another; each answer allows them anew.
      lane: Resource that the step queues for: "main", or a lane of the flow.
      priority: Place in the lane's queue: steps with a higher number first, then in file order. e.g. 10
      whenIdle: Starts only while no other step runs on its lane or queues for it, except steps with this key.
      failures: Deliberate refusals by name, tested first, on status and whole body. They are neither
        retried nor hidden by fallbacks. e.g. {"token-invalid": {"status": 401}}
      valid: Condition that a value must satisfy. e.g. {"at": "/token", "nonEmpty": true}
      results: Names for values, or for the outcome of a group, tested in order. Conditions use these
        names. e.g. {"under-review": {"at": "/status", "equals": 3}}
      fallback: Replacements when the work fails, tried in order. e.g. [{"cache": "login"}, {"value": {}}]
      type: Type of the value in the app's own code, for `launchflow generate`. e.g. "Order"
      store: Cache that stores live values.
      afterLanding: Whether the step goes on after the landing.
      failFast: A group only: ends at the first member that fails.
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF028": "The map reads it."}
      """#),
    .retry: ObjectText(
      "a retry",
      #"""
      attempts: Largest number of attempts, the first one included. e.g. 3
      delay: The wait after the first attempt. e.g. "500ms"
      factor: Factor by which each further wait grows.
      maxDelay: Longest wait. e.g. "2s"
      jitter: Whether each wait is drawn at random between zero and its full length.
      on: Error classes that are retried, or "any" for all of them; a POST or PATCH is retried only if this
        key is present. e.g. ["network", "timeout"] or "any"
      """#),
    .poll: ObjectText(
      "a poll",
      #"""
      every: Wait from an answer to the next request, or from the end of one round of a group to the next.
        e.g. "2s"
      factor: Factor by which each further wait grows. e.g. 1.5
      maxEvery: Longest wait; needed where waits grow. e.g. "30s"
      until: Results that end the poll. e.g. ["approved", "rejected"]
      """#),
    .fallback: ObjectText(
      "a fallback",
      #"""
      cache: Value of a cache.
      value: A constant.
      http: Another request, with its own time-out.
      action: Code of the app, by its name. e.g. "check-permission"
      with: Input of the action; strings may contain references.
      timeout: Bounds one attempt. e.g. "5s"
      """#),
    .failure: ObjectText(
      "a failure", basedOn: .answer,
      #"""
      allowFallback: Whether fallbacks are allowed after this refusal. It is never retried.
      clears: Cache that this refusal empties, or a scope of caches: the next launch finds nothing there. e.g. "user"
      """#),
    .result: ObjectText("a result", basedOn: .predicate, ""),
    .predicate: ObjectText(
      "a predicate",
      #"""
      at: Place of the tests: a JSON Pointer (RFC 6901). The default is the whole value. e.g. "/data/code"
      equals: The value equals this one; 1 is neither true nor "1".
      in: The value is one of these. e.g. [true, 1, "1"]
      exists: Whether there is a value at the place; null counts as one.
      nonEmpty: Whether there is a value at the place that is neither null nor empty.
      hosts: The value is a web address on one of these hosts. e.g. ["*.example.com"]
      less: The value is a number below this one.
      greater: The value is a number above this one.
      all: Each of these holds; each has its own "at".
      any: At least one of these holds; each has its own "at".
      not: This does not hold; it has its own "at".
      """#),
    .answer: ObjectText(
      "a predicate on an answer", basedOn: .predicate,
      #"""
      status: The answer's HTTP status is this, or one of these. e.g. 401 or [404, 410]
      """#),
  ]
}
