import LaunchFlowModel

extension Explanation {
  static let slowProbe = Explanation(
    .slowProbe, "A probe that is slower than its pace",
    what:
      "The probe's time-out is not below the pace at which the network is probed, the fast one while it is down included.",
    why: "The next probe is due before the last one has been given up.",
    mend: "Shorten the time-out, or slow the pace.",
    wrong: offlineSwitch.replacing(#""everyWhileDown": "5s""#, with: #""everyWhileDown": "2s""#),
    mending: [#""everyWhileDown": "2s""#: #""everyWhileDown": "5s""#])

  static let flappingDebounce = Explanation(
    .flappingDebounce, "A switch that can flap",
    what: "The debounce is 0s in both directions.",
    why: "Each probe may turn the app over, and on a bad line it goes offline and back with every one.",
    mend:
      "Give at least one direction a window. 'launchflow simulate' with '--vary debounce.down=0s,1s,2s' shows what each costs.",
    wrong: offlineSwitch.replacing(
      #"{ "down": "2s", "up": "500ms" }"#, with: #"{ "down": "0s", "up": "0s" }"#),
    mending: [#"{ "down": "0s", "up": "0s" }"#: #"{ "down": "2s", "up": "500ms" }"#])

  static let emptyDomain = Explanation(
    .emptyDomain, "A domain without endpoints",
    what: "A domain under \"watch\" lists no endpoint.",
    why: "Only a failed call to one of its endpoints makes a domain suspect, so this one never goes offline.",
    mend: "Add its endpoints, such as \"POST /trade/*\", or take it out.",
    wrong: offlineSwitch.replacing(#"["GET /member/*"]"#, with: "[]"),
    mending: [#""member": []"#: #""member": ["GET /member/*"]"#])

  static let noFaultyResult = Explanation(
    .noFaultyResult, "A question without a \"faulty\" answer",
    what: "None of the results under \"confirm\" is called \"faulty\".",
    why: "That result is what takes a domain offline; without it no answer does.",
    mend: "Name the answer that confirms a fault \"faulty\".",
    wrong: offlineSwitch.replacing(#""faulty""#, with: #""broken""#),
    mending: [#""broken""#: #""faulty""#])

  static let shortKeep = Explanation(
    .shortKeep, "A verdict that lapses before the next one can come",
    what:
      "\"keep\" is no longer than the longest wait between two questions and the question's time-out together.",
    why: "A faulty domain would come back before anybody has been asked again.",
    mend: "Keep verdicts for longer, or ask more often.",
    wrong: offlineSwitch.replacing(#""keep": "5m""#, with: #""keep": "30s""#),
    mending: [#""keep": "30s""#: #""keep": "5m""#])

  static let endlessPoll = Explanation(
    .endlessPoll, "Questions that grow ever rarer",
    what:
      "The waits between questions grow by a \"factor\" without a \"maxEvery\", or \"maxEvery\" is below \"every\".",
    why: "After a long fault the app would ask once a day whether it is over.",
    mend: "Add \"maxEvery\", or a \"factor\" of 1.",
    wrong: offlineSwitch.replacing(#", "maxEvery": "60s""#, with: ""),
    mending: [#""factor": 1.5"#: #""factor": 1.5, "maxEvery": "60s""#])

  static let slowWhileDown = Explanation(
    .slowWhileDown, "A network that is probed less often while it is down",
    what: "\"everyWhileDown\" is longer than \"every\".",
    why: "The app finds out late that the network is back, just when somebody waits for it.",
    mend: "Probe at least as often while it is down.",
    wrong: offlineSwitch.replacing(#""everyWhileDown": "5s""#, with: #""everyWhileDown": "2m""#),
    mending: [#""everyWhileDown": "2m""#: #""everyWhileDown": "5s""#])

  static let shadowedEndpoint = Explanation(
    .shadowedEndpoint, "An endpoint whose calls count for another one",
    what:
      "An endpoint of a later domain, or a later one of the same, matches only calls that an earlier one matches.",
    why: "A call counts for the first domain that it matches, so this one never counts.",
    mend: "Put the narrower endpoint first, or take it out.",
    wrong: offlineSwitch.replacing("GET /member/*", with: "POST /trade/refunds"),
    mending: ["POST /trade/refunds": "GET /member/*"])

  static let questionWithoutDomain = Explanation(
    .questionWithoutDomain, "A question that is the same for all domains",
    what: "Several domains are watched, and the question under \"confirm\" does not hold \"${domain}\".",
    why: "The answer cannot tell which domain is at fault, so that all go offline together or none does.",
    mend: "Add \"query\": { \"domain\": \"${domain}\" } or put it into the address.",
    wrong: offlineSwitch.replacing(#", "query": { "domain": "${domain}" }"#, with: ""),
    mending: [
      #""https://qos.example.com/decide" }"#:
        #""https://qos.example.com/decide", "query": { "domain": "${domain}" } }"#
    ])
}
