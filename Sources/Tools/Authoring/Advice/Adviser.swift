/// Adds advice to diagnostics. It reads the values at their places again.
final class Adviser {
  let json: JSONDocument
  /// The kind of the document; nil for a document outside the format, such as a trace.
  let root: DeclaredObject?
  /// The flow in the document, as far as it could be read, or the flow of the scenarios.
  private let subject: Flow?
  private(set) lazy var flow = subject.map { FlowIndex($0) }
  var suggester = Suggester()
  private let nodes: PlaceResolver

  init(_ json: JSONDocument, root: DeclaredObject?, flow: Flow?) {
    self.json = json
    self.root = root
    subject = flow
    nodes = PlaceResolver(json)
  }

  /// A diagnostic with the value at fault.
  struct Finding {
    var diagnostic: Diagnostic
    /// The variable texts of the message.
    var texts: [String]
    var value: DeclaredValue?
  }

  /// Adds advice to a diagnostic; existing advice stays.
  func advised(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.advice == nil else { return diagnostic }
    let entries = ["*", diagnostic.code.rawValue[...]].flatMap { AdviceText.all.messages[$0] ?? [] }
    for entry in entries {
      guard let texts = entry.texts(in: diagnostic.message) else { continue }
      var finding = Finding(
        diagnostic: diagnostic, texts: texts.map(String.init),
        value: entry.isComputed ? value(at: diagnostic.place.path) : nil)
      finding.diagnostic.advice = entry.lines.lazy.compactMap { self.advice($0, on: &finding) }.first
      return finding.diagnostic
    }
    return diagnostic
  }

  private func advice(_ line: Substring, on finding: inout Finding) -> String? {
    switch line.first {
    case "@": return computed(line.dropFirst(), on: &finding)
    case "?":
      let names = self.names(line.dropFirst(), finding).filter { $0 != UnreadParts.standInName }
      return suggester.suggestion(for: finding.texts.last ?? "", among: names)
    default:
      var text = line.replacing("{key}", with: finding.diagnostic.place.path.tokens.last ?? "")
      for (position, found) in finding.texts.enumerated() { text.replace("{\(position + 1)}", with: found) }
      return String(text)
    }
  }

  private func names(_ kind: Substring, _ finding: Finding) -> [String] {
    if kind == "known" { return finding.diagnostic.known }
    guard let index = self.flow else { return [] }
    let flow = index.flow
    return switch kind {
    case "results":
      index.steps.first { $0.name == finding.texts[0] }.map {
        ($0.results.map(\.name) + $0.outcomes.map(\.name))
      } ?? []
    case "steps": index.steps.map(\.name)
    case "inputs": flow.inputs.map(\.name)
    case "durations": flow.inputs.filter { $0.kind == .duration }.map(\.name)
    case "subjects": index.subjects
    case "pages": flow.pages.map(\.name)
    case "caches": flow.caches.map(\.name)
    case "scopes": flow.caches.flatMap { [$0.scope, $0.name].compactMap(\.self) }
    case "environments": flow.environments
    case "services": flow.services.map(\.name)
    case "domains": flow.services.compactMap(\.domain)
    case "lanes": flow.lanes.map(\.name) + [Flow.Lane.main]
    case "signals": flow.signals
    case "awaited": flow.signals + [Flow.Step.Awaited.onlineWord]
    default: []
    }
  }
}

// The declared form of a value.
extension Adviser {
  /// The value at a place with its declared form; nil if there is none.
  func value(at path: JSONPointer) -> DeclaredValue? {
    guard !json.nodes.isEmpty else { return nil }
    var value = DeclaredValue(node: 0, shape: root.map { .object($0) })
    for token in path.tokens {
      guard let next = child(token, of: value) else { return nil }
      value = next
    }
    return value
  }

  private func child(_ token: String, of value: DeclaredValue) -> DeclaredValue? {
    let form = form(of: value)
    var key = token
    var node = nodes.child(token, of: value.node)
    if case .object(let kind) = form {
      // The reader replaces a misspelt key by the intended one.
      func meant(by node: Int) -> String? {
        kind.keys.contains { $0.name == json.key(of: node) }
          ? nil : KeyAdvice(json, node, in: kind).meaning.meant
      }
      if let node { key = meant(by: node) ?? token }
      node = node ?? json.children(of: value.node).first { meant(by: $0) == token }
    }
    guard let node else { return nil }
    switch form {
    case .list(let element, _, _), .map(let element, _), .table(let element, _):
      return DeclaredValue(node: node, shape: element)
    case .object(.condition):
      return DeclaredValue(
        node: node, shape: Self.shape(ofTerm: key, isList: json.nodes[node].kind == .array))
    case .object(let kind):
      var shape = kind.keys.first { $0.name == key }?.shape
      // The form of a step's results depends on its work.
      if kind == .step, key == "results", case .oneOf(let forms) = shape {
        shape = nodes.child("steps", of: value.node) == nil ? forms.first : forms.last
      }
      return DeclaredValue(node: node, shape: shape, object: kind, key: key)
    default: return DeclaredValue(node: node)
    }
  }

  private static func shape(ofTerm key: String, isList: Bool) -> Shape {
    switch key {
    case "any", "all": .list(.object(.condition), count: 0...Int.max)
    case "not": .object(.condition)
    case "atLeast": .object(.quorum)
    default:
      .oneOf([
        .literal, .list(isList ? .object(.condition) : .literal, count: 0...Int.max), .object(.askedError),
      ])
    }
  }

  /// The form that fits the JSON type of a value.
  private func form(of value: DeclaredValue) -> Shape? {
    value.forms.first { form in
      switch form {
      case .list: json.nodes[value.node].kind == .array
      case .object, .map, .table: json.nodes[value.node].kind == .object
      default: false
      }
    }
  }
}

/// A value of a document with the form that the format declares for it.
struct DeclaredValue {
  var node: Int
  var shape: Shape?
  /// The object of the format that contains the value, and the value's key in it.
  var object: DeclaredObject?
  var key: String?

  var forms: [Shape] {
    switch shape {
    case .oneOf(let shapes): shapes.flatMap { DeclaredValue(node: node, shape: $0).forms }
    case .withReferences(let shape): [shape]
    case let shape: shape.map { [$0] } ?? []
    }
  }
}
