import LaunchFlowModel

extension Scenario {
  /// The expected outcome of a scenario's run, or of its runs together.
  public struct Expectation: Equatable, Sendable {
    /// The pages that a run may land on, or with shares the page's bounds over many runs.
    public enum Landing: Equatable, Sendable {
      case anyOf([String])
      case shares([Share])
    }

    /// The share of runs that land on a page.
    public struct Share: Equatable, Sendable {
      /// One of the flow's pages.
      public var page: String
      /// The bound on the share, from 0 to 1.
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
    public struct Bound<Value: Equatable & Sendable>: Equatable, Sendable {
      /// How to compare.
      public typealias Comparison = Scenario.Expectation.Comparison

      /// How to compare.
      public var comparison: Comparison
      /// The bound.
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
    public struct FigureBound: Equatable, Sendable {
      /// Which figure is bounded.
      public var figure: Figure
      /// Its bound.
      public var bound: Bound<Duration>

      /// Bounds a figure.
      public init(_ figure: Figure, _ bound: Bound<Duration>) {
        self.figure = figure
        self.bound = bound
      }
    }

    /// The expected outcome of one step.
    public struct Step: Equatable, Sendable {
      /// The name of a step or group.
      public var step: String
      /// Any of these statuses, results or failures.
      public var outcome: [String]?
      /// Where its value must come from.
      public var source: Source?
      /// How many attempts its own work must have started.
      public var attempts: Int?

      /// Expects something of a step.
      public init(_ step: String, outcome: [String]? = nil, source: Source? = nil, attempts: Int? = nil) {
        self.step = step
        self.outcome = outcome
        self.source = source
        self.attempts = attempts
      }
    }

    /// Where the run, or each share of the runs, must land.
    public var landing: Landing?
    /// The latest time of the landing.
    public var within: Duration?
    /// Whether an `http` or `action` step failed, timed out or was recovered before the landing.
    public var degraded: Bool?
    /// Whether the run was cancelled before it landed.
    public var cancelled: Bool?
    /// The notice's text, as it is written in the file; the empty text means none.
    public var notice: String?
    /// The expected outcomes of single steps.
    public var steps: [Step] = []
    /// Steps that must settle in this order.
    public var order: [String] = []
    /// The outcomes of the scenario's further starts, in the order of their times; nil expects nothing of them.
    public var starts: [Start]?
    /// Bounds on the times of many runs' landings.
    public var figures: [FigureBound] = []

    /// Expects nothing.
    public init() {}
  }
}
