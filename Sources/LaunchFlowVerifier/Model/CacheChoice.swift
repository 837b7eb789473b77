import LaunchFlowMachine
import LaunchFlowModel

/// What a cache may hold, as far as its readers can tell it apart together.
///
/// Readers of one cache are correlated: one value gives each of them its result. So real values are tried,
/// made from what the readers' predicates ask for, and each combination of results that comes out is one
/// choice, with the value as its witness.
struct CacheChoice {
  /// The value, nil for an absent one.
  var value: JSONValue?
  /// By reader of the plan; those of other caches count for nothing.
  var reads: [Int32]
  /// Whether `value` really gives these results; false where there were too many values to try, so that
  /// every combination is taken for possible.
  var isWitnessed = true

  /// More combinations of values than this are not tried.
  private static let mostValues = 20_000

  static func choices(of cache: Int, in plan: FlowPlan) -> [CacheChoice] {
    let readers = plan.readers.indices.filter { plan.readers[$0].cache == cache }
    var found = [CacheChoice(value: nil, reads: plan.readers.map { _ in RunSnapshot.absent })]
    guard !readers.isEmpty else { return found }
    var places = CachedPlaces()
    for reader in readers {
      let document = plan.documents[Int(plan.readers[reader].step)]
      if let valid = document.valid { places.collect(valid) }
      for result in document.results { places.collect(result.when) }
    }
    places.referenced = referencedPointers(of: Set(readers.map { Int(plan.readers[$0].step) }), in: plan)
    guard places.combinations <= mostValues else {
      return found + everyCombination(of: readers, in: plan)
    }
    var known: [[Int32]: Int] = [found[0].reads: 0]
    var held: [CachedValue?] = plan.flow.caches.map { _ in nil }
    for value in places.values() {
      held[cache] = CachedValue(.known(value))
      let reads = plan.snapshot(inputs: [], caches: held).reads
      if let place = known[reads] {
        // Of values that give the same results, one is better that others can refer into.
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

  /// Where steps look into the values of the steps that read a cache.
  private static func referencedPointers(of readers: Set<Int>, in plan: FlowPlan) -> [JSONPointer] {
    var found: [JSONPointer] = []
    for step in plan.steps.indices {
      let origins = (0..<plan.steps[step].fallbacks.count).map { Trace.AttemptOrigin.fallback($0) }
      for origin in [Trace.AttemptOrigin.own] + origins {
        for reference in plan.references(of: step, origin: origin, in: plan.releaseEnvironment) {
          guard case .value(let pointer) = reference.part, let target = plan.index(of: reference.subject),
            readers.contains(target), !pointer.tokens.isEmpty, !found.contains(pointer)
          else { continue }
          found.append(pointer)
        }
      }
    }
    return found
  }

  private static func everyCombination(of readers: [Int], in plan: FlowPlan) -> [CacheChoice] {
    var found = [
      CacheChoice(value: nil, reads: plan.readers.map { _ in RunSnapshot.absent }, isWitnessed: false)
    ]
    for reader in readers {
      let results = plan.documents[Int(plan.readers[reader].step)].results.count
      found = found.flatMap { choice in
        (Int(RunSnapshot.absent)..<results).map { read in
          var extended = choice
          extended.reads[reader] = Int32(read)
          return extended
        }
      }
      if found.count > mostValues { break }
    }
    return found
  }
}

/// The places in a cached value that somebody looks at, each with the values that tell its tests apart.
struct CachedPlaces {
  private var places: [(pointer: JSONPointer, candidates: [JSONValue?])] = []
  /// Places that must be there for a request to be made; filled wherever nothing else stands.
  var referenced: [JSONPointer] = []

  mutating func collect(_ predicate: Predicate) {
    for test in predicate.tests {
      switch test {
      case .equals(let literal): add(predicate.at, [literal])
      case .isIn(let literals): add(predicate.at, literals)
      case .exists, .nonEmpty: add(predicate.at, [])
      case .less(let bound), .greater(let bound):
        add(predicate.at, [.number(bound - 1), .number(bound), .number(bound + 1)])
      case .status: break
      case .all(let predicates), .any(let predicates):
        for predicate in predicates { collect(predicate) }
      case .not(let predicate): collect(predicate)
      }
    }
  }

  private mutating func add(_ pointer: JSONPointer, _ literals: [JSONValue]) {
    let place = places.firstIndex { $0.pointer == pointer }
    var candidates =
      place.map { places[$0].candidates } ?? [.string("x"), nil, .string(""), .object(JSONObject())]
    for literal in literals where !candidates.contains(literal) { candidates.append(literal) }
    // Something between any two bounds on numbers.
    let numbers = candidates.compactMap { $0?.number }.sorted()
    for (low, high) in zip(numbers, numbers.dropFirst()) where high - low > 1 {
      let middle = JSONValue.number((low + high) / 2)
      if !candidates.contains(middle) { candidates.append(middle) }
    }
    if let place {
      places[place].candidates = candidates
    } else {
      places.append((pointer, candidates))
    }
  }

  /// Whether a value has all that is referred to.
  func hasReferenced(_ value: JSONValue) -> Bool {
    referenced.allSatisfy { value[$0] != nil }
  }

  var combinations: Int {
    places.reduce(1) { count, place in
      let (product, overflow) = count.multipliedReportingOverflow(by: place.candidates.count)
      return overflow ? .max : product
    }
  }

  /// Every combination, as a value; outer places are filled before those within them.
  func values() -> [JSONValue] {
    let ordered = places.sorted { $0.pointer.tokens.count < $1.pointer.tokens.count }
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
  /// Puts a value at a place, making objects on the way; what is no object on the way is left alone.
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
