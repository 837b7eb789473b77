extension Int64 {
  /// A wait in nanoseconds that has grown so many times by a factor, up to the longest one.
  package func grown(by factor: Double, times: Int, atMost longest: Int64) -> Int64 {
    guard factor != 1 else { return Swift.min(self, longest) }
    var wait = Double(self)
    var remaining = times
    // A wait at its limit stays there.
    while remaining > 0, wait < Double(longest) {
      wait *= factor
      remaining -= 1
    }
    return wait >= Double(longest) ? longest : Int64(wait)
  }
}
