import LaunchFlowMachine

/// A pattern for the requests of one attempt: its method, and its path with a gap for each reference.
package struct RequestPattern {
  package let step: Int
  package let origin: AttemptOrigin
  package let method: String
  /// The path's fixed parts, percent-encoded, with any text between them.
  private let parts: [[UInt8]]

  /// The number of fixed bytes; of two matching patterns, the one with more bytes wins.
  var fixedLength: Int { parts.reduce(0) { $0 + $1.count } }

  private init(step: Int, origin: AttemptOrigin, method: String, path: String) {
    self.step = step
    self.origin = origin
    self.method = method
    var parts: [[UInt8]] = [[]]
    for segment in (try? Template(path))?.segments ?? [.text(path)] {
      switch segment {
      case .text(let text): parts[parts.count - 1] += Array(PercentEncoding.literal(text).utf8)
      case .reference: parts.append([])
      }
    }
    self.parts = parts
  }

  /// The patterns of all HTTP attempts, in file order. A service's address may have a path of its own in some
  /// environments, so an attempt may have several.
  package static func all(of plan: FlowPlan) -> [RequestPattern] {
    attempts(of: plan).flatMap { attempt in
      paths(of: attempt.request, in: plan).map {
        RequestPattern(step: attempt.step, origin: attempt.origin, method: attempt.request.method, path: $0)
      }
    }
  }

  /// The attempts that send requests, in file order.
  static func attempts(of plan: FlowPlan) -> [(step: Int, origin: AttemptOrigin, request: Flow.Request)] {
    plan.steps.indices.flatMap { step in
      let fallbacks = (0..<plan.steps[step].fallbacks.count).map { AttemptOrigin.fallback($0) }
      return ([.own] + fallbacks).compactMap { origin in
        plan.request(of: step, origin: origin).map { (step, origin, $0) }
      }
    }
  }

  private static func paths(of request: Flow.Request, in plan: FlowPlan) -> [String] {
    switch request.target {
    case .url(let address): return [path(ofAddress: address)]
    case .service(let name, let path):
      let path = withoutQuery(path)
      let own = path.hasPrefix("/") ? path : "/" + path
      var bases: [String] = [""]
      switch plan.services[name]?.baseURL {
      case .address(let text): bases.append(Self.path(ofAddress: text))
      case .byEnvironment(let addresses): bases += addresses.map { Self.path(ofAddress: $0.address) }
      case nil: break
      }
      var seen: Set<String> = []
      return bases.map { base in
        var base = base
        while base.hasSuffix("/") { base.removeLast() }
        return base + own
      }.filter { seen.insert($0).inserted }
    }
  }

  /// The part after the host of an address that may contain references.
  private static func path(ofAddress text: String) -> String {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return "" }
    let rest = text[text.index(colon, offsetBy: 3)...]
    guard let slash = rest.firstIndex(of: "/") else { return "" }
    return withoutQuery(String(rest[slash...]))
  }

  private static func withoutQuery(_ path: String) -> String {
    // A reference may contain neither character.
    String(path.prefix { $0 != "?" && $0 != "#" })
  }

  /// Whether a request's path, still percent-encoded, matches.
  package func matches(path: String) -> Bool {
    let path = Array(path.utf8)
    guard let first = parts.first, let last = parts.last, path.starts(with: first) else { return false }
    if parts.count == 1 { return path.count == first.count }
    var place = first.count
    for part in parts.dropFirst().dropLast() {
      guard let end = Self.end(of: part, in: path, from: place) else { return false }
      place = end
    }
    return path.count - last.count >= place && path.suffix(last.count).elementsEqual(last)
  }

  /// The end of the first occurrence of a part; nil without one.
  private static func end(of part: [UInt8], in path: [UInt8], from start: Int) -> Int? {
    guard !part.isEmpty else { return start }
    guard path.count - part.count >= start else { return nil }
    return (start...(path.count - part.count)).first { path[$0..<$0 + part.count].elementsEqual(part) }.map {
      $0 + part.count
    }
  }
}
