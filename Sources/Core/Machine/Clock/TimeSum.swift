extension Int64 {
  /// A sum; the largest number if it would overflow, as a time that is never reached.
  @inlinable package func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// A product; the largest number if it would overflow.
  @inlinable package func times(_ count: Int) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: Int64(count))
    return overflow ? .max : product
  }
}
