/// The latest landings of a flow: of all, by page and by inputs.
struct LatestLandings {
  /// The latest landing with some inputs on a page.
  struct Entry {
    var inputClass: Int
    var page: Int
    /// The time after which no run lands, in nanoseconds since the start.
    var bound: Int64
    var landedAt: Int64
    /// Makes the run behind it, under a name. A run that lands on another page is dropped.
    var run: (_ name: String) -> Witness?
  }

  private(set) var worst: Verification.Latest?
  private(set) var byPage: [Verification.Latest] = []
  private(set) var byInputs: [Verification.InputLatest] = []

  init(_ entries: [Entry], _ choices: WorldChoices) {
    // The latest first, then by inputs and page: the entries of a dictionary come in any order.
    let entries = entries.sorted { left, right in
      (right.bound, right.landedAt, left.inputClass, left.page)
        < (left.bound, left.landedAt, right.inputClass, right.page)
    }
    let pages = choices.plan.pages
    func latest(_ entry: Entry, _ name: String) -> Verification.Latest {
      let page = pages[entry.page]
      let witness = entry.run(name).flatMap { $0.page == page ? $0 : nil }
      return Verification.Latest(bound: entry.bound, page: page, witness: witness)
    }
    func firsts(_ key: (Entry) -> Int) -> [(key: Int, entry: Entry)] {
      Dictionary(entries.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    worst = entries.first.map { latest($0, "worst-case") }
    byPage = firsts(\.page).map { latest($0.entry, "latest-on-\(pages[$0.key])") }
    byInputs = firsts(\.inputClass).map { inputClass, entry in
      Verification.InputLatest(
        inputs: choices.distinguishedInputs(inputClass), bound: entry.bound, page: pages[entry.page])
    }
  }
}
