import LaunchFlowMachine
import LaunchFlowModel

/// A small launch with a group, every kind of work, conditions and a tail.
func smallFlow() -> Flow {
  var check = Flow.Step("check-update", .http(Flow.Request(.service("hulk", path: "/check"))))
  check.timeout = .seconds(3)
  var review = Flow.Step("is-reviewing", .action(Flow.Action("review")))
  review.after = ["check-update"]
  let checks = Flow.Step("checks", .group([check, review]))
  var login = Flow.Step("login", .http(Flow.Request(.service("rider", path: "/login"))))
  login.timeout = .milliseconds(2500)
  login.needs = ["server"]
  login.after = ["checks", "server"]
  login.when = Condition([
    .fact("signed-in", isAnyOf: [true]), .not(Condition("is-reviewing", is: "under-review")),
  ])
  var later = Flow.Step("sync", .action(Flow.Action("sync")))
  later.after = ["landing"]
  var flow = Flow(
    name: "small", deadline: .seconds(10), pages: ["home", "login"],
    steps: [
      checks, Flow.Step("server", .value(["a": 1])), login, Flow.Step("cached", .cache("rider-info")), later,
    ],
    landings: [
      Flow.Landing(
        "login",
        when: Condition([
          .any([Condition("login", is: "token-invalid", "unavailable"), Condition("signed-in", is: false)])
        ])),
      Flow.Landing("home", when: Condition("cached", is: "cleared"), after: ["login"]),
      Flow.Landing("login"),
    ])
  flow.inputs = [Flow.Input("signed-in", .boolean)]
  return flow
}

/// A flow whose names would command every format if they were not escaped.
func hostileFlow() -> Flow {
  let name = "<script>alert(\"1\")</script>\"]; end %% #quot; \\ \n\u{1B}[31m"
  var step = Flow.Step(name, .cache("b</style>"))
  step.after = ["other"]
  return Flow(
    name: name, deadline: .seconds(1), pages: [Flow.Page(name)],
    steps: [Flow.Step("other", .value(nil)), step],
    landings: [Flow.Landing(name, after: [name])])
}

/// A trace with such names.
func hostileTrace() -> Trace {
  var script = Script(hostileFlow().name, scenario: "--> ]]>")
  let step = script.step(hostileFlow().name, needs: [])
  script.begin(step, at: 0)
  script.at(
    5, .attemptEnded(step: step, attempt: 1, .refused(failure: "</svg>")),
    .settled(step: step, .init(.failed, name: "</svg>")))
  script.land(on: "<home>", at: 5, notice: .init("<b>${x}</b>"))
  return script.trace
}
