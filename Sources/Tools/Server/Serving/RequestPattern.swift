import Foundation
import LaunchFlowMachine

/// A pattern for the requests of one attempt: its method, and its path with a gap for each reference.
package struct RequestPattern {
  package let step: Int
  package let origin: AttemptOrigin
  package let method: String
  /// The path for `fnmatch`, percent-encoded, with `*` for each reference.
  private let path: String
  /// The number of fixed bytes; of two matching patterns, the one with more bytes wins.
  let fixedLength: Int

  private init(step: Int, origin: AttemptOrigin, method: String, path: String) {
    self.step = step
    self.origin = origin
    self.method = method
    var (pattern, fixedLength) = ("", 0)
    for segment in (try? Template(path))?.segments ?? [.text(path)] {
      switch segment {
      case .text(let text):
        let fixed = PercentEncoding.literal(text)
        fixedLength += fixed.utf8.count
        pattern += fixed.map { #"*?[\"#.contains($0) ? #"\\#($0)"# : String($0) }.joined()
      case .reference: pattern += "*"
      }
    }
    (self.path, self.fixedLength) = (pattern, fixedLength)
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
  package func matches(path: String) -> Bool { fnmatch(self.path, path, 0) == 0 }
}
