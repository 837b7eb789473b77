/// A string of a flow that may hold references, and where it stands.
package struct LocatedTemplate {
  /// What it belongs to.
  package enum Owner {
    /// A step's own work, or one of its fallbacks.
    case step(Int)
    case service(Int, Flow.ServicePart)
    case notice(landing: Int)
  }

  package var owner: Owner
  package var path: JSONPointer
  package var template: Result<Template, Template.Flaw>

  /// The references, none where the string cannot be read.
  package var references: [Template.Reference] {
    if case .success(let template) = template { template.references } else { [] }
  }
}

extension Flow {
  /// The parts of a service that hold references.
  package enum ServicePart {
    case baseURL, headers, query
  }
}

extension LocatedTemplate {
  /// Every string with a `${` in it.
  static func all(in flow: FlowIndex) -> [LocatedTemplate] {
    var collector = Collector()
    for (index, service) in flow.flow.services.enumerated() {
      collector.collect(service, index)
    }
    for (index, entry) in flow.entries.enumerated() {
      collector.collect(entry.step, .step(index)) { flow.path(of: index) }
    }
    for (index, landing) in flow.flow.landings.enumerated() {
      guard let notice = landing.notice else { continue }
      let path = JSONPointer(tokens: ["landings", String(index), "notice"])
      collector.add(notice.text, .notice(landing: index)) { path }
    }
    return collector.found
  }

  private struct Collector {
    var found: [LocatedTemplate] = []

    mutating func add(_ text: String, _ owner: Owner, _ path: () -> JSONPointer) {
      // Few strings hold references, so paths are made late.
      guard text.utf8.contains(0x24), text.contains("${") else { return }
      let template = Result { () throws(Template.Flaw) in try Template(text) }
      found.append(LocatedTemplate(owner: owner, path: path(), template: template))
    }

    mutating func collect(_ service: Flow.Service, _ index: Int) {
      let path = JSONPointer(tokens: ["services", service.name])
      switch service.baseURL {
      case .address(let address): add(address, .service(index, .baseURL)) { path / "baseURL" }
      case .byEnvironment(let addresses):
        for entry in addresses {
          add(entry.address, .service(index, .baseURL)) { path / "baseURL" / entry.environment }
        }
      case nil: break
      }
      collect(service.headers, .service(index, .headers)) { path / "headers" }
      collect(service.query, .service(index, .query)) { path / "query" }
    }

    mutating func collect(_ step: Flow.Step, _ owner: Owner, _ path: () -> JSONPointer) {
      switch step.work {
      case .http(let request): collect(request, owner) { path() / "http" }
      case .action(let action): collect(action, owner, path)
      case .cache, .value, .group: break
      }
      for (position, fallback) in step.fallback.enumerated() {
        switch fallback {
        case .http(let request, _): collect(request, owner) { path() / "fallback" / position / "http" }
        case .action(let action, _): collect(action, owner) { path() / "fallback" / position }
        case .cache, .value: break
        }
      }
    }

    private mutating func collect(_ action: Flow.Action, _ owner: Owner, _ path: () -> JSONPointer) {
      if let input = action.input { collect(input, owner) { path() / "with" } }
    }

    private mutating func collect(_ request: Flow.Request, _ owner: Owner, _ path: () -> JSONPointer) {
      switch request.target {
      case .service(_, let text): add(text, owner) { path() / "path" }
      case .url(let text): add(text, owner) { path() / "url" }
      }
      collect(request.query, owner) { path() / "query" }
      collect(request.headers, owner) { path() / "headers" }
      switch request.body {
      case .json(let value): collect(value, owner) { path() / "json" }
      case .form(let values): collect(values, owner) { path() / "form" }
      case .text(let text): add(text, owner) { path() / "text" }
      case nil: break
      }
    }

    private mutating func collect(_ values: [Flow.NamedValue], _ owner: Owner, _ path: () -> JSONPointer) {
      for value in values {
        collect(value.value, owner) { path() / value.name }
      }
    }

    private mutating func collect(_ value: JSONValue, _ owner: Owner, _ path: () -> JSONPointer) {
      var strings: [(tokens: [String], text: String)] = []
      var tokens: [String] = []
      Self.findTemplates(in: value, at: &tokens, &strings)
      for string in strings {
        add(string.text, owner) { JSONPointer(tokens: path().tokens + string.tokens) }
      }
    }

    /// The strings within a value that may hold references, with the way to each.
    private static func findTemplates(
      in value: JSONValue, at tokens: inout [String], _ found: inout [(tokens: [String], text: String)]
    ) {
      guard tokens.count < JSONLimits.standard.depth else { return }
      switch value {
      case .string(let text):
        if text.utf8.contains(0x24) { found.append((tokens, text)) }
      case .array(let elements):
        for (position, element) in elements.enumerated() {
          tokens.append(String(position))
          findTemplates(in: element, at: &tokens, &found)
          tokens.removeLast()
        }
      case .object(let object):
        for member in object.members {
          tokens.append(member.name)
          findTemplates(in: member.value, at: &tokens, &found)
          tokens.removeLast()
        }
      case .null, .bool, .integer, .double: break
      }
    }
  }
}
