import LaunchFlowModel

extension ObjectText {
  /// A line for each key: what it means, then an example.
  static let flow: [DeclaredObject: ObjectText] = [
    .flow: ObjectText(
      "a flow",
      #"""
      $schema: Path of the editor schema. e.g. "launchflow.schema.json"
      format: The version of the file format.
      flow: The flow's name, in kebab case. e.g. "rider-launch"
      title: Title in pictures, instead of the name. e.g. "Rider app"
      summary: One sentence for people.
      include: Flow files in the same folder whose environments, caches and services this flow uses, too.
        e.g. ["rider-launch.json"]
      deadline: Time limit of the run up to the landing. e.g. "10s"
      ifRunning: What a start does while a run with equal inputs has not landed: it runs beside it, joins it, replaces
        it (the other is cancelled), or is refused. e.g. "join"
      defaults: Values for steps that do not set their own.
      inputs: Values that the app passes at the start, by name. e.g. {"signed-in": {"type": "boolean"}}
      signals: Signals that the app gives during the run, and that steps await. e.g. ["first-frame"]
      pages: Pages that the flow may land on: names, or an object with the pages by name. e.g. ["home", "login"]
      caches: Stores for values that outlive a run, by name.
      environments: Environments; the first one is that of release builds. e.g. ["release", "test"]
      services: Servers that steps call, by name.
      lanes: Resources with their capacities. "main" always exists and has capacity 1. e.g. {"uploads": 2}
      steps: Steps by name. Steps that do not wait for one another run at the same time.
      landings: Rules that choose the page, read in order; the last one has no "when".
      promises: Properties of every run, which the verifier proves.
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF028": "The map reads it."}
      """#),
    .defaults: ObjectText(
      "the defaults of a flow",
      #"""
      timeout: Time-out of each attempt of a step that does not set its own. e.g. "10s"
      retry: Retries of each call of a step that does not set its own. The error classes are those of the step's method.
      afterLanding: Whether each step and group goes on after the landing that does not say it itself. A member does as
        its group does. e.g. "continue"
      """#),
    .input: ObjectText(
      "an input",
      #"""
      type: Type of the value.
      values: The only values that the input may have.
      min: Shortest time that a duration may be. e.g. "1s"
      max: Longest time that a duration may be. A proof takes every time between the two. e.g. "10s"
      default: Value when the app passes none.
      summary: One sentence for people.
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF028": "The map reads it."}
      """#),
    .page: ObjectText(
      "a page",
      #"""
      title: Title in pictures, instead of the name. e.g. "Start page"
      kind: What the page means: the user can go on, sees that the launch failed, or is stuck.
      """#),
    .cache: ObjectText(
      "a cache",
      #"""
      scope: Caches of one scope are cleared together. e.g. "user"
      maxAge: Older values count as absent. e.g. "30d"
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF028": "The map reads it."}
      """#),
    .landing: ObjectText(
      "a landing rule",
      #"""
      page: The page to land on, one of the flow's.
      when: Condition of the rule: each entry is a step or an input with a word or value. e.g. {"login":
        "unavailable"}
      after: Steps that must have settled before the rule applies.
      notice: Message that the page shows to the user, or a list of which the first is shown that has its
        condition true and its text not empty. e.g. "Please sign in again." or ["${login.message}", {"when":
        {"login": {"error": ["network", "timeout"]}}, "text": "The network does not answer."}]
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF028": "The map reads it."}
      """#),
    .condition: ObjectText("a condition", ""),
    .quorum: ObjectText(
      "a count of conditions",
      #"""
      count: How many of the conditions hold, at least. In the "when" of a step, and in the results of a group,
        all steps that they name are waited for; a landing rule is decided as soon as enough hold. e.g. 2
      of: The conditions. e.g. [{"ads": "settled"}, {"news": "settled"}, {"offers": "settled"}]
      """#),
    .askedError: ObjectText(
      "a question about a step",
      #"""
      cached: In promises: whether a cache that the step reads, by itself or in a fallback, has a usable value at
        the start. e.g. true
      error: Error class that the step failed with, or a list of those meant. e.g. "business" or ["network",
        "timeout"]
      """#),
    .notice: ObjectText(
      "a notice",
      #"""
      when: What must hold at the landing for this text. e.g. {"login": {"error": ["network", "timeout"]}}
      text: Text of the message; ${step.message} is the message of a refusal.
      style: How the app shows the message.
      """#),
    .promise: ObjectText(
      "a promise",
      #"""
      within: Every run lands no later than this. e.g. "10s"
      never: No run ends like this.
      always: Every run ends like this.
      if: In every run that ends like this, "then" holds, too.
      then: Condition that holds where "if" holds.
      """#),
  ]
}
