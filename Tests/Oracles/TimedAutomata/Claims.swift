import LaunchFlowModel

/// A question to TChecker: whether a state with a label is reachable, and the verifier's answer.
struct Claim {
  /// Where the question is asked.
  enum Place {
    case landing([String])
    case end([String])
    /// The start of this step.
    case start(Int)
  }

  var label: String
  /// What it asks, for people.
  var text: String
  var isReachable: Bool
  var place: Place
}

extension Claim {
  /// The claims of `launchflow verify --format json`.
  static func all(in verification: JSONValue, _ encoding: Encoding) -> [Claim] {
    let flow = encoding.flow
    var claims: [Claim] = []
    func add(_ text: String, _ isReachable: Bool, _ place: Place) {
      claims.append(Claim(label: "claim\(claims.count)", text: text, isReachable: isReachable, place: place))
    }
    func addLatest(_ latest: JSONValue, _ what: String, _ guards: [String], isExact: Bool = true) {
      guard case .integer(let time)? = latest["at"] else { return }
      let (units, rest) = time.quotientAndRemainder(dividingBy: encoding.unit)
      let later = rest == 0 ? "now > \(units)" : "now >= \(units + 1)"
      add("\(what) later than \(time) ns", false, .landing(guards + [later]))
      guard isExact, latest["scenarioAt"] == nil || latest["scenarioAt"] == .integer(time) else { return }
      let asLate = rest == 0 ? "now >= \(units)" : "now > \(units)"
      add("\(what) as late as \(time) ns", true, .landing(guards + [asLate]))
    }
    if let latest = verification["worstCase"] { addLatest(latest, "a landing", [], isExact: false) }
    let unreachable = verification["unreachable"]?.elements ?? []
    let dead = unreachable + (verification["onlyCancelled"]?.elements ?? [])
    let seen = verification["pages"]?.elements ?? []
    for (number, page) in flow.pages.enumerated() {
      let guards = ["page == \(number + 1)", "gone == 0"]
      if let latest = seen.first(where: { $0["page"] == .string(page.name) }) {
        addLatest(latest, "landing on \(page.name)", guards)
      } else {
        add("landing on \(page.name)", false, .landing(guards))
      }
    }
    for group in verification["inputs"]?.elements ?? [] {
      guard case .object(let given)? = group["inputs"] else { continue }
      let guards = given.members.compactMap { member in
        encoding.inputs.firstIndex { $0.name == member.name }.map {
          "i\($0) == \(encoding.inputs[$0].code(of: member.value))"
        }
      }
      addLatest(group, "landing with \(JSONValue.object(given).text())", guards + ["gone == 0"])
    }
    for (number, landing) in flow.landings.enumerated() {
      let part: [String: JSONValue] = ["kind": "rule", "rule": .integer(Int64(number))]
      let isDead = dead.contains { entry in part.allSatisfy { entry[$0.key] == $0.value } }
      add(
        "landing by rule \(number + 1), \(landing.page)", !isDead,
        .landing(["rule == \(number + 1)", "gone == 0"]))
    }
    for (number, verdict) in (verification["promises"]?.elements ?? []).enumerated() {
      let what = "promise \(number + 1) broken"
      var asked = ["p\(number) == 1"]
      var place = Place.end
      if case .within(let limit, let page) = flow.promises[number] {
        asked = ["now > \(encoding.units(limit))"]
        if let page {
          // No run lands on a page without a rule.
          guard let rule = flow.landings.firstIndex(where: { $0.page == page }) else { continue }
          asked.append("rule == \(rule + 1)")
        }
        place = Place.landing
      }
      if case .bool(let holds)? = verdict["holdsUncancelled"] {
        add(what, !holds, place(asked + ["gone == 0"]))
      }
      if verdict["holds"] == true || verdict["holdsUncancelled"] == true,
        case .bool(let holds)? = verdict["holds"]
      {
        add(what + " in a cancelled run", !holds, place(asked + ["gone == 1"]))
      }
    }
    for (number, step) in encoding.graph.steps.enumerated() where encoding.hasStartLocation(number) {
      // The location does not tell whether the run is cancelled.
      let isDead = unreachable.contains { $0["kind"] == "step" && $0["step"] == .string(step.name) }
      add("start of \(step.name)", !isDead, .start(number))
    }
    return claims
  }
}

extension JSONValue {
  /// The elements of an array; none of anything else.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// A member of an object.
  subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }
}

extension Encoding {
  /// Whether the start of a step is a location.
  func hasStartLocation(_ step: Int) -> Bool {
    switch graph.steps[step].work {
    case .http, .action: true
    case .group, .wait, .cache, .value: false
    }
  }

  /// Adds a labelled location for each question about the landing and the end.
  func addClaims(_ run: inout Network.Automaton) {
    for claim in claims {
      let labels = [claim.label] + (claim.isReachable ? [] : ["refuted"])
      let source: String
      let provided: [String]
      switch claim.place {
      case .landing(let guards): (source, provided) = ("landed", guards)
      case .end(let guards): (source, provided) = ("end", guards)
      case .start: continue
      }
      run.locations.append(.init(name: claim.label, labels: labels, isCommitted: true))
      run.edges.append(.init(source: source, target: claim.label, event: "see", provided: provided))
    }
  }

  /// The labels of a step's first attempt.
  func startLabels(_ step: Int) -> [String] {
    claims.flatMap { claim -> [String] in
      guard case .start(step) = claim.place else { return [] }
      return [claim.label] + (claim.isReachable ? [] : ["refuted"])
    }
  }
}
