import LaunchFlowTestFlows

extension WrongFlowTests {
  static let polled =
    #""before": { "value": 1 }, "g": { "needs": ["before"], "deadline": "1m", "poll": { "every": "1s", "until": ["over"] }, "results": { "over": { "m": "succeeded" } }, "steps": { "m": { "value": 1 }, "n": { "after": ["m"], "value": 1 } } }"#

  static let beyondRound: [WrongText] = [
    WrongText(
      FlowText(
        steps: polled
          + #", "later": { "needs": ["m"], "value": 1 }, "last": { "when": { "n": "available" }, "value": 1 }"#,
        landings: #"{ "page": "login", "when": { "m": "failed" } }, { "page": "home", "after": ["g", "n"] }"#,
        more: #""promises": [ { "never": { "m": "failed" } } ],"#
      ).text,
      "LF054 ‹\"m\"› \"m\" settles once in each round of \"g\" and is unknown outside of it (give \"g\" a result that asks about \"m\", and use that result here)",
      "LF054 ‹\"m\"› \"m\" settles once in each round of \"g\" and is unknown outside of it (give \"g\" a result that asks about \"m\", and use that result here)",
      "LF054 ‹\"n\"› \"n\" settles once in each round of \"g\" and is unknown outside of it (give \"g\" a result that asks about \"n\", and use that result here)",
      "LF054 ‹\"m\"› \"m\" settles once in each round of \"g\" and is unknown outside of it (give \"g\" a result that asks about \"m\", and use that result here)",
      "LF054 ‹\"n\"› \"n\" settles once in each round of \"g\" and is unknown outside of it (give \"g\" a result that asks about \"n\", and use that result here)"
    ),
    WrongText(
      FlowText.steps(
        #""before": { "value": 1 }, "g": { "deadline": "1m", "poll": { "every": "1s", "until": ["over"] }, "results": { "over": { "any": [ { "before": "succeeded" }, { "landing": "home" }, { "m": "available" } ] } }, "steps": { "m": { "action": "a", "timeout": "1s", "afterLanding": "continue" } } }"#
      ),
      "LF054 ‹\"before\"› the results of \"g\" may ask only about its members, but \"before\" is not one",
      "LF054 ‹\"landing\"› the results of \"g\" may ask only about its members, but \"landing\" is not one",
      "LF054 ‹\"afterLanding\"› a member of the polled group \"g\" continues after the landing only if the group does (move it to the group)"
    ),
    // Within a round all is as in any group; the group's own result may be asked for, and a notice told.
    WrongText(
      FlowText(
        steps: polled + #", "later": { "needs": ["g"], "when": { "g": "over" }, "value": 1 }"#,
        landings:
          #"{ "page": "login", "when": { "g": ["over", "timed-out"] }, "notice": "${m}" }, { "page": "home" }"#
      ).text),
    // A group that is not polled may have results too.
    WrongText(
      FlowText(
        steps:
          #""g": { "results": { "fine": { "m": "succeeded" }, "rest": {} }, "steps": { "m": { "value": 1 } } }"#,
        landings: #"{ "page": "login", "when": { "g": "rest", "m": "failed" } }, { "page": "home" }"#
      ).text),
    WrongText(
      FlowText.steps(
        #""g": { "deadline": "1s", "poll": { "every": "1s", "until": ["ovr"] }, "results": { "over": { "m": "fine" }, "Bad": {} }, "steps": { "m": { "value": 1 } } }"#
      ),
      "LF004 ‹\"ovr\"› \"g\" has no result \"ovr\" (did you mean \"over\"?)",
      "LF004 ‹\"fine\"› \"fine\" is not a result, failure or status of \"m\" (expected one of: \"succeeded\", \"recovered\", \"failed\", \"timed-out\", \"skipped\", \"cancelled\", \"available\", \"unavailable\", \"settled\")",
      "LF013 ‹\"Bad\"› the result name \"Bad\" is not in kebab-case (write \"bad\")"),
  ]
}
