/// One content of a cache; its readers together cannot distinguish it from others.
///
/// Readers of one cache are correlated: one value gives each of them its result. So real values are tried, made from
/// the readers' predicates. Each combination of results that appears is one choice, with the value as its witness.
struct CacheChoice {
  /// The value; nil for an absent one.
  var value: JSONValue?
  /// By reader of this cache: the result that it finds, as in `RunSnapshot.reads`.
  var reads: [Int32]

  static let mostValues = 20_000

  /// The choices of a cache; nil if there are too many.
  ///
  /// - Parameters:
  ///   - readers: The readers of the cache, among the plan's.
  ///   - references: The pointers with which the flow reads the values of its steps.
  ///   - allowance: The number of predicates that may still be tried; reduced by the number tried.
  static func choices(
    of readers: [Int], in plan: FlowPlan, _ references: ReferencedPointers, allowance: inout Int
  ) -> [CacheChoice]? {
    var found = [CacheChoice(value: nil, reads: readers.map { _ in RunSnapshot.absent })]
    guard !readers.isEmpty else { return found }
    var places = CachedPlaces()
    for reader in readers {
      let document = plan.documents[Int(plan.readers[reader].step)]
      if let valid = document.valid { places.collect(valid) }
      for result in document.results { places.collect(result.when) }
    }
    let predicates = readers.reduce(0) { $0 + 2 + plan.documents[Int(plan.readers[$1].step)].results.count }
    let (trials, overflow) = places.combinations.multipliedReportingOverflow(by: predicates)
    guard places.combinations <= mostValues, !overflow, trials <= allowance else { return nil }
    allowance -= trials
    places.referenced = references.pointers(into: Set(readers.map { Int(plan.readers[$0].step) }))
    var known: [[Int32]: Int] = [found[0].reads: 0]
    for value in places.values() {
      let reads = readers.map { plan.read(CachedValue(.known(value)), by: plan.readers[$0]) }
      if let place = known[reads] {
        // Of values with the same results, prefer one that contains all referenced places.
        if let other = found[place].value, !places.hasReferenced(other), places.hasReferenced(value) {
          found[place].value = value
        }
      } else {
        known[reads] = found.count
        found.append(CacheChoice(value: value, reads: reads))
      }
    }
    return found
  }
}

/// The content of a cache, decided when it is first read.
struct CacheDecision: Hashable {
  var cache: Int
  var choice: Int
}

/// The pointers with which a flow's attempts read the values of its steps.
package struct ReferencedPointers {
  /// By referenced step: the pointers, in the order of all references.
  private var pointers: [Int: [JSONPointer]] = [:]

  package init(_ plan: FlowPlan) {
    for step in plan.steps.indices {
      let origins = (0..<plan.steps[step].fallbacks.count).map { AttemptOrigin.fallback($0) }
      for origin in [AttemptOrigin.own] + origins {
        for reference in plan.references(of: step, origin: origin, in: plan.releaseEnvironment) {
          guard case .value(let pointer) = reference.part, let target = plan.index(of: reference.subject),
            !pointer.tokens.isEmpty
          else { continue }
          pointers[target, default: []].append(pointer)
        }
      }
    }
  }

  /// The pointers into any of these steps, each once, step by step.
  package func pointers(into steps: Set<Int>) -> [JSONPointer] {
    var known: Set<JSONPointer> = []
    return steps.sorted().flatMap { pointers[$0] ?? [] }.filter { known.insert($0).inserted }
  }
}

/// The places in a cached value that predicates or references read, each with the values that its tests distinguish.
package struct CachedPlaces {
  /// The first candidate of each stands for any text that no test names.
  private var places: [(pointer: JSONPointer, candidates: [JSONValue?], known: Set<JSONValue?>)] = []
  /// By pointer: its place among them.
  private var placeOfPointer: [JSONPointer: Int] = [:]
  /// Places that a request needs; filled if nothing else fills them.
  package var referenced: [JSONPointer] = []

  package init() {}

  package mutating func collect(_ predicate: Predicate) {
    for test in predicate.tests {
      switch test {
      case .equals(let literal): add(predicate.at, [literal])
      case .isIn(let literals): add(predicate.at, literals)
      case .exists, .nonEmpty: add(predicate.at, [])
      case .hosts(let hosts): add(predicate.at, hosts.map { .string(Self.address(on: $0)) })
      case .status: break
      case .all(let predicates), .any(let predicates):
        for predicate in predicates { collect(predicate) }
      case .not(let predicate): collect(predicate)
      }
    }
  }

  /// An address on a host; on a subdomain if the host has a wildcard.
  private static func address(on host: String) -> String {
    "https://" + (host.hasPrefix("*.") ? "a" + host.dropFirst() : host)
  }

  private mutating func add(_ pointer: JSONPointer, _ literals: [JSONValue]) {
    let place = placeOfPointer[pointer] ?? places.count
    if place == places.count {
      placeOfPointer[pointer] = place
      let first: [JSONValue?] = [.string("x"), nil, .string(""), .object(JSONObject())]
      places.append((pointer, first, Set(first.dropFirst())))
    }
    for literal in literals { add(literal, to: place) }
  }

  private mutating func add(_ candidate: JSONValue, to place: Int) {
    // With more candidates than this, none is tried.
    guard places[place].candidates.count <= CacheChoice.mostValues else { return }
    if places[place].known.insert(candidate).inserted { places[place].candidates.append(candidate) }
  }

  package func hasReferenced(_ value: JSONValue) -> Bool {
    referenced.allSatisfy { value[$0] != nil }
  }

  package var combinations: Int {
    places.reduce(1) { count, place in
      let (product, overflow) = count.multipliedReportingOverflow(by: place.candidates.count)
      return overflow ? .max : product
    }
  }

  /// Every combination, as a value; outer places are filled before those within them.
  package func values() -> [JSONValue] {
    var ordered = places.sorted { $0.pointer.tokens.count < $1.pointer.tokens.count }
    for place in ordered.indices {
      var text = "x"
      while ordered[place].known.contains(.string(text)) { text += "x" }
      ordered[place].candidates[0] = .string(text)
    }
    return (0..<combinations).map { number in
      var rest = number
      var value = JSONValue.object(JSONObject())
      for place in ordered {
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: place.candidates.count)
        rest = quotient
        guard let candidate = place.candidates[remainder] else { continue }
        value.fill(place.pointer.tokens[...], with: candidate, replacing: true)
      }
      for pointer in referenced { value.fill(pointer.tokens[...], with: .string("x"), replacing: false) }
      return value
    }
  }
}

extension JSONValue {
  /// Puts a value at a place, and creates the objects that lead to it; an existing value that is not an object stays.
  fileprivate mutating func fill(_ tokens: ArraySlice<String>, with value: JSONValue, replacing: Bool) {
    guard let token = tokens.first else {
      if replacing { self = value }
      return
    }
    guard case .object(var object) = self else { return }
    if tokens.count == 1, object[token] != nil, !replacing { return }
    var inner = object[token] ?? .object(JSONObject())
    inner.fill(tokens.dropFirst(), with: value, replacing: replacing || object[token] == nil)
    object[token] = inner
    self = .object(object)
  }
}
