import LaunchFlowTestFlows

extension WrongFlowTests {
  static let unknownWord: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "await": "online", "timeout": "1s" }, "b": { "value": 1 }"#,
        more:
          #""inputs": { "on": { "type": "boolean" } }, "promises": [ { "never": { "a": { "given": true }, "b": { "given": false }, "on": { "given": true } } } ],"#
      ).text,
      "LF004 ‹{ \"given\": true }› \"a\" awaits no signal",
      "LF004 ‹{ \"given\": false }› \"b\" awaits no signal",
      "LF004 ‹{ \"given\": true }› \"on\" is an input, not a step that awaits a signal"),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "service": "t", "path": "/" }, "timeout": "1s", "results": { "good": {} }, "failures": { "bad": { "status": 400 } } }, "b": { "value": 1, "when": { "a": ["good", "bad", "gone", "available", "timed-out", "goood", "recoverd", true, 1] } }"#,
        more:
          #""services": { "s": { "baseURL": "https://s", "failures": { "gone": { "status": 410 } } }, "t": { "like": "s" } },"#
      ),
      "LF004 ‹\"goood\"› \"goood\" is not a result, failure or status of \"a\" (did you mean \"good\"?)",
      "LF004 ‹\"recoverd\"› \"recoverd\" is not a result, failure or status of \"a\" (did you mean \"recovered\"?)",
      "LF004 ‹true› true is not a result, failure or status of \"a\" (expected one of: \"good\", \"bad\", \"gone\", \"succeeded\", \"recovered\", \"failed\", \"timed-out\", \"skipped\", \"cancelled\", \"available\", \"unavailable\", \"settled\")",
      "LF004 ‹1› 1 is not a result, failure or status of \"a\" (expected one of: \"good\", \"bad\", \"gone\", \"succeeded\", \"recovered\", \"failed\", \"timed-out\", \"skipped\", \"cancelled\", \"available\", \"unavailable\", \"settled\")"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "cache": "c", "failures": { "mine": { "status": 400 } }, "fallback": [ { "http": { "service": "s", "path": "/" }, "timeout": "1s" } ] }, "b": { "value": 1, "when": { "a": ["gone", "mine"] } }, "g": { "steps": {} }, "d": { "value": 1, "when": { "g": ["failed", "good"] } }"#,
        more:
          #""caches": { "c": {} }, "services": { "s": { "baseURL": "https://s", "failures": { "gone": { "status": 410 } } } },"#
      ),
      "LF004 ‹\"good\"› \"good\" is not a result, failure or status of \"g\" (expected one of: \"succeeded\", \"recovered\", \"failed\", \"timed-out\", \"skipped\", \"cancelled\", \"available\", \"unavailable\", \"settled\")"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "value": 1, "when": { "mode": ["fast", "slow", "fats", 1], "on": ["true", false], "n": [1, 2.5, "1"] } }"#,
        more:
          #""inputs": { "mode": { "type": "string", "values": ["fast", "slow"] }, "on": { "type": "boolean" }, "n": { "type": "number" } },"#
      ),
      "LF004 ‹\"fats\"› \"fats\" is not one of the values of the input \"mode\" (did you mean \"fast\"?)",
      "LF004 ‹1› the input \"mode\" takes a string, not 1",
      "LF004 ‹\"true\"› the input \"on\" takes a boolean, not \"true\" (write true without quotes)",
      "LF004 ‹\"1\"› the input \"n\" takes a number, not \"1\" (write 1 without quotes)"),
    WrongText(
      FlowText.steps(
        #""a": { "value": 1, "when": { "offline": ["yes", true], "landing": ["home", "hme", 1], "bb": "failed", "not": { "any": [ { "lading": "home" }, { "b": [] } ] } } }, "b": { "value": 1 }"#
      ),
      "LF004 ‹\"yes\"› \"offline\" is true or false, not \"yes\"",
      "LF004 ‹\"hme\"› no page \"hme\" is declared (did you mean \"home\"?)",
      "LF004 ‹1› a landing is a page, not 1",
      "LF004 ‹\"bb\"› no step or input \"bb\" is declared (expected one of: \"a\", \"b\")",
      "LF004 ‹\"lading\"› no step or input \"lading\" is declared (expected one of: \"a\", \"b\")",
      "LF004 ‹[]› the list is empty, so this condition never holds"),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://a" }, "timeout": "1s", "when": { "g": { "error": "network" } } }, "g": { "steps": { "v": { "value": 1 } } }"#,
        landings:
          #"{ "page": "home", "when": { "a": { "error": ["network", "business"] }, "on": { "error": "timeout" }, "aa": { "error": "client" } } }, { "page": "home", "notice": [ { "when": { "v": { "error": "server" } }, "text": "x" }, { "when": { "a": "gone" }, "text": "y" } ] }"#,
        more: #""inputs": { "on": { "type": "boolean" } },"#
      ).text,
      "LF004 ‹{ \"error\": \"network\" }› \"g\" has no error: only http and action steps have one (ask for the error of a member)",
      "LF004 ‹{ \"error\": \"timeout\" }› \"on\" is an input, which has no error",
      "LF004 ‹\"aa\"› no step or input \"aa\" is declared (expected one of: \"a\", \"g\", \"v\", \"on\")",
      "LF004 ‹{ \"error\": \"server\" }› \"v\" has no error: only http and action steps have one",
      "LF004 ‹\"gone\"› \"gone\" is not a result, failure or status of \"a\" (expected one of: \"succeeded\", \"recovered\", \"failed\", \"timed-out\", \"skipped\", \"cancelled\", \"available\", \"unavailable\", \"settled\")"
    ),
    WrongText(
      FlowText(
        landings: #"{ "page": "login", "when": { "a": "faild" } }, { "page": "home" }"#,
        more:
          #""promises": [ { "never": { "landing": "logon" } }, { "if": { "x-note": 1, "x": true }, "then": { "a": "skiped" } } ],"#
      ).text,
      "LF004 ‹\"logon\"› no page \"logon\" is declared (did you mean \"login\"?)",
      "LF004 ‹\"x\"› no step or input \"x\" is declared (there is only \"a\")",
      "LF004 ‹\"skiped\"› \"skiped\" is not a result, failure or status of \"a\" (did you mean \"skipped\"?)",
      "LF004 ‹\"faild\"› \"faild\" is not a result, failure or status of \"a\" (did you mean \"failed\"?)"),
  ]
}
