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
  (login.lane, login.priority) = ("main", 2)
  login.fallback = [
    .http(Flow.Request(.service("mirror", path: "/login")), timeout: .seconds(1)), .cache("login"),
  ]
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
