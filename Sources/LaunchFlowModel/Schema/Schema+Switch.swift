extension Schema {
  /// A switch file.
  static let offlineSwitch = object(
    [
      "$schema": schemaAddress,
      "format": format,
      "switch": anyName.about("The switch's name, in kebab case.", examples: ["offline"]),
      "summary": summary,
      "factors": object([
        "marked": marked, "network": network, "service": serviceFactor,
      ]).and(.has("marked", "network", "service")).about(
        "What takes the app offline: it is offline while any of these holds."),
      "ignore": switchIgnore,
    ], required: ["switch", "factors"])

  private static let switchIgnore = ignore(
    DiagnosticCode.silenceableInSwitches, example: ["LF046": "Probes cost the drivers' data."])

  private static let marked = object(
    [
      "manual": object(
        ["cache": anyName.about("The cache that keeps the mark.", examples: ["offline-marked"])],
        required: ["cache"]
      ).about("The user's own button.")
    ], required: ["manual"]
  ).about("Marked offline by hand; survives a crash.")

  private static let network = object(
    [
      "probe": object(
        [
          "http": directRequest.about("The request that is answered wherever the network works."),
          "timeout": duration("A probe without an answer by then is bad.", example: "3s"),
        ], required: ["http", "timeout"]
      ).about("Asks whether a server answers."),
      "every": duration("The wait between probes while the network is up.", example: "60s"),
      "everyWhileDown": duration("The same while it is down; without it, the same pace.", example: "5s"),
      "debounce": object([
        "down": duration("The window before the network counts as down.", default: "2s", example: "2s"),
        "up": duration("The window before it counts as up again.", default: "500ms", example: "500ms"),
      ]).about("The windows before a change is believed."),
      "causes": list(of: word(OfflineSwitchDocument.Medium.self), atLeast: 1).about(
        "The media that are named as causes.", default: ["wifi", "cellular"]),
      "grace": duration(
        "How long after a return from the background no loss is believed.", default: "5s", example: "5s"),
      "ignore": switchIgnore,
    ], required: ["probe", "every"]
  ).about("The network, probed.")

  private static let serviceFactor = object(
    [
      "watch": watch,
      "trigger": object([
        "failures": integer(1...100).about("How many failed calls make a domain suspect.", default: 1),
        "within": duration("The stretch of time that they fall into.", default: "30s", example: "30s"),
      ]).about("When a domain becomes suspect."),
      "confirm": object(
        [
          "http": directRequest.about("The question; ${domain} stands for the domain."),
          "timeout": duration("How long an answer may take.", example: "3s"),
          "results": map(of: see(.result), names: anyName).and(.has("faulty")).about(
            "What answers mean; \"faulty\" takes the domain offline.",
            examples: [["faulty": ["at": "/fault", "equals": true]]]),
        ], required: ["http", "timeout", "results"]
      ).about("Asks whether a suspect domain is faulty."),
      "poll": switchPoll,
      "keep": duration("How long a verdict outlasts its answer.", default: "5m", example: "5m"),
      "ignore": switchIgnore,
    ], required: ["watch", "confirm"]
  ).about("The services of the app's domains, watched by the calls that fail.")

  private static let domain = anyName.and(
    no(["marked"] + OfflineSwitchDocument.Medium.allCases.map(\.rawValue)))

  private static let watch = map(
    of: list(of: text("^([A-Z]+ )?/+(\\*|[^*/ ?#]*)(/(\\*|[^*/ ?#]*))*$"), atLeast: 1), names: domain
  ).and(.not(onlyRemarks)).about(
    "Domains with the calls whose failures count against them; a \"*\" is a whole segment.",
    examples: [["trade": ["POST /trade/*"]]])

  private static let switchPoll = object([
    "every": duration("The wait after the first answer.", default: "15s", example: "15s"),
    "factor": number(1...1000).about("What each further wait is multiplied with.", default: 1),
    "maxEvery": duration("What no wait exceeds; needed where waits grow.", default: "60s", example: "60s"),
    "jitter": word(Flow.Retry.Jitter.self).about(
      "Whether each wait is drawn from zero to its whole length.", default: "full"),
  ]).and(
    when(
      .has("maxEvery"), .anything, otherwise: members(["factor": Schema(["maximum": 1])]))
  ).about("How a suspect or faulty domain is asked about again.")
}
