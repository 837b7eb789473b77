import LaunchFlowModel

/// Endpoints by their segments, to find the first that covers another one without comparing each with each.
///
/// A tree with a branch a segment. A search follows the branch of each segment and that of `*`; usually these are few.
struct EndpointIndex {
  private struct Branch: Hashable {
    var node: Int
    var segment: String
  }

  private struct End: Hashable {
    var node: Int
    var method: String?
    var host: String?
  }

  private var branches: [Branch: Int] = [:]
  private var nodes = 1
  /// The first endpoint that ends at a node, by its number.
  private var ends: [End: Int] = [:]
  /// How many more branches may be followed. Patterns can overlap in so many ways that nobody could wait for the search.
  private(set) var budget: Int

  init(budget: Int = 5_000_000) {
    self.budget = budget
  }

  /// Adds an endpoint by its number; of equal ones the first counts.
  mutating func add(_ endpoint: Endpoint, _ number: Int) {
    var node = 0
    for segment in endpoint.segments {
      let branch = Branch(node: node, segment: segment)
      node = branches[branch] ?? nodes
      if node == nodes {
        branches[branch] = node
        nodes += 1
      }
    }
    let end = End(node: node, method: endpoint.method, host: endpoint.host)
    ends[end] = min(ends[end] ?? number, number)
  }

  /// The number of the first endpoint that covers another one, as `Endpoint.covers` says; nil where none does, or where
  /// the budget is used up.
  mutating func first(covering other: Endpoint) -> Int? {
    let hosts = [nil] + other.hostPatterns
    var reached = [0]
    var found: Int?
    for (depth, segment) in other.segments.enumerated() {
      let isLast = depth == other.segments.count - 1
      var next: [Int] = []
      for node in reached {
        budget -= 1
        guard budget > 0 else { return nil }
        if let open = branches[Branch(node: node, segment: "*")] {
          next.append(open)
          // An endpoint that ends in `*` covers all that follows.
          note(open, other, hosts, &found)
        }
        guard segment != "*", let exact = branches[Branch(node: node, segment: segment)] else { continue }
        next.append(exact)
        if isLast { note(exact, other, hosts, &found) }
      }
      reached = next
    }
    return found
  }

  private func note(_ node: Int, _ other: Endpoint, _ hosts: [String?], _ found: inout Int?) {
    for method in Set([nil, other.method]) {
      for host in hosts {
        if let number = ends[End(node: node, method: method, host: host)] {
          found = min(found ?? number, number)
        }
      }
    }
  }
}
