extension Schema {
  private static func time(_ description: String, example: JSONValue = "2m") -> Schema {
    duration(description, example: example)
  }

  /// What the world does to a switch.
  static let switchScenario = object([
    "summary": summary,
    "length": duration("How long it goes on.", default: "10m", example: "10m"),
    "seed": seed,
    "path": list(of: pathChanges).about(
      "How the path changes; it is wifi at the start.", examples: [[["at": "2m", "is": "none"]]]),
    "network": outages("When the network does not carry, whatever the path."),
    "probeTakes": see(.timeTaken).about("How long a probe's answer takes.", default: "50ms"),
    "qosTakes": see(.timeTaken).about("How long the answer to a question takes.", default: "100ms"),
    "qos": outages("When the quality-of-service server does not answer."),
    "incidents": list(of: incident).about(
      "When services are at fault.", examples: [[["domain": "trade", "from": "2m", "to": "5m"]]]),
    "calls": list(of: calls).about("The app's own calls.", examples: [[["domain": "trade", "every": "4s"]]]),
    "marks": list(
      of: object(
        [
          "at": time("When the button is pressed."),
          "is": word(in: ["marked", "unmarked"]).about("What it then says."),
        ], required: ["at", "is"])
    ).about("When the user presses the button."),
    "kills": list(
      of: object(
        [
          "at": time("When the process ends."),
          "restart": time("When it starts again; without it, never."),
        ], required: ["at"])
    ).about("When the app's process ends."),
    "background": list(of: stay).about("When the app is in the background."),
    "expect": see(.switchExpectation).about("What must come of it."),
  ])

  private static let stay = object(
    ["from": time("When it begins."), "to": time("When it is over; without it, never.")], required: ["from"])

  private static let pathChanges: Schema = {
    let path = word(SwitchScenario.Path.self)
    let changes = object(
      [
        "at": time("When the path changes once."),
        "from": time("When the first of many changes comes."),
        "to": time("From when on there is none."),
        "every": time("The wait between them.", example: "1s"),
        "is": anything.about(
          "What the path becomes: a word, or with \"every\" a list of words in turn.",
          examples: [.string(SwitchScenario.Path.none.rawValue), ["none", "wifi"]]),
      ], required: ["is"])
    return changes.and(
      when(
        .has("at"), Schema.lacks("from", "to", "every").and(members(["is": path])),
        otherwise: Schema(["required": ["from", "to", "every"]]).and(
          members(["is": list(of: path, atLeast: 1)]))))
  }()

  private static let incident = object(
    [
      "domain": text.about("The domain whose service is at fault."),
      "from": time("When it begins."),
      "to": time("When it is over; without it, never.", example: "5m"),
      "failures": list(of: time("When a failed call is reported.")).about(
        "Failed calls beside the app's own."),
      "failuresEvery": time("The pace of failed calls while it lasts.", example: "5s"),
    ], required: ["domain", "from"])

  private static let calls = object(
    [
      "domain": text.about("The domain that they belong to; without it, one that nobody watches."),
      "from": duration("When the first one is made.", default: "0s", example: "0s"),
      "to": time("When they end; without it, never."),
      "every": time("The wait from one to the next.", example: "4s"),
      "error": word(ErrorClass.self).about("What they end with, whatever the world does."),
    ], required: ["every"])

  /// What must come of a scenario of a switch.
  static let switchExpectation = object([
    "offline": map(of: list(of: stay)).about(
      "When each cause holds, and at no other time: marked, wifi, cellular or a domain.",
      examples: [["cellular": []]]),
    "detect": durationBound("The longest from a fault's beginning to being offline."),
    "recover": durationBound("The longest from a fault's end to being online."),
    "flips": numberBound("Changes between online and offline.", example: "==2"),
    "falseOfflines": numberBound("Offline periods without a fault.", example: "==0"),
    "missed": numberBound("Faults that were never noticed.", example: "==0"),
    "probesPerHour": numberBound("Probes in an hour.", example: "<=60"),
  ])
}
