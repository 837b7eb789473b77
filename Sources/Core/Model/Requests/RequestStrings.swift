extension JSONValue {
  /// Calls back with every string of the value and its path, in order.
  package func forEachString(
    at tokens: [String] = [], _ body: (_ tokens: [String], _ text: String) -> Void
  ) {
    var tokens = tokens
    visitStrings(at: &tokens, depth: 0, body)
  }

  private func visitStrings(
    at tokens: inout [String], depth: Int, _ body: (_ tokens: [String], _ text: String) -> Void
  ) {
    // A file's value is never deeper. A value from code must not exhaust the stack.
    guard depth < JSONLimits.standard.depth else { return }
    switch self {
    case .string(let text): body(tokens, text)
    case .array(let elements):
      for (position, element) in elements.enumerated() {
        tokens.append(String(position))
        element.visitStrings(at: &tokens, depth: depth + 1, body)
        tokens.removeLast()
      }
    case .object(let object):
      for member in object.members {
        tokens.append(member.name)
        member.value.visitStrings(at: &tokens, depth: depth + 1, body)
        tokens.removeLast()
      }
    case .null, .bool, .integer, .double: break
    }
  }
}

extension [Flow.NamedValue] {
  fileprivate func forEachString(at key: String, _ body: (_ tokens: [String], _ text: String) -> Void) {
    for value in self { value.value.forEachString(at: [key, value.name], body) }
  }
}

extension Flow.Request {
  /// Calls back with every string that may contain references and its path below `http`.
  package func forEachString(_ body: (_ tokens: [String], _ text: String) -> Void) {
    switch target {
    case .service(_, let text): body(["path"], text)
    case .url(let text): body(["url"], text)
    }
    query.forEachString(at: "query", body)
    headers.forEachString(at: "headers", body)
    switch self.body {
    case .json(let value): value.forEachString(at: ["json"], body)
    case .form(let values): values.forEachString(at: "form", body)
    case .text(let text): body(["text"], text)
    case nil: break
    }
  }
}

extension Flow.Service {
  /// The parts of a service that may contain references. Each may come from the service that it is `like`.
  package enum Part: Sendable {
    case baseURL, headers, query
  }

  /// Calls back with every string that may contain references, its part and its path below the service.
  package func forEachString(_ body: (_ part: Part, _ tokens: [String], _ text: String) -> Void) {
    switch baseURL {
    case .address(let address): body(.baseURL, ["baseURL"], address)
    case .byEnvironment(let addresses):
      for entry in addresses { body(.baseURL, ["baseURL", entry.environment], entry.address) }
    case nil: break
    }
    headers.forEachString(at: "headers") { body(.headers, $0, $1) }
    query.forEachString(at: "query") { body(.query, $0, $1) }
  }
}

extension JSONValue {
  /// The value with other texts, at any depth; names of members stay.
  package func mapTexts(_ text: (String) -> String) -> JSONValue {
    switch self {
    case .string(let own): .string(text(own))
    case .array(let elements): .array(elements.map { $0.mapTexts(text) })
    case .object(let object):
      .object(JSONObject(object.members.map { .init(name: $0.name, value: $0.value.mapTexts(text)) }))
    case .null, .bool, .integer, .double: self
    }
  }
}

extension Flow.Step {
  /// A request with its path, below its step or in the file.
  package struct PlacedRequest {
    package var request: Flow.Request
    package internal(set) var tokens: [String]

    package var path: JSONPointer { JSONPointer(tokens: tokens) }
  }

  /// An action with its path below its step, which is that of the object with `with`.
  package struct PlacedAction {
    package var action: Flow.Action
    package internal(set) var tokens: [String]
  }

  /// The requests of the step and its fallbacks, with their paths below the step.
  package var requests: [PlacedRequest] { Self.requests(work, fallback) }

  package var actions: [PlacedAction] { Self.actions(work, fallback) }

  // By parts, since a call with the whole step copies it, which takes longer than most rules.
  @inline(never)
  static func requests(_ work: Work, _ fallback: [Flow.Fallback]) -> [PlacedRequest] {
    var requests: [PlacedRequest] = []
    if let request = work.request { requests.append(PlacedRequest(request: request, tokens: ["http"])) }
    for position in fallback.indices {
      guard let request = fallback[position].work.request else { continue }
      requests.append(PlacedRequest(request: request, tokens: ["fallback", String(position), "http"]))
    }
    return requests
  }

  @inline(never)
  static func actions(_ work: Work, _ fallback: [Flow.Fallback]) -> [PlacedAction] {
    var actions: [PlacedAction] = []
    if let action = work.action { actions.append(PlacedAction(action: action, tokens: [])) }
    for position in fallback.indices {
      guard let action = fallback[position].work.action else { continue }
      actions.append(PlacedAction(action: action, tokens: ["fallback", String(position)]))
    }
    return actions
  }
}
