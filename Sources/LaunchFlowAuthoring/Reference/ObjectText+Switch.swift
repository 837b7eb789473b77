import LaunchFlowModel

extension ObjectText {
  /// A line for each key: what it means, then an example.
  static let offlineSwitch: [DeclaredObject: ObjectText] = [
    .offlineSwitch: ObjectText(
      "a switch",
      #"""
      $schema: Path of the editor schema. e.g. "launchflow.schema.json"
      format: The version of the file format.
      switch: The switch's name, in kebab case. e.g. "offline"
      summary: One sentence for people.
      factors: What takes the app offline. It is offline while any factor holds.
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF046": "Probes cost the
        drivers' data."}
      """#),
    .factors: ObjectText(
      "the factors of a switch",
      #"""
      marked: Marked offline by the user; survives a crash.
      network: The network, probed.
      service: The services of the app's domains, watched by the calls that fail.
      """#),
    .mark: ObjectText(
      "a mark",
      #"""
      manual: The user's own button.
      """#),
    .manualMark: ObjectText(
      "the user's button",
      #"""
      cache: The cache that keeps the mark. e.g. "offline-marked"
      """#),
    .networkFactor: ObjectText(
      "a network factor",
      #"""
      probe: Asks whether a server answers.
      every: The wait between probes while the network is up. e.g. "60s"
      everyWhileDown: Wait between probes while the network is down. The default is "every". e.g. "5s"
      debounce: Waits before a change counts.
      causes: Media that are named as causes.
      grace: Time after a return from the background in which a loss of the network does not count. e.g.
        "5s"
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF046": "Probes cost the
        drivers' data."}
      """#),
    .probe: ObjectText(
      "a probe",
      #"""
      http: The request that is answered wherever the network works.
      timeout: Time limit of a probe; without an answer by then the network counts as down. e.g. "3s"
      """#),
    .debounce: ObjectText(
      "a debounce",
      #"""
      down: The window before the network counts as down. e.g. "2s"
      up: The window before it counts as up again. e.g. "500ms"
      """#),
    .serviceFactor: ObjectText(
      "a service factor",
      #"""
      watch: Domains with the calls whose failures count, by path, or by host and path; a "*" is a whole
        segment of a path. e.g. {"trade": ["POST /trade/*"]} or {"trade": ["POST api.example.com/trade/*"]}
      trigger: When a domain becomes suspect.
      confirm: Asks whether a suspect domain is faulty.
      poll: How a suspect or faulty domain is asked about again.
      keep: How long a verdict remains valid after the last answer. e.g. "5m"
      ignore: Warnings to suppress here, by code, each with a reason. e.g. {"LF046": "Probes cost the
        drivers' data."}
      """#),
    .trigger: ObjectText(
      "a trigger",
      #"""
      failures: How many failed calls make a domain suspect.
      within: Period in which these calls fail. e.g. "30s"
      errors: Error classes of the calls that count. e.g. ["timeout", "network", "server", "business"]
      codes: Codes in envelopes that count whatever the error class. e.g. [500, "E_BUSY"]
      """#),
    .question: ObjectText(
      "a question",
      #"""
      http: Request to the quality-of-service server; ${domain} is the name of the domain.
      timeout: Time limit of an answer. e.g. "3s"
      results: Names for answers; "faulty" takes the domain offline. e.g. {"faulty": {"at": "/fault",
        "equals": true}}
      """#),
    .switchPoll: ObjectText(
      "the poll of a switch",
      #"""
      every: The wait after the first answer. e.g. "15s"
      factor: Factor by which each further wait grows.
      maxEvery: Longest wait; needed where waits grow. e.g. "60s"
      jitter: Whether each wait is drawn at random between zero and its full length.
      """#),
  ]
}
