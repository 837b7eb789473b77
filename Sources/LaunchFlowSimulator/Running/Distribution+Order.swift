extension Distribution {
  /// The landings by time. Landings of one time keep their order.
  ///
  /// A radix sort by eleven bits of the time, from the lowest: linear, because there may be millions of landings.
  /// Times are never negative.
  static func byTime(_ landings: [Landing]) -> [Landing] {
    let highest = landings.reduce(0) { max($0, $1.time) }
    var sorted = landings
    var next = landings
    var shift: Int64 = 0
    while highest >> shift > 0 {
      // First how many there are of each digit, then where the first of each belongs.
      var places = Array(repeating: 0, count: 1 << 11)
      for landing in sorted { places[Int(landing.time >> shift & 0x7ff)] += 1 }
      var start = 0
      for digit in places.indices {
        let count = places[digit]
        places[digit] = start
        start += count
      }
      for landing in sorted {
        let digit = Int(landing.time >> shift & 0x7ff)
        next[places[digit]] = landing
        places[digit] += 1
      }
      swap(&sorted, &next)
      shift += 11
    }
    return sorted
  }
}
