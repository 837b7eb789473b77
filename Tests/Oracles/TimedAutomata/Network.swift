/// A network of timed automata in the input language of TChecker.
struct Network {
  struct Location {
    var name: String
    var invariant: [String] = []
    var labels: [String] = []
    /// Committed: no time passes, and only edges of committed automata are taken.
    var isCommitted = false
  }

  struct Edge {
    var source: String
    var target: String
    var event: String
    var provided: [String] = []
    var statements: [Statement] = []
  }

  /// One automaton; its first location is the initial one.
  struct Automaton {
    var name: String
    var locations: [Location] = []
    var edges: [Edge] = []
  }

  /// One edge of each of these automata is taken together.
  typealias Sync = [(automaton: String, event: String)]

  struct Variable {
    var name: String
    var most: Int
  }

  var name: String
  var clocks: [String] = []
  var variables: [Variable] = []
  /// Their statements are executed in this order.
  var automata: [Automaton] = []
  var syncs: [Sync] = []

  /// The declarations, as TChecker reads them.
  var text: String {
    var lines = ["system:\(name)"]
    var events: [String] = []
    var known: Set<String> = []
    for edge in automata.flatMap(\.edges) where known.insert(edge.event).inserted {
      events.append(edge.event)
    }
    for event in syncs.flatMap({ $0.map(\.event) }) where known.insert(event).inserted {
      events.append(event)
    }
    lines += events.map { "event:\($0)" }
    lines += clocks.map { "clock:1:\($0)" }
    lines += variables.map { "int:1:0:\(max(1, $0.most)):0:\($0.name)" }
    for automaton in automata {
      lines.append("process:\(automaton.name)")
      for (place, location) in automaton.locations.enumerated() {
        var attributes: [String] = []
        if place == 0 { attributes.append("initial:") }
        if location.isCommitted { attributes.append("committed:") }
        if !location.invariant.isEmpty {
          attributes.append("invariant:" + location.invariant.joined(separator: " && "))
        }
        if !location.labels.isEmpty { attributes.append("labels:" + location.labels.joined(separator: ",")) }
        lines.append(
          "location:\(automaton.name):\(location.name){\(attributes.joined(separator: " : "))}")
      }
      for edge in automaton.edges { lines.append(Self.text(edge, of: automaton.name)) }
    }
    for sync in syncs {
      lines.append("sync:" + sync.map { "\($0.automaton)@\($0.event)" }.joined(separator: ":"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ edge: Edge, of automaton: String) -> String {
    var attributes: [String] = []
    if !edge.provided.isEmpty { attributes.append("provided:" + edge.provided.joined(separator: " && ")) }
    let statements = edge.statements.flatMap { $0.assignments(0, nil) }
    if !statements.isEmpty { attributes.append("do:" + statements.joined(separator: "; ")) }
    return
      "edge:\(automaton):\(edge.source):\(edge.target):\(edge.event){\(attributes.joined(separator: " : "))}"
  }
}
