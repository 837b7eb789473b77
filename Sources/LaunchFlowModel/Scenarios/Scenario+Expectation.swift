extension Scenario {
  /// What a scenario's run, or its runs together, must come to.
  public struct Expectation: Hashable, Sendable {
    /// The pages that a run may land on, or with shares the page's bounds over many runs.
    public enum Landing: Hashable, Sendable {
      case anyOf([String])
      case shares([Share])
    }

    /// The share of runs that land on a page.
    public struct Share: Hashable, Sendable {
      public var page: String
      public var bound: Bound<Double>

      /// Bounds a page's share.
      public init(_ page: String, _ bound: Bound<Double>) {
        self.page = page
        self.bound = bound
      }
    }

    /// How a figure is compared with its bound.
    public enum Comparison: String, CaseIterable, Hashable, Sendable {
      case atLeast = ">="
      case atMost = "<="
      case above = ">"
      case below = "<"
      case equal = "=="
    }

    /// A comparison with a bound, written `">=0.99"`.
    public struct Bound<Value: Hashable & Sendable>: Hashable, Sendable {
      /// How to compare.
      public typealias Comparison = Scenario.Expectation.Comparison

      public var comparison: Comparison
      public var value: Value

      /// Compares with a value.
      public init(_ comparison: Comparison, _ value: Value) {
        self.comparison = comparison
        self.value = value
      }
    }

    /// A figure of the distribution of landing times.
    public enum Figure: String, CaseIterable, Hashable, Sendable {
      case mean, p50, p90, p95, p99, max
    }

    /// A bound on a figure.
    public struct FigureBound: Hashable, Sendable {
      public var figure: Figure
      public var bound: Bound<Duration>

      /// Bounds a figure.
      public init(_ figure: Figure, _ bound: Bound<Duration>) {
        self.figure = figure
        self.bound = bound
      }
    }

    /// What one step must come to.
    public struct Step: Hashable, Sendable {
      public var step: String
      /// Any of these statuses, results or failures.
      public var outcome: [String]?
      public var source: Source?
      public var attempts: Int?

      /// Expects something of a step.
      public init(_ step: String, outcome: [String]? = nil, source: Source? = nil, attempts: Int? = nil) {
        self.step = step
        self.outcome = outcome
        self.source = source
        self.attempts = attempts
      }
    }

    public var landing: Landing?
    /// The latest time of the landing.
    public var within: Duration?
    public var degraded: Bool?
    public var cancelled: Bool?
    /// The notice's text, as it is written in the file; the empty text means none.
    public var notice: String?
    public var steps: [Step] = []
    /// Steps that must settle in this order.
    public var order: [String] = []
    public var figures: [FigureBound] = []

    /// Expects nothing.
    public init() {}
  }
}
