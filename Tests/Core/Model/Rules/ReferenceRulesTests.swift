import LaunchFlowTestFlows

extension WrongFlowTests {
  static let badTemplate: [WrongText] = [
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "notice": { "text": "${a.message" } }"#,
        steps:
          #""a": { "action": "x", "with": "${a b}", "timeout": "1s" }, "b": { "http": { "url": "https://x/${}", "headers": { "h": "$${ok" } }, "timeout": "1s" }"#
      ),
      "LF011 ‹\"${a b}\"› \"${a b}\" is not a reference (write ${step/pointer}, ${input}, or in a notice ${step.message})",
      "LF011 ‹\"https://x/${}\"› \"${}\" is not a reference (write ${step/pointer}, ${input}, or in a notice ${step.message})",
      "LF011 ‹{ \"text\": \"${a.message\" }› a \"${\" has no \"}\" (write ${a.message})")
  ]

  static let unknownReference: [WrongText] = [
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "with": { "a": ["${?lnik/order}"] } }"#,
        steps: #""link": { "await": "link", "timeout": "0s" }"#, more: #""signals": ["link"],"#),
      "LF004 ‹\"${?lnik/order}\"› no step or input \"lnik\" is declared (did you mean \"link\"?)"),
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "notice": "${lgoin.message}" }"#,
        steps: #""login": { "action": "x", "with": { "a": ["${logni/x}", "${mdoe}"] }, "timeout": "1s" }"#,
        more: #""inputs": { "mode": { "type": "string" } },"#),
      "LF004 ‹\"${logni/x}\"› no step or input \"logni\" is declared (did you mean \"login\"?)",
      "LF004 ‹\"${mdoe}\"› no step or input \"mdoe\" is declared (did you mean \"mode\"?)",
      "LF004 ‹\"${lgoin.message}\"› no step or input \"lgoin\" is declared (did you mean \"login\"?)"),
  ]

  static let referenceWithoutNeed: [WrongText] = [
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "with": ["${link}", "${pause}", "${link.message}"] }"#,
        steps:
          #""link": { "await": "link", "timeout": "0s" }, "pause": { "await": "1s" }, "open": { "needs": ["link"], "action": "x", "with": "${link/order}", "timeout": "1s" }"#,
        more: #""signals": ["link"],"#),
      "LF009 ‹\"${pause}\"› \"pause\" is a wait, which has neither a value nor a message",
      "LF009 ‹\"${link.message}\"› only a notice can contain the message of a step"),
    WrongText(
      FlowText.steps(
        #""a": { "value": 1 }, "b": { "needs": ["a"], "action": "x", "with": "${a/x}", "timeout": "1s" }, "c": { "needs": ["b"], "after": ["z"], "action": "x", "with": ["${a}", { "k": "v ${z/y}" }], "timeout": "1s" }, "z": { "value": 1 }"#
      ),
      "LF009 ‹\"v ${z/y}\"› \"c\" refers to \"z\" without needing it (add \"z\" to the \"needs\" of \"c\"; to go on where it fails, add it to \"after\" and write ${?z…})"
    ),
    WrongText(
      FlowText.steps(
        #""z": { "value": 1 }, "y": { "value": 1 }, "w": { "after": ["z"], "action": "x", "timeout": "1s" }, "c": { "needs": ["w"], "http": { "url": "https://x.example.com/${?w}", "headers": { "a": "${?z}", "b": "${?y/k}" } }, "timeout": "1s" }, "d": { "when": { "y": "failed" }, "action": "x", "with": ["${?y/k}"], "timeout": "1s" }"#
      ),
      "LF011 ‹\"https://x.example.com/${?w}\"› an optional reference is allowed in headers, query, form and JSON only (remove the \"?\")",
      "LF009 ‹\"${?y/k}\"› \"c\" refers to \"y\" without waiting for it (add \"y\" to the \"after\" of \"c\")"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "value": 1 }, "g": { "needs": ["a"], "steps": { "m": { "action": "x", "with": "${a}", "timeout": "1s" }, "n": { "action": "x", "with": "${m}", "timeout": "1s" } } }, "h": { "needs": ["g"], "action": "x", "with": "${a} ${m} ${g}", "timeout": "1s" }, "i": { "needs": ["m"], "action": "x", "with": "${a} ${i}", "timeout": "1s" }"#
      ),
      "LF009 ‹\"${m}\"› \"n\" refers to \"m\" without needing it (add \"m\" to the \"needs\" of \"n\"; to go on where it fails, add it to \"after\" and write ${?m…})",
      "LF009 ‹\"${a} ${m} ${g}\"› \"h\" refers to \"m\" without needing it (add \"m\" to the \"needs\" of \"h\"; to go on where it fails, add it to \"after\" and write ${?m…})",
      "LF009 ‹\"${a} ${m} ${g}\"› \"g\" is a group, which has no value",
      "LF009 ‹\"${a} ${i}\"› \"i\" refers to its own value"),
    WrongText(
      FlowText.steps(
        #""a": { "value": 1 }, "b": { "http": { "service": "t", "path": "/" }, "timeout": "1s" }, "c": { "needs": ["a"], "http": { "service": "t", "path": "/" }, "timeout": "1s" }, "d": { "needs": ["a"], "http": { "url": "https://x/${b}" }, "timeout": "1s", "fallback": [ { "http": { "service": "s", "path": "/${c.message}" }, "timeout": "1s" } ] }"#,
        more:
          #""services": { "s": { "baseURL": "https://s", "headers": { "h": "${a}" } }, "t": { "like": "s", "baseURL": "${a/url}", "allowedHosts": ["s"] } },"#
      ),
      "LF009 ‹\"t\"› \"b\" refers to \"a\" without needing it (add \"a\" to the \"needs\" of \"b\") +1:172 the service \"t\" refers to it here",
      "LF009 ‹\"t\"› \"b\" refers to \"a\" without needing it (add \"a\" to the \"needs\" of \"b\") +1:129 the service \"t\" refers to it here",
      "LF009 ‹\"https://x/${b}\"› \"d\" refers to \"b\" without needing it (add \"b\" to the \"needs\" of \"d\")",
      "LF009 ‹\"/${c.message}\"› only a notice can contain the message of a step",
      "LF009 ‹\"/${c.message}\"› \"d\" refers to \"c\" without needing it (add \"c\" to the \"needs\" of \"d\")"
    ),
    WrongText(
      FlowText.landings(
        #"{ "page": "login", "when": { "a": "failed" }, "notice": "${a.message} ${b/x} ${n} ${g}" }, { "page": "home", "notice": "${n/x}" }"#,
        steps: #""a": { "value": 1 }, "b": { "value": 1 }, "g": { "steps": {} }"#,
        more: #""inputs": { "n": { "type": "number" } },"#),
      "LF009 ‹\"${a.message} ${b/x} ${n} ${g}\"› \"g\" is a group, which has neither a value nor a message",
      "LF009 ‹\"${n/x}\"› the input \"n\" is a plain value without parts, so it takes no pointer"),
  ]
}
