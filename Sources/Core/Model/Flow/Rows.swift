/// Rows of different lengths, stored in one array.
struct Rows<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var ends: [Int] = []

  init() {}

  /// Sorts elements into their rows; within a row they keep their order.
  init(_ all: [Element], in rows: [Int32], count: Int) {
    var starts = [Int](repeating: 0, count: count + 1)
    for row in rows { starts[Int(row) + 1] += 1 }
    for row in 0..<count { starts[row + 1] += starts[row] }
    ends = Array(starts.dropFirst())
    var places = starts
    var order = [Int](repeating: 0, count: all.count)
    for number in all.indices {
      let row = Int(rows[number])
      order[places[row]] = number
      places[row] += 1
    }
    elements = order.map { all[$0] }
  }

  var count: Int { ends.count }

  subscript(row: Int) -> ArraySlice<Element> {
    elements[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func endRow() { ends.append(elements.count) }
}
