extension Duration {
  /// The text of a bound, rounded up to a microsecond. Proofs find bounds of `16s999ms999us999ns`, the last instant
  /// before 17 s.
  package var boundText: String {
    let (count, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    return rest > 0 && count < .max / 1_000
      ? Duration.nanoseconds((count + 1) * 1_000).documentText : documentText
  }
}
