extension FlowRules {
  /// Each name is declared once. Steps and inputs share one namespace, and groups have none of their own. The reader
  /// reports repeated keys of an object.
  func duplicateNames() {
    let document = flow.flow
    duplicateStepsAndInputs()
    check(document.pages.map { $0.name }, "page")
    check(document.environments, "environment")
    check(document.signals, "signal")
    let caches = document.caches
    check(caches.map { $0.name }, keys: caches.map { $0.family ?? $0.name }, "cache")
    let services = document.services.map { $0.name }
    check(services, keys: services, "service")
    for index in flow.steps.indices { duplicateWords(of: index) }
    duplicateSignals()
  }

  /// - Parameter keys: The keys of an object that declare the names; nil for a list of the names.
  private func check(_ names: [String], keys: [String]? = nil, _ what: String) {
    func path(_ position: Int) -> JSONPointer {
      JSONPointer(tokens: ["\(what)s", keys?[position] ?? String(position)])
    }
    var first: [String: Int] = [:]
    for (position, name) in names.enumerated() where name != UnreadParts.standInName {
      if let earlier = first[name] {
        add(
          "the \(what) \"\(name)\" is declared twice", at: path(position), path(earlier),
          keys == nil ? .value : .key)
      } else {
        first[name] = position
      }
    }
  }

  private func add(
    _ message: String, at path: JSONPointer, _ earlier: JSONPointer, _ part: Place.Part = .key
  ) {
    report.add(message, at: path, part, notes: [.init("it is first declared here", at: Place(earlier, part))])
  }

  private func duplicateStepsAndInputs() {
    for index in flow.steps.indices {
      let name = flow.steps[index].name
      if flow.inputIndex[name] != nil {
        add(
          "\"\(name)\" is a step and an input, but they share one namespace", at: flow.path(of: index),
          JSONPointer(tokens: ["inputs", name]))
      } else if let first = flow.graph.index[name], first != index {
        add("the step \"\(name)\" is declared twice", at: flow.path(of: index), flow.path(of: first))
      }
    }
  }

  /// The value of a signal has one name, so one step gives it.
  private func duplicateSignals() {
    var namers: [String: Int] = [:]
    for index in flow.steps.indices where !flow.steps[index].results.isEmpty {
      guard let signal = flow.steps[index].awaitedSignal else { continue }
      if let first = namers[signal] {
        let name = flow.steps[first].name
        add(
          "\"\(name)\" already names the values of the signal \"\(signal)\"; use \"\(name)\" in conditions",
          at: flow.path(of: index) / "results", flow.path(of: first) / "results")
      } else {
        namers[signal] = index
      }
    }
  }

  /// A word in a condition must mean one thing.
  private func duplicateWords(of index: Int) {
    guard !flow.steps[index].results.isEmpty else { return }
    let step = flow.steps[index]
    let failures = Set((step.failures + flow.serviceFailures(of: index)).map { $0.name })
    for result in step.results where failures.contains(result.name) {
      report.add(
        "\"\(result.name)\" is both a result and a failure of \"\(step.name)\"",
        at: flow.path(of: index) / "results" / result.name, .key)
    }
  }
}
