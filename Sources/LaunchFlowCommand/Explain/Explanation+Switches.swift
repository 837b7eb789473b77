import LaunchFlowModel

extension Explanation {
  static let slowProbe = Explanation(
    .slowProbe, "Probe slower than its interval",
    what: "The probe's time-out is not shorter than \"every\" or \"everyWhileDown\".",
    why: "The next probe is due before the last one has timed out.",
    fix: "Shorten the time-out, or lengthen the interval.",
    wrong: offlineSwitch.replacing(#""everyWhileDown": "5s""#, with: #""everyWhileDown": "2s""#),
    fixing: [#""everyWhileDown": "2s""#: #""everyWhileDown": "5s""#])

  static let flappingDebounce = Explanation(
    .flappingDebounce, "Debounce without any window",
    what: "Both \"debounce\" windows are 0s.",
    why: "Every probe may switch the app. On a bad line the app goes offline and back with each probe.",
    fix:
      "Give at least one direction a window. To compare values, run 'launchflow simulate' with '--vary debounce.down=0s,1s,2s'.",
    wrong: offlineSwitch.replacing(
      #"{ "down": "2s", "up": "500ms" }"#, with: #"{ "down": "0s", "up": "0s" }"#),
    fixing: [#"{ "down": "0s", "up": "0s" }"#: #"{ "down": "2s", "up": "500ms" }"#])

  static let emptyDomain = Explanation(
    .emptyDomain, "Domain without any endpoint",
    what: "A domain under \"watch\" lists no endpoint.",
    why:
      "A domain becomes suspect only through a failed call to one of its endpoints. Without endpoints it never goes offline.",
    fix: "Add its endpoints, such as \"POST /trade/*\", or remove the domain.",
    wrong: offlineSwitch.replacing(#"["GET /member/*"]"#, with: "[]"),
    fixing: [#""member": []"#: #""member": ["GET /member/*"]"#])

  static let noFaultyResult = Explanation(
    .noFaultyResult, "Missing \"faulty\" result",
    what: "None of the results under \"confirm\" is named \"faulty\".",
    why: "Only the result \"faulty\" takes a domain offline.",
    fix: "Give the name \"faulty\" to the answer that confirms a fault.",
    wrong: offlineSwitch.replacing(#""faulty""#, with: #""broken""#),
    fixing: [#""broken""#: #""faulty""#])

  static let shortKeep = Explanation(
    .shortKeep, "Verdict kept too briefly",
    what:
      "\"keep\" is not longer than the longest wait between two questions plus the time-out of a question.",
    why: "A faulty domain would come back online before the service is asked again.",
    fix: "Raise \"keep\", or ask more often.",
    wrong: offlineSwitch.replacing(#""keep": "5m""#, with: #""keep": "30s""#),
    fixing: [#""keep": "30s""#: #""keep": "5m""#])

  static let endlessPoll = Explanation(
    .endlessPoll, "Poll interval without a limit",
    what:
      "The interval grows by a \"factor\" without a \"maxEvery\", or \"maxEvery\" is shorter than \"every\".",
    why: "After a long fault the app would ask only once a day whether the fault is over.",
    fix: "Add \"maxEvery\", or set \"factor\" to 1.",
    wrong: offlineSwitch.replacing(#", "maxEvery": "60s""#, with: ""),
    fixing: [#""factor": 1.5"#: #""factor": 1.5, "maxEvery": "60s""#])

  static let slowWhileDown = Explanation(
    .slowWhileDown, "Slower probing while down",
    what: "\"everyWhileDown\" is longer than \"every\".",
    why: "The app notices the return of the network late, while users wait for it.",
    fix: "Make \"everyWhileDown\" at most as long as \"every\".",
    wrong: offlineSwitch.replacing(#""everyWhileDown": "5s""#, with: #""everyWhileDown": "2m""#),
    fixing: [#""everyWhileDown": "2m""#: #""everyWhileDown": "5s""#])

  static let shadowedEndpoint = Explanation(
    .shadowedEndpoint, "Endpoint shadowed by another",
    what: "Every call that this endpoint matches also matches an earlier endpoint.",
    why: "A call counts for the first endpoint that matches, so this one never counts.",
    fix: "Put the narrower endpoint first, or remove it.",
    wrong: offlineSwitch.replacing("GET /member/*", with: "POST /trade/refunds"),
    fixing: ["POST /trade/refunds": "GET /member/*"])

  static let questionWithoutDomain = Explanation(
    .questionWithoutDomain, "Question without the domain",
    what:
      "The switch watches several domains, but the question under \"confirm\" does not contain \"${domain}\".",
    why: "The answer cannot say which domain is faulty. All suspect domains get the same verdict.",
    fix: "Add \"query\": { \"domain\": \"${domain}\" }, or put the reference into the address.",
    wrong: offlineSwitch.replacing(#", "query": { "domain": "${domain}" }"#, with: ""),
    fixing: [
      #""https://qos.example.com/decide" }"#:
        #""https://qos.example.com/decide", "query": { "domain": "${domain}" } }"#
    ])
}
