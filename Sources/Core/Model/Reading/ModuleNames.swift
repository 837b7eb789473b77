/// Renames the parts of an included flow: each gets the name of the step that includes it as a prefix, so that no name
/// clashes with one of another file. Inputs, signals, pages and scopes of caches keep their names.
struct ModuleNames {
  private let prefix: String
  private let steps: Set<String>
  private let caches: Set<String>
  private let services: Set<String>
  private let lanes: Set<String>

  /// - Parameter shared: What the module takes by its own `include` keeps its name, since other files may take it, too.
  init(_ prefix: String, _ module: Flow, shared: [Flow.Inclusion]) {
    self.prefix = prefix
    steps = Set(Self.names(module.steps))
    caches = Set(module.caches.map { $0.name }).subtracting(shared.flatMap { $0.caches })
    services = Set(module.services.map { $0.name }).subtracting(shared.flatMap { $0.services })
    lanes = Set(module.lanes.map { $0.name }).subtracting(shared.flatMap { $0.lanes })
  }

  static func names(_ steps: [Flow.Step]) -> [String] {
    steps.flatMap { [$0.name] + names($0.members ?? []) }
  }

  /// Caches that the module itself declares, renamed.
  func caches(of module: Flow) -> [Flow.Cache] {
    module.caches.filter { caches.contains($0.name) }.map { cache in
      var cache = cache
      cache.name = prefixed(cache.name)
      return cache
    }
  }

  func lanes(of module: Flow) -> [Flow.Lane] {
    module.lanes.filter { lanes.contains($0.name) }.map {
      Flow.Lane(prefixed($0.name), capacity: $0.capacity)
    }
  }

  func services(of module: Flow) -> [Flow.Service] {
    module.services.filter { services.contains($0.name) }.map { service in
      var service = service
      service.name = prefixed(service.name)
      service.like = service.like.map { renamed($0, services) }
      switch service.baseURL {
      case .address(let text): service.baseURL = .address(renamed(template: text))
      case .byEnvironment(let addresses):
        service.baseURL = .byEnvironment(
          addresses.map { .init(environment: $0.environment, address: renamed(template: $0.address)) })
      case nil: break
      }
      service.headers = service.headers.map(renamed)
      service.query = service.query.map(renamed)
      service.failures = service.failures.map(renamed)
      return service
    }
  }

  /// A step with its members. Its references to steps, caches, services and lanes follow.
  func renamed(_ step: Flow.Step) -> Flow.Step {
    var step = step
    step.name = prefixed(step.name)
    step.includer = prefix
    step.needs = step.needs.map { renamed($0, steps) }
    step.after = step.after.map { renamed($0, steps) }
    step.when = step.when.map(renamed)
    step.lane = step.lane.map { renamed($0, lanes) }
    step.store = step.store.map { renamed($0, caches) }
    step.failures = step.failures.map(renamed)
    step.outcomes = step.outcomes.map { Flow.GroupOutcome($0.name, renamed($0.when)) }
    for place in step.fallback.indices { step.fallback[place].work = renamed(step.fallback[place].work) }
    step.work = renamed(step.work)
    return step
  }

  private func renamed(_ work: Flow.Step.Work) -> Flow.Step.Work {
    switch work {
    case .http(let request): .http(renamed(request))
    case .action(let action): .action(renamed(action))
    case .cache(let cache): .cache(renamed(cache, caches))
    case .group(let members): .group(members.map(renamed))
    case .value, .wait: work
    }
  }

  private func prefixed(_ name: String) -> String { prefix + "-" + name }

  @inline(never)
  private func renamed(_ name: String, _ names: Set<String>) -> String {
    names.contains(name) ? prefixed(name) : name
  }

  @inline(never)
  private func renamed(_ failure: Flow.Failure) -> Flow.Failure {
    var failure = failure
    failure.clears = failure.clears.map { renamed($0, caches) }
    return failure
  }

  @inline(never)
  private func renamed(_ action: Flow.Action) -> Flow.Action {
    Flow.Action(action.name, with: action.input.map(renamed))
  }

  @inline(never)
  private func renamed(_ request: Flow.Request) -> Flow.Request {
    var request = request
    switch request.target {
    case .service(let service, let path):
      request.target = .service(renamed(service, services), path: renamed(template: path))
    case .url(let url): request.target = .url(renamed(template: url))
    }
    request.query = request.query.map(renamed)
    request.headers = request.headers.map(renamed)
    switch request.body {
    case .json(let value): request.body = .json(renamed(value))
    case .form(let fields): request.body = .form(fields.map(renamed))
    case .text(let text): request.body = .text(renamed(template: text))
    case nil: break
    }
    return request
  }

  @inline(never)
  private func renamed(_ named: Flow.NamedValue) -> Flow.NamedValue {
    Flow.NamedValue(named.name, renamed(named.value))
  }

  private func renamed(_ value: JSONValue) -> JSONValue { value.mapTexts(renamed(template:)) }

  @inline(never)
  private func renamed(template text: String) -> String {
    guard let template = try? Template(text) else { return text }
    return template.text { reference in
      var reference = reference
      reference.subject = renamed(reference.subject, steps)
      return "${" + reference.text + "}"
    }
  }

  private func renamed(_ condition: Condition) -> Condition {
    Condition(condition.terms.map(renamed))
  }

  private func renamed(_ term: Condition.Term) -> Condition.Term {
    switch term {
    case .fact(let subject, let words): .fact(renamed(subject, steps), isAnyOf: words)
    case .error(let subject, let errors): .error(renamed(subject, steps), isAnyOf: errors)
    case .cached(let subject, let isCached): .cached(renamed(subject, steps), isCached)
    case .given(let subject, let isGiven): .given(renamed(subject, steps), isGiven)
    case .any(let conditions): .any(conditions.map(renamed))
    case .all(let conditions): .all(conditions.map(renamed))
    case .atLeast(let number, let conditions): .atLeast(number, of: conditions.map(renamed))
    case .not(let condition): .not(renamed(condition))
    }
  }
}
