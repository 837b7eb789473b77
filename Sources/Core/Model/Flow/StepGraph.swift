/// The steps of a flow in one list, with the steps that each waits for.
///
/// Steps are numbered in file order. A group comes before its members: they, and their members, are the numbers
/// from the next one up to the group's end. Rules, plans, traces and pictures read the order of steps from here.
///
/// Building takes time linear in steps and waits. A flow with errors has a graph, too: an unknown name makes no wait,
/// and a repeated name means its first step.
package final class StepGraph: Sendable {
  /// One entry of a step's `needs` or `after`, or one fact of its `when`, that names another step.
  package struct Wait: Sendable {
    package enum Kind: String, Sendable {
      case needs, after, when
    }

    package internal(set) var target: Int
    package var kind: Kind
    /// The position in `needs` or `after`; 0 for `when`.
    package internal(set) var position = 0
  }

  /// A step that waits for another one, listed once even if the file has several entries.
  package struct Dependent: Sendable {
    package var step: Int32
    /// Whether it needs the other step, or only comes after it.
    package internal(set) var isNeed: Bool

    package init(step: Int32, isNeed: Bool) {
      self.step = step
      self.isNeed = isNeed
    }
  }

  package let steps: [Flow.Step]
  /// The group of each step; nil outside of groups.
  package let parents: [Int?]
  /// The number after a group's last member, members of members included; a plain step's own number plus 1.
  package let ends: [Int]
  /// The number of each name.
  package let index: [String: Int]
  /// The steps whose own `after` or `when` names the landing.
  package let landingDependents: [Int]
  /// Which steps come after the landing: those that wait for it, directly or not, and the members of such groups.
  package let isInTail: [Bool]
  /// Which open steps continue after the landing, by their own key or a group's.
  package let continues: [Bool]
  private let waitRows: Rows<Wait>
  private let needRows: Rows<Int32>
  private let afterRows: Rows<Int32>
  private let dependentRows: Rows<Dependent>

  package init(_ flow: Flow) {
    (steps, parents) = Self.flatten(flow.steps)
    ends = Self.ends(parents)
    index = Self.index(steps)
    var waits = WaitCollector(steps, index)
    waits.collect()
    waitRows = waits.all
    needRows = waits.needs
    afterRows = waits.afters
    landingDependents = waits.landingDependents
    dependentRows = Self.dependents(needRows, afterRows)
    var continues: [Bool] = []
    for index in steps.indices {
      let outer = parents[index].map { continues[$0] }
      let own = steps[index].afterLanding ?? (outer == nil ? flow.defaults.afterLanding : nil)
      continues.append(own == .continue || outer ?? false)
    }
    self.continues = continues
    isInTail = Self.tail(from: landingDependents, dependentRows, ends)
  }
}

extension StepGraph {
  /// Every entry that names another step: `needs`, then `after`, then `when`, each in file order.
  package func waits(of step: Int) -> ArraySlice<Wait> { waitRows[step] }

  /// The steps in a step's own `needs`, each once.
  package func needs(of step: Int) -> ArraySlice<Int32> { needRows[step] }

  /// The other steps that a step itself waits for, each once.
  package func afters(of step: Int) -> ArraySlice<Int32> { afterRows[step] }

  /// The steps that directly wait for a step, in file order, each once.
  package func dependents(of step: Int) -> ArraySlice<Dependent> { dependentRows[step] }

  /// The members of a group, without members of members; none for a plain step.
  package func members(of step: Int) -> some Sequence<Int> {
    sequence(state: step + 1) { [ends] next -> Int? in
      guard next < ends[step] else { return nil }
      defer { next = ends[next] }
      return next
    }
  }

  /// The elements of a repeated step that a pattern such as `feeds-*` stands for; nil for another name.
  package func elements(matching name: String) -> [String]? {
    guard let step = name.repeatedStep.flatMap({ index[$0] }) else { return nil }
    let names = members(of: step).filter { steps[$0].isElement }.map { steps[$0].name }
    return names.isEmpty ? nil : names
  }

  /// The groups around a step, innermost first.
  package func groups(of step: Int) -> some Sequence<Int> {
    sequence(state: step) { [parents] current -> Int? in
      guard let parent = parents[current] else { return nil }
      current = parent
      return parent
    }
  }

  /// Whether a step is a member of a group, at any depth.
  package func contains(_ group: Int, _ step: Int) -> Bool {
    group < step && step < ends[group]
  }
}

extension StepGraph {
  private static func flatten(_ list: [Flow.Step]) -> ([Flow.Step], [Int?]) {
    // Without groups no step is copied, which would take as long as most rules.
    if list.indices.allSatisfy({ list[$0].work.members == nil }) {
      return (list, Array(repeating: nil, count: list.count))
    }
    var steps: [Flow.Step] = []
    var parents: [Int?] = []
    func add(_ members: [Flow.Step], of parent: Int?) {
      for index in members.indices {
        let number = steps.count
        steps.append(members[index])
        parents.append(parent)
        if let inner = members[index].work.members { add(inner, of: number) }
      }
    }
    add(list, of: nil)
    return (steps, parents)
  }

  private static func ends(_ parents: [Int?]) -> [Int] {
    var ends = Array(1..<parents.count + 1)
    for step in parents.indices.reversed() {
      if let parent = parents[step] { ends[parent] = max(ends[parent], ends[step]) }
    }
    return ends
  }

  /// The number of each name; of a repeated name, the first number.
  static func index(_ names: [String]) -> [String: Int] {
    var index: [String: Int] = [:]
    for (number, name) in names.enumerated() where index[name] == nil { index[name] = number }
    return index
  }

  private static func index(_ steps: [Flow.Step]) -> [String: Int] {
    var index = Self.index(steps.map { $0.name })
    // A name in another case is reported at its declaration; references in kebab case are not reported again.
    for number in steps.indices where !steps[number].name.isKebabCase {
      if let name = steps[number].name.kebabCased, index[name] == nil { index[name] = number }
    }
    return index
  }

  private static func dependents(_ needs: Rows<Int32>, _ afters: Rows<Int32>) -> Rows<Dependent> {
    var targets: [Int32] = []
    var dependents: [Dependent] = []
    func add(_ waits: ArraySlice<Int32>, of step: Int, isNeed: Bool) {
      for target in waits {
        targets.append(target)
        dependents.append(Dependent(step: Int32(step), isNeed: isNeed))
      }
    }
    for step in 0..<needs.count {
      add(needs[step], of: step, isNeed: true)
      add(afters[step], of: step, isNeed: false)
    }
    return Rows(dependents, in: targets, count: needs.count)
  }

  private static func tail(from first: [Int], _ dependents: Rows<Dependent>, _ ends: [Int]) -> [Bool] {
    var isInTail = [Bool](repeating: false, count: ends.count)
    var open = first
    while let step = open.popLast() {
      guard !isInTail[step] else { continue }
      isInTail[step] = true
      for dependent in dependents[step] { open.append(Int(dependent.step)) }
      var member = step + 1
      while member < ends[step] {
        open.append(member)
        member = ends[member]
      }
    }
    return isInTail
  }
}

/// Looks up the steps that each step's `needs`, `after` and `when` name.
private struct WaitCollector: ~Copyable {
  let steps: [Flow.Step]
  let index: [String: Int]
  var all = Rows<StepGraph.Wait>()
  var needs = Rows<Int32>()
  var afters = Rows<Int32>()
  var landingDependents: [Int] = []
  /// The last step that named each one.
  private var lastNamedBy: [Int]

  init(_ steps: [Flow.Step], _ index: [String: Int]) {
    self.steps = steps
    self.index = index
    lastNamedBy = Array(repeating: -1, count: steps.count)
  }

  mutating func collect() {
    for number in steps.indices {
      for (position, name) in steps[number].needs.enumerated() {
        guard let target = index[name] else { continue }
        all.append(StepGraph.Wait(target: target, kind: .needs, position: position))
        if isFirst(target, of: number) { needs.append(Int32(target)) }
      }
      for (position, name) in steps[number].after.enumerated() { collect(name, .after, position, of: number) }
      for name in steps[number].when?.subjects ?? [] { collect(name, .when, 0, of: number) }
      all.endRow()
      needs.endRow()
      afters.endRow()
    }
  }

  private mutating func collect(_ name: String, _ kind: StepGraph.Wait.Kind, _ position: Int, of step: Int) {
    if let target = index[name] {
      all.append(StepGraph.Wait(target: target, kind: kind, position: position))
      if isFirst(target, of: step) { afters.append(Int32(target)) }
    } else if name == ReservedWord.landing.rawValue, landingDependents.last != step {
      landingDependents.append(step)
    }
  }

  private mutating func isFirst(_ target: Int, of step: Int) -> Bool {
    defer { lastNamedBy[target] = step }
    return lastNamedBy[target] != step
  }
}
