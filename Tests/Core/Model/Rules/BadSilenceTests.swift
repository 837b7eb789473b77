import LaunchFlowTestFlows

extension WrongFlowTests {
  static let badSilence: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1, "ignore": { "LF004": "x", "LF999": "x", "LF016": "  ", "LF017": 3, "x-note": 1 } }"#
      ).text,
      "LF011 ‹\"LF004\"› LF004 cannot be silenced (only warnings can; fix the problem)",
      "LF011 ‹\"LF999\"› \"LF999\" is not a diagnostic code (the code follows each message, such as [LF028]; \"launchflow explain\" lists all codes)",
      "LF011 ‹\"  \"› the reason is missing (write why LF016 does not matter here)",
      "LF011 ‹3› expected text, found a number"),
    WrongText(
      FlowText(more: #""ignore": { "LF053": "x", "LF041": "x" },"#).text,
      "LF011 ‹\"LF053\"› LF053 cannot be silenced (only warnings can; fix the problem)",
      "LF011 ‹\"LF041\"› LF041 cannot be silenced (it is about a switch)"),
    WrongText(
      FlowText(more: #""ignore": [],"#).text,
      "LF011 ‹[]› expected an object, found a list (use each name as a key: { \"name\": \"…\", … })"),
  ]
}
