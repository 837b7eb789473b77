import LaunchFlowModel

extension ObjectText {
  /// A line for each key: what it means, then an example.
  static let scenario: [DeclaredObject: ObjectText] = [
    .scenarios: ObjectText(
      "a scenarios file",
      #"""
      $schema: Path of the editor schema. e.g. "launchflow.schema.json"
      format: The version of the file format.
      scenariosFor: The flow's or switch's file, relative to this one. e.g. "rider-launch.json"
      summary: One sentence for people.
      defaults: Values for every scenario; its own entries replace them one by one.
      scenarios: Scenarios by name.
      """#),
    .scenario: ObjectText(
      "a scenario",
      #"""
      summary: One sentence for people.
      inputs: Inputs of the run. e.g. {"signed-in": true}
      caches: Contents of the caches at the start; null for an empty cache. e.g. {"login": {"value":
        {"token": "t"}}}
      steps: Behaviour of steps by name: one behaviour, or one for each attempt, by its number in pictures,
        which counts remote fallbacks and earlier rounds, too. "*" is every step that is not named,
        "login.fallback" are the remote fallbacks of login. e.g. {"login": {"hang": true}} or
        {"*": {"takes": "400ms"}}
      signals: When the app gives its signals, by name: a time, or null for never. The default is the start.
        e.g. {"first-frame": "800ms", "protected-data": null}
      network: The network by name, or periods in which no answer arrives or every request is refused, or an
        object with both. Where such periods overlap, a request is refused. e.g. "very-bad" or [{"from": "0s", "to": "4s", "is": "silent"}]
      latencyFactor: A factor by which all HTTP attempts of a run take longer, as a slow phone or radio makes
        them: its 99th percentile over runs. Its median is 1. e.g. 3
      lossFactor: A factor by which the odds of "network" errors are higher for all HTTP attempts of a run, as
        a bad connection makes them: its 99th percentile over runs. Its mean is 1. e.g. 5
      classes: Classes of runs by name, such as kinds of networks: each run is of one. Their shares add up to
        1. e.g. {"wifi": {"share": 0.7}, "edge": {"share": 0.3, "steps": {"login": {"takes": "2s"}}}}
      offline: Periods in which the offline switch is offline; periods that overlap are one.
      cancel: When the run is cancelled, before all else of that instant. e.g. "1s"
      starts: Further starts of the flow, by their times since the first; "ifRunning" decides what they do.
        Not for many runs. e.g. ["800ms", {"at": "2s", "inputs": {"signed-in": false}}]
      runs: Number of runs, each with its own random draws.
      seed: Seed of all random draws. As text where it is above 9223372036854775807.
      expect: What the runs must result in.
      """#),
    .runClass: ObjectText(
      "a class of runs",
      #"""
      share: The share of runs that are of this class. e.g. 0.3
      latencyFactor: As in the scenario, and in place of its factor. e.g. 3
      lossFactor: As in the scenario, and in place of its factor. e.g. 5
      steps: Behaviour of steps; each replaces the scenario's for the runs of this class. e.g. {"login":
        {"takes": "2s"}}
      """#),
    .cachedValue: ObjectText(
      "a cached value",
      #"""
      value: What the cache holds.
      age: How long ago it was stored. e.g. "1d"
      """#),
    .behaviour: ObjectText(
      "a behaviour",
      #"""
      takes: Duration of the attempt. The default is no time. e.g. "400ms"
      wait: Wait before the next attempt, instead of a random one. e.g. "1s"
      extends: How much longer than its time-out the app lets the attempt take, up to "maxTimeout". e.g. "30s"
      result: It ends with a result or failure, by its name.
      value: It succeeds with this value. The "failures" of an action are tried on it, those of a call are not.
      response: It gets this HTTP answer.
      code: It gets an HTTP answer with this code in its envelope and nothing else. e.g. 500 or "E_BUSY"
      error: It fails with an error of this class.
      hang: It never answers.
      odds: Probability of each end: ok, hang, an error class, a result or a failure, or an HTTP answer by its
        codes. They add up to 1. e.g. {"ok": 0.9, "network": 0.05, "hang": 0.05} or {"ok": 0.8, "status 503":
        0.1, "code 7": 0.1}
      ignoresCancellation: Whether the attempt goes on when it is cancelled.
      """#),
    .response: ObjectText(
      "a response",
      #"""
      status: The HTTP status. e.g. 200
      body: The body, as JSON.
      text: The body, as text.
      """#),
    .timeTaken: ObjectText(
      "a distribution of times",
      #"""
      median: Half of all are faster. e.g. "400ms"
      p99: One in a hundred is slower. e.g. "4s"
      uniform: Shortest and longest time, evenly distributed. e.g. ["1s", "2s"]
      samples: One of these times, each equally likely. e.g. ["300ms", "400ms", "2s"]
      quantiles: Measured times by their percentiles, from p0 to p100; in between, evenly. 'launchflow learn'
        writes them. e.g. {"p0": "80ms", "p50": "400ms", "p99": "4s", "p100": "9s"}
      """#),
    .network: ObjectText(
      "a network",
      #"""
      is: The network by name; it adds time to each HTTP attempt. e.g. "edge"
      outages: Periods in which no answer arrives, or every request is refused.
      """#),
    .outage: ObjectText(
      "an outage",
      #"""
      from: When it begins. e.g. "0s"
      to: When it is over; without it, never. e.g. "4s"
      is: Whether requests are lost and hang, or fail at once.
      """#),
    .offlinePeriod: ObjectText(
      "an offline period",
      #"""
      from: When the app goes offline. e.g. "1s"
      to: When it comes back; without it, never. e.g. "4s"
      domain: The one domain that goes offline; without it, all.
      """#),
    .furtherStart: ObjectText(
      "a further start",
      #"""
      at: When it comes, since the first start. e.g. "800ms"
      inputs: Inputs that differ from those of the first start. e.g. {"signed-in": false}
      """#),
    .expectation: ObjectText(
      "an expectation",
      #"""
      landing: The page, a list of pages, or pages with their shares. e.g. "home" or {"home": ">=0.99"}
      within: The latest time of the landing. e.g. "10s"
      degraded: Whether an HTTP or action step failed, timed out or was recovered before the landing.
      cancelled: Whether the run was cancelled before it landed.
      notice: Text of the notice as in the flow file; empty for none.
      steps: Status, result or failure of steps. e.g. {"login": "recovered"}
      order: Steps in the order in which they settle.
      starts: What each further start does, in the order of time: begin, join, replace or refuse. e.g. ["join"]
        or [{"is": "replace", "landing": "home"}]
      mean: A bound on the mean of the landing times. e.g. "<=9s"
      p50: A bound on the median of the landing times. e.g. "<=9s"
      p90: A bound on the 90th percentile of the landing times. e.g. "<=9s"
      p95: A bound on the 95th percentile of the landing times. e.g. "<=9s"
      p99: A bound on the 99th percentile of the landing times. e.g. "<=9s"
      max: A bound on the maximum of the landing times. e.g. "<=9s"
      """#),
    .expectedStep: ObjectText(
      "an expected step",
      #"""
      is: A status, result or failure, or a list of those allowed. e.g. "recovered"
      source: Where the value comes from.
      attempts: Number of attempts of its own work.
      """#),
    .expectedStart: ObjectText(
      "an expected start",
      #"""
      is: Whether it begins a run, joins or replaces the equal one, or is refused. e.g. "join"
      landing: The page of the run that it holds, or a list of pages. e.g. "home"
      """#),
  ]
}
