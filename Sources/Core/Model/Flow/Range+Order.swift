extension Range<Int> {
  /// The numbers in another order. Others sort by this one function, since each sort adds 4 kB to an app.
  @inline(never)
  package func ordered(by areInOrder: (Int, Int) -> Bool) -> [Int] { sorted(by: areInOrder) }
}
