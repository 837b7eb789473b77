extension Schema {
  private static let words = oneOrMore(text)

  /// What must come of a run of a flow, or of many.
  static let expectation: Schema = {
    let figure = { (what: String) in durationBound("A bound on the \(what) of the landing times.") }
    return object([
      "landing": anyOf([
        words, map(of: numberBound("The page's share of all landings.", example: ">=0.99")),
      ]).about(
        "The page, a list of pages, or pages with their shares.", examples: ["home", ["home": ">=0.99"]]),
      "within": duration("The latest time of the landing."),
      "degraded": bool.about(
        "Whether an `http` or `action` step failed, timed out or was recovered before the landing."),
      "cancelled": bool.about("Whether the run was cancelled before it landed."),
      "notice": text.about("The notice as the flow writes it; empty for none."),
      "steps": map(of: anyOf([words, expectedStep])).about(
        "What steps come to.", examples: [["login": "recovered"]]),
      "order": list(of: text).about("Steps that settle in this order."),
      "mean": figure("mean"),
      "p50": figure("median"),
      "p90": figure("90th percentile"),
      "p95": figure("95th percentile"),
      "p99": figure("99th percentile"),
      "max": figure("maximum"),
    ])
  }()

  private static let expectedStep = object([
    "is": words.about(
      "A status, result or failure, or a list of those that may be.", examples: ["recovered"]),
    "source": word(Source.self).about("Where its value comes from."),
    "attempts": integer(0...Int64.max).about("How many attempts its own work starts."),
  ])
}
