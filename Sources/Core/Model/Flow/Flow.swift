/// A launch, declared: its inputs, services, caches, pages, steps, landings and promises.
///
/// A flow is plain data that was read from a file without errors. Lists keep the order of the file, which decides ties
/// everywhere.
public struct Flow: Sendable {
  /// The newest version of the file format that this build reads.
  package static let newestFormat = 1

  package internal(set) var format = Flow.newestFormat
  /// The flow's name, in kebab case.
  public package(set) var name: String
  /// The title for people; nil shows the name.
  package var title: String?
  package var summary: String?
  /// The latest time of the landing.
  package var deadline: Duration
  /// What a start does while a run with equal inputs has not landed.
  package var ifRunning = Repetition.beside
  package var defaults = Defaults() { didSet { knownGraph = nil } }
  package var inputs: [Input] = []
  package var signals: [String] = []
  package var pages: [Page]
  /// The environments, caches and services that come from other files.
  package var inclusions: [Inclusion] = []
  package var caches: [Cache] = []
  /// The environments, the release build's first.
  public package(set) var environments: [String] = []
  package var services: [Service] = []
  /// The lanes with their capacities, beside `main`, which always exists with capacity 1.
  package var lanes: [Lane] = []
  package var steps: [Step] { didSet { knownGraph = nil } }
  package var landings: [Landing]
  /// The author's promises, which the verifier proves.
  package var promises: [Promise] = []
  /// The largest share of launches in which a remote fallback may begin beside the own work of its step.
  package var hedges: Hedges?
  package internal(set) var ignore: [Silence] = []
  /// The order of the steps, until they change.
  private var knownGraph: StepGraph?

  /// Builds a flow from its required parts; set the others afterwards.
  package init(name: String, deadline: Duration, pages: [Page], steps: [Step], landings: [Landing]) {
    self.name = name
    self.deadline = deadline
    self.pages = pages
    self.steps = steps
    self.landings = landings
  }

  package var graph: StepGraph { knownGraph ?? StepGraph(self) }

  /// Keeps the order of the steps, so that it is not looked up again.
  mutating func keepGraph() { knownGraph = StepGraph(self) }
}

extension Flow {
  /// A bound on the cost of hedging, which scenarios with odds check.
  package struct Hedges: Sendable {
    /// A share of launches, from 0 to 1.
    package var atMost: Double
  }

  /// Defaults for steps that leave a key out.
  package struct Defaults: Sendable {
    package var timeout: Duration?
    package var retry: Retry?
    /// Whether steps and groups that no group contains are cancelled or continue if they are open at the landing.
    package var afterLanding: Step.AfterLanding?

    package init(timeout: Duration? = nil) {
      self.timeout = timeout
    }
  }

  /// The step's own `retry`, or that of the defaults for a request or an action of this file.
  package func retry(of step: Step) -> Retry? {
    if let own = step.retry { return own }
    guard step.isCall, step.includer == nil, let retry = defaults.retry else { return nil }
    return retry.classes(for: step.work.request?.method).isEmpty ? nil : retry
  }

  /// A step with its members and the defaults of times and retries written out.
  package func completed(_ step: Step) -> Step {
    var step = step
    if let members = step.members { step.work = .group(members.map(completed)) }
    if step.module != nil { (step.module, step.lane) = (nil, nil) }
    step.retry = retry(of: step)
    step.includer = nil
    if step.isTimed { step.timeout = step.timeout ?? defaults.timeout }
    for place in step.fallback.indices where !step.fallback[place].isLocal {
      step.fallback[place].timeout = step.fallback[place].timeout ?? defaults.timeout
    }
    return step
  }

  /// A value that the app gives at the start.
  package struct Input: Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
      case boolean, string, number
      /// A time such as `"5s"`, between `minimum` and `maximum`.
      case duration
    }

    package var name: String
    package var kind: Kind
    package var summary: String?
    /// The allowed values; empty means any of the kind.
    package var values: [JSONValue] = []
    /// What the phone knows, if the engine gives the value; booleans only.
    package var source: PhoneFact?
    /// The shortest and the longest time; durations only.
    package var minimum: Duration?
    package var maximum: Duration?
    package var defaultValue: JSONValue?
    package internal(set) var ignore: [Silence] = []

    package init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// A fact about the phone at the start of a run.
  package enum PhoneFact: String, CaseIterable, Hashable, Sendable {
    /// The user wants to save data: Low Data Mode.
    case constrained
    /// The network may cost the user money: a mobile network or a hotspot.
    case expensive
    /// The user wants to save power: Low Power Mode.
    case lowPower
  }

  /// A named place for values that outlive a run.
  package struct Cache: Sendable {
    package var name: String
    /// The name in the file of a cache that is one for each element of a step; nil for another cache.
    package internal(set) var family: String?
    /// Caches of one scope are cleared together, at logout for instance.
    package var scope: String?
    /// Older values count as absent; nil means that values never expire.
    package var maxAge: Duration?
    package internal(set) var ignore: [Silence] = []

    package init(_ name: String, scope: String? = nil, maxAge: Duration? = nil) {
      self.name = name
      self.scope = scope
      self.maxAge = maxAge
    }

    package var path: JSONPointer { JSONPointer(tokens: ["caches", family ?? name]) }
  }

  /// The indices of the caches with this name or scope.
  package func caches(named name: String) -> [Int] {
    caches.indices.filter { caches[$0].name == name || caches[$0].scope == name }
  }

  /// A resource that a limited number of steps use at once.
  package struct Lane: Sendable {
    /// The lane of the main actor, which every flow has.
    package static let main = "main"

    package var name: String
    /// How many steps run on it at once, at least 1.
    package internal(set) var capacity: Int

    package init(_ name: String, capacity: Int) {
      self.name = name
      self.capacity = capacity
    }
  }
}

extension Flow {
  /// A warning that the author has seen and silences.
  package struct Silence: Sendable {
    /// The warning's code, `LF` and three digits.
    package var code: String
    /// Why the warning does not matter here; not empty.
    package var reason: String
  }
}
