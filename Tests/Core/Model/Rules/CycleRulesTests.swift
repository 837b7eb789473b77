import LaunchFlowTestFlows

extension WrongFlowTests {
  static let cycle: [WrongText] = [
    WrongText(
      FlowText.steps(#""a": { "value": 1, "after": ["a"] }"#),
      "LF005 ‹\"a\"› \"a\" waits for itself"),
    WrongText(
      FlowText.steps(
        #""x": { "value": 1, "needs": ["b"] }, "a": { "value": 1, "needs": ["x", "b"] }, "b": { "value": 1, "after": ["c"] }, "c": { "value": 1, "when": { "not": { "a": "failed" } } }"#
      ),
      "LF005 ‹\"b\"› steps wait for each other: x → b → c → a → x (remove one of these waits) +2:122 \"b\" waits for \"c\" +2:168 \"c\" waits for \"a\" +2:80 \"a\" waits for \"x\""
    ),
    WrongText(
      FlowText.steps(#""g": { "steps": { "m": { "value": 1, "after": ["g"] } } }"#),
      "LF005 ‹\"m\"› steps wait for each other: g → m → g (remove one of these waits) +2:61 \"m\" waits for \"g\""
    ),
    WrongText(
      FlowText.steps(#""g": { "after": ["m"], "steps": { "m": { "value": 1 } } }"#),
      "LF005 ‹\"m\"› steps wait for each other: g → m → g (remove one of these waits) +2:48 \"m\" starts with its group \"g\""
    ),
    WrongText(
      FlowText.steps(
        #""g": { "steps": { "h": { "steps": { "m": { "value": 1, "needs": ["z"] } } } } }, "z": { "value": 1, "after": ["g"] }, "p": { "value": 1, "after": ["q"] }, "q": { "value": 1, "after": ["p"] }"#
      ),
      "LF005 ‹\"h\"› steps wait for each other: g → h → m → z → g (remove one of these waits) +2:50 the group \"h\" ends after \"m\" +2:79 \"m\" waits for \"z\" +2:124 \"z\" waits for \"g\"",
      "LF005 ‹\"q\"› steps wait for each other: p → q → p (remove one of these waits) +2:198 \"q\" waits for \"p\""
    ),
    WrongText(
      FlowText.steps(
        #""g": { "steps": { "m": { "value": 1 }, "n": { "value": 1, "needs": ["m"] } } }, "z": { "value": 1, "needs": ["g", "m"] }"#
      )),
  ]

  static let serviceCycle: [WrongText] = [
    WrongText(
      FlowText(
        more:
          #""services": { "a": { "like": "b" }, "b": { "like": "c" }, "c": { "like": "b" }, "d": { "like": "d" } },"#
      ).text,
      "LF005 ‹\"c\"› services inherit from each other: b → c → b",
      "LF005 ‹\"d\"› the service \"d\" inherits from itself")
  ]
}
