import LaunchFlowTestFlows

extension WrongFlowTests {
  static let dependsOnTail: [WrongText] = [
    WrongText(
      FlowText.landings(
        #"{ "page": "login", "when": { "landing": "home" } }, { "page": "login", "when": { "t": "failed" }, "after": ["u"] }, { "page": "home", "after": ["landing", "a"], "notice": "${v}" }"#,
        steps:
          #""a": { "value": 1 }, "t": { "after": ["landing"], "value": 1 }, "u": { "value": 1, "when": { "landing": "home" } }, "v": { "value": 1, "needs": ["u"] }"#
      ),
      "LF010 ‹\"landing\"› a landing rule cannot wait for the landing",
      "LF010 ‹\"t\"› a landing rule cannot wait for \"t\", which waits for the landing (remove \"t\" here, or remove \"landing\" from the \"after\" of the step)",
      "LF010 ‹\"u\"› a landing rule cannot wait for \"u\", which waits for the landing (remove \"u\" here, or remove \"landing\" from the \"after\" of the step)",
      "LF010 ‹\"landing\"› a landing rule cannot wait for the landing",
      "LF010 ‹\"${v}\"› a notice cannot refer to \"v\", which waits for the landing"),
    WrongText(
      FlowText.steps(
        #""g": { "steps": { "m": { "value": 1, "after": ["landing"] }, "n": { "value": 1, "after": ["m"] } } }, "h": { "after": ["m"], "steps": { "o": { "value": 1 } } }, "p": { "value": 1, "needs": ["o"] }"#
      ),
      "LF010 ‹\"m\"› \"m\" waits for the landing, but its group \"g\" does not (remove it from the group, or let the group wait for the landing)",
      "LF010 ‹\"n\"› \"n\" waits for the landing, but its group \"g\" does not (remove it from the group, or let the group wait for the landing)"
    ),
    WrongText(
      FlowText(
        steps:
          #""t": { "after": ["landing"], "steps": { "o": { "value": 1 } } }, "p": { "value": 1, "needs": ["o"] }"#,
        more: #""promises": [ { "always": { "p": "settled" } } ],"#
      ).text),
  ]
}
