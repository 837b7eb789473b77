extension Int64 {
  /// A sum that stays at the greatest number where it would overflow: a time that is never reached.
  @inlinable package func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// A product that stays at the greatest number where it would overflow.
  @inlinable package func times(_ count: Int) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: Int64(count))
    return overflow ? .max : product
  }
}
