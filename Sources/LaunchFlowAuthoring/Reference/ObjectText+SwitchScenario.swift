import LaunchFlowModel

extension ObjectText {
  /// A line for each key: what it means, then an example.
  static let switchScenario: [DeclaredObject: ObjectText] = [
    .switchScenarios: ObjectText("a switch's scenarios file", basedOn: .scenarios, ""),
    .switchScenario: ObjectText(
      "a switch's scenario",
      #"""
      summary: One sentence for people.
      length: Length of the scenario. The default is 10 minutes. e.g. "10m"
      seed: Seed of all random draws. As text where it is above 9223372036854775807.
      path: Changes of the network path, which is wifi at the start. e.g. [{"at": "2m", "is": "none"}]
      network: Periods in which the network fails, whatever the path. e.g. [{"from": "0s", "to": "4s",
        "is": "silent"}]
      probeTakes: Duration of a probe. The default is 50 ms.
      probes: Duration of each probe in turn; those after them take "probeTakes". e.g. ["1s", "3s"]
      qosTakes: Duration of an answer of the quality-of-service server. The default is 100 ms.
      qos: Periods in which the quality-of-service server does not answer. e.g. [{"from": "0s", "to":
        "4s", "is": "silent"}]
      incidents: Periods in which a service fails. e.g. [{"domain": "trade", "from": "2m", "to": "5m"}]
      calls: The app's own calls. e.g. [{"domain": "trade", "every": "4s"}]
      verdicts: Verdicts that the quality-of-service system sends by itself. e.g. [{"at": "1m", "domain":
        "trade", "is": "faulty"}]
      marks: Presses of the button.
      kills: Ends of the process.
      background: Periods in which the app is in the background.
      questions: The first questions about each domain, in turn. e.g. {"trade": [{"takes": "1s"}]}
      expect: What the runs must result in.
      promises: What "launchflow verify" proves of every run, however long answers and random waits take. e.g.
        {"recover": "<=12s"}
      """#),
    .plannedQuestion: ObjectText(
      "a question about a domain",
      #"""
      takes: Duration of its answer. The default is "qosTakes". e.g. "1s"
      wait: The wait after it, cut to the longest that the switch allows. The default is a random wait. e.g.
        "15s"
      """#),
    .switchPromises: ObjectText(
      "promises of a switch",
      #"""
      detect: Longest time from the start of a fault until the app is offline; 0s if it is offline already. A fault
        that the app does not notice breaks every bound. e.g. "<=9s"
      recover: Longest time from the end of a fault until the app is online again. Not measured if the next fault
        begins before; broken if the scenario ends before. e.g. "<=9s"
      flips: Most changes between online and offline. e.g. "<=2"
      falseOfflines: Most offline periods without a fault. e.g. "<=0"
      missed: Most faults that are never detected. e.g. "<=0"
      """#),
    .pathChanges: ObjectText(
      "a change of the path",
      #"""
      at: When the path changes. e.g. "2m"
      from: When the first of many changes comes. e.g. "2m"
      to: When the changes end. e.g. "2m"
      every: The wait between them. e.g. "1s"
      is: The path after the change; with "every", a list of paths in turn. e.g. "none" or ["none",
        "wifi"]
      """#),
    .switchOutage: ObjectText(
      "an outage",
      #"""
      from: When it begins, or a window: at any time of it. e.g. {"any": "1m"}
      to: When it is over; without it, never. e.g. "4m"
      is: Whether requests are lost and hang, or fail at once.
      """#),
    .beginning: ObjectText(
      "a window",
      #"""
      any: Length of the window. 'verify' proves every beginning in it; 'simulate' draws one. e.g. "1m"
      after: When the window begins. e.g. "2m"
      """#),
    .incident: ObjectText(
      "an incident",
      #"""
      domain: The domain whose service is at fault.
      from: When it begins, or a window: at any time of it. e.g. {"any": "1m"}
      to: When it is over; without it, never. e.g. "5m"
      failures: Failed calls beside the app's own.
      failuresEvery: The pace of failed calls while it lasts. e.g. "5s"
      error: Error of the failed calls.
      code: Code in the envelope of the failed calls. e.g. 500
      """#),
    .calls: ObjectText(
      "calls of the app",
      #"""
      domain: Domain of the calls. The default is no watched domain.
      from: When the first one is made. e.g. "0s"
      to: When they end; without it, never. e.g. "2m"
      every: The wait from one to the next. e.g. "4s"
      error: Error of every call, whatever the scenario.
      code: Code in the envelope of these calls. e.g. 500
      """#),
    .pushedVerdict: ObjectText(
      "a verdict that is sent",
      #"""
      at: When it arrives. e.g. "2m"
      domain: The domain that it is about.
      is: The verdict.
      """#),
    .markPress: ObjectText(
      "a press of the button",
      #"""
      at: When the button is pressed. e.g. "2m"
      is: State after the press.
      """#),
    .kill: ObjectText(
      "an end of the process",
      #"""
      at: When the process ends. e.g. "2m"
      restart: When it starts again; without it, never. e.g. "2m"
      """#),
    .stay: ObjectText(
      "a period",
      #"""
      from: When it begins. e.g. "2m"
      to: When it is over; without it, never. e.g. "2m"
      """#),
    .switchExpectation: ObjectText(
      "an expectation of a switch",
      #"""
      offline: Periods in which each cause holds, and no others: marked, wifi, cellular or a domain. e.g.
        {"cellular": []}
      detect: Longest time from the start of a fault until the app is offline; 0s if it is offline already. A fault
        that the app does not notice breaks every bound. e.g. "<=9s"
      recover: Longest time from the end of a fault until the app is online again. Not measured if the next fault
        begins before; broken if the scenario ends before. e.g. "<=9s"
      flips: Changes between online and offline. e.g. "==2"
      falseOfflines: Offline periods without a fault. e.g. "==0"
      missed: Faults that were never detected. e.g. "==0"
      probesPerHour: Probes in an hour. e.g. "<=60"
      """#),
  ]
}
