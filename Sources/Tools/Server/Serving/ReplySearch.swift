import LaunchFlowVerifier

/// Finds HTTP answers that a flow reads as a wanted outcome.
///
/// The flow's own plan reads each candidate, so the app's engine reads a served answer as the scenario's outcome.
struct ReplySearch {
  private let plan: FlowPlan
  private let references: ReferencedPointers
  /// By step: the places of its value that contain an address for later requests.
  private let addressPlaces: [Int: [JSONPointer]]
  /// The address for those places, so that later requests come here too.
  var address: String?

  private static let mostBodies = 20_000

  init(_ plan: FlowPlan) {
    self.plan = plan
    references = ReferencedPointers(plan)
    addressPlaces = Self.addressPlaces(plan)
  }

  /// The reply that an attempt reads as this answer; nil if none was found.
  func reply(_ wanted: AttemptAnswer, of step: Int, _ origin: AttemptOrigin) -> CannedAnswer? {
    guard let request = plan.request(of: step, origin: origin) else { return nil }
    // A flow may refuse this server's address like any other.
    return address.flatMap { search(wanted, step, origin, request, address: $0) }
      ?? search(wanted, step, origin, request, address: nil)
  }

  private func search(
    _ wanted: AttemptAnswer, _ step: Int, _ origin: AttemptOrigin, _ request: Flow.Request, address: String?
  ) -> CannedAnswer? {
    var wanted = wanted
    let places = address == nil ? [] : addressPlaces[step] ?? []
    if let address, case .known(var value) = wanted.value {
      for place in places where value[place] != nil { value.put(.string(address), at: place.tokens[...]) }
      wanted.value = .known(value)
    }
    let document = plan.documents[step]
    let failures = document.failures + (request.service.flatMap { plan.services[$0]?.failures } ?? [])
    let data = plan.envelope(of: step, origin: origin)?.data ?? .whole
    let isSuccess = if case .succeeded = wanted.outcome { true } else { false }
    let bodies = bodies(wanted, step, origin, request, failures).map { body -> Answer.Body in
      guard isSuccess, let address, wanted.value == .opaque, case .json(var value) = body else { return body }
      for place in places { value.put(.string(address), at: (data.tokens + place.tokens)[...]) }
      return .json(value)
    }
    for status in statuses(wanted, failures) {
      for body in bodies {
        let reading = plan.read(
          .http(status: status, body: body, retryAfter: wanted.codes?.retryAfter), of: step, origin: origin)
        guard fits(reading, wanted) else { continue }
        var answer = CannedAnswer(status: status)
        switch body {
        case .json(let value): answer = .json(value.text(), status: status)
        case .bytes(let bytes): answer.body = bytes
        }
        // The header has whole seconds, and no wait may be shorter than the scenario's.
        if let wait = wanted.codes?.retryAfter {
          let seconds = wait / 1_000_000_000 + (wait % 1_000_000_000 > 0 ? 1 : 0)
          answer.headers.append(("Retry-After", "\(seconds)"))
        }
        return answer
      }
    }
    return nil
  }

  /// The references at the beginning of addresses.
  private static func addressPlaces(_ plan: FlowPlan) -> [Int: [JSONPointer]] {
    var addresses = plan.flow.services.flatMap { service -> [String] in
      switch service.baseURL {
      case .address(let text): [text]
      case .byEnvironment(let addresses): addresses.map(\.address)
      case nil: []
      }
    }
    for pattern in RequestPattern.attempts(of: plan) {
      if case .url(let text) = pattern.request.target { addresses.append(text) }
    }
    var places: [Int: [JSONPointer]] = [:]
    for address in addresses {
      guard case .reference(let reference) = (try? Template(address))?.segments.first,
        case .value(let pointer) = reference.part, let step = plan.index(of: reference.subject)
      else { continue }
      places[step, default: []].append(pointer)
    }
    return places
  }

  private func fits(_ reading: AttemptAnswer, _ wanted: AttemptAnswer) -> Bool {
    guard reading.outcome == wanted.outcome else { return false }
    if case .known = wanted.value, reading.value != wanted.value { return false }
    if let code = wanted.codes?.code, reading.codes?.code != code { return false }
    return true
  }

  /// The statuses to try, the most likely first.
  private func statuses(_ wanted: AttemptAnswer, _ failures: [Flow.Failure]) -> [Int] {
    if let status = wanted.codes?.status { return [status] }
    let declared = failures.flatMap { $0.when.map(Self.statuses(in:)) ?? [] }
    var seen: Set<Int> = []
    // 300 is neither a success nor an error with its own class.
    return ([200] + declared + [500, 429, 400, 403, 404, 409, 502, 503, 300]).filter {
      seen.insert($0).inserted
    }
  }

  private static func statuses(in predicate: Predicate) -> [Int] {
    predicate.tests.flatMap { test -> [Int] in
      switch test {
      case .status(let statuses): statuses
      case .all(let nested), .any(let nested): nested.flatMap { statuses(in: $0) }
      case .not(let nested): statuses(in: nested)
      case .equals, .isIn, .exists, .nonEmpty, .hosts: []
      }
    }
  }

  /// The bodies to try: every combination of the values that the flow's tests distinguish.
  private func bodies(
    _ wanted: AttemptAnswer, _ step: Int, _ origin: AttemptOrigin, _ request: Flow.Request,
    _ failures: [Flow.Failure]
  ) -> [Answer.Body] {
    let broken = Answer.Body.bytes(Array("not what the request expects".utf8))
    guard request.expect == .json else {
      if case .known(let value) = wanted.value { return [.bytes(Array(value.plainText.utf8))] }
      return request.expect == .none ? [.bytes([])] : [.bytes(Array("text".utf8)), .bytes([0xFF])]
    }
    let envelope = plan.envelope(of: step, origin: origin)
    let data = envelope?.data ?? .whole
    let document = plan.documents[step]
    var places = CachedPlaces()
    if let success = envelope?.success { places.collect(success) }
    for failure in failures { failure.when.map { places.collect($0) } }
    var value: JSONValue?
    if case .known(let known) = wanted.value {
      value = known
    } else {
      if let valid = document.valid { places.collect(valid.moved(under: data)) }
      for result in document.results { places.collect(result.when.moved(under: data)) }
      places.referenced = references.pointers(into: [step]).map {
        JSONPointer(tokens: data.tokens + $0.tokens)
      }
    }
    guard places.combinations <= Self.mostBodies else { return [broken] }
    let bodies = places.values().map { body in
      var body = body
      if let value { body.put(value, at: data.tokens[...]) }
      if let place = envelope?.codePlace, let code = wanted.codes?.code {
        body.put(code.value, at: place.tokens[...])
      }
      if let place = envelope?.message, let message = wanted.message {
        let text =
          if case .known(let text) = message { text } else { JSONValue.string("A message from the server") }
        body.put(text, at: place.tokens[...])
      }
      return Answer.Body.json(body)
    }
    return bodies + [broken]
  }
}

extension Predicate {
  /// The same tests for a value at a place within a larger one.
  fileprivate func moved(under place: JSONPointer) -> Predicate {
    Predicate(
      at: JSONPointer(tokens: place.tokens + at.tokens),
      tests.map { test in
        switch test {
        case .all(let nested): .all(nested.map { $0.moved(under: place) })
        case .any(let nested): .any(nested.map { $0.moved(under: place) })
        case .not(let nested): .not(nested.moved(under: place))
        case .equals, .isIn, .exists, .nonEmpty, .hosts, .status: test
        }
      })
  }
}

extension JSONValue {
  /// Puts a value at a place. Objects on the path are created, and replace other values.
  fileprivate mutating func put(_ value: JSONValue, at tokens: ArraySlice<String>) {
    guard let token = tokens.first else {
      self = value
      return
    }
    var object = JSONObject()
    if case .object(let own) = self { object = own }
    var inner = object[token] ?? .null
    inner.put(value, at: tokens.dropFirst())
    object[token] = inner
    self = .object(object)
  }
}
