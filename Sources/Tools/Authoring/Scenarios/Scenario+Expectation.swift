extension Scenario {
  /// The expected outcome of a scenario's run, or of its runs together.
  package struct Expectation: Equatable, Sendable {
    /// The pages that a run may land on, or with shares the page's bounds over many runs.
    package enum Landing: Equatable, Sendable {
      case anyOf([String])
      case shares([Share])
    }

    package struct Share: Equatable, Sendable {
      package var page: String
      /// The bound on the share, from 0 to 1.
      package var bound: Bound<Double>

      package init(_ page: String, _ bound: Bound<Double>) {
        self.page = page
        self.bound = bound
      }
    }

    package enum Comparison: String, CaseIterable, Hashable, Sendable {
      case atLeast = ">="
      case atMost = "<="
      case above = ">"
      case below = "<"
      case equal = "=="
    }

    /// A comparison with a bound, written `">=0.99"`.
    package struct Bound<Value: Equatable & Sendable>: Equatable, Sendable {
      package typealias Comparison = Scenario.Expectation.Comparison

      package var comparison: Comparison
      package var value: Value

      package init(_ comparison: Comparison, _ value: Value) {
        self.comparison = comparison
        self.value = value
      }
    }

    /// A figure of the distribution of landing times.
    package enum Figure: String, CaseIterable, Hashable, Sendable {
      case mean, p50, p90, p95, p99, max
    }

    package struct Bounded<Figure: Equatable & Sendable, Value: Equatable & Sendable>: Equatable, Sendable {
      package var figure: Figure
      package var bound: Bound<Value>

      package init(_ figure: Figure, _ bound: Bound<Value>) {
        self.figure = figure
        self.bound = bound
      }
    }

    package struct Step: Equatable, Sendable {
      /// The name of a step or group.
      package var step: String
      /// Any of these statuses, results or failures.
      package var outcome: [String]?
      package var source: Source?
      /// The required number of attempts of its own work.
      package var attempts: Int?

      package init(_ step: String, outcome: [String]? = nil, source: Source? = nil, attempts: Int? = nil) {
        self.step = step
        self.outcome = outcome
        self.source = source
        self.attempts = attempts
      }
    }

    /// The expected landing of the run, or of each share of the runs.
    package var landing: Landing?
    package var within: Duration?
    /// Whether an `http` or `action` step failed, timed out or was recovered before the landing.
    package var degraded: Bool?
    /// Whether the run was cancelled before it landed.
    package var cancelled: Bool?
    /// The notice's text as written in the file; the empty text means none.
    package var notice: String?
    package var steps: [Step] = []
    /// Steps that must settle in this order.
    package var order: [String] = []
    /// The outcomes of the scenario's further starts, in the order of their times; nil expects nothing of them.
    package var starts: [Start]?
    /// Bounds on the times of many runs' landings.
    package var figures: [Bounded<Figure, Duration>] = []

    package init() {}
  }
}
