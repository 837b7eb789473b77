import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel

/// Learns the calls in a HAR file, which proxies and browsers export: their paths, times and statuses. Nothing else is
/// kept, not even what comes after a path.
enum HARFile {
  private struct Call {
    var method: String
    var path: Substring
    var nanoseconds: Int64
    var status: Int

    init?(_ entry: JSONValue) {
      guard let object = entry.object, let request = object["request"]?.object,
        let method = request["method"]?.string, let url = request["url"]?.string,
        let time = object["time"]?.number, time >= 0, time < 1e9
      else { return nil }
      self.method = method.uppercased()
      path = HARFile.path(of: url)
      nanoseconds = Int64(time * 1e6)
      status = object["response"]?.object?["status"]?.number.flatMap { Int(exactly: $0) } ?? 0
    }
  }

  private static let mostBytes = 1 << 30

  /// Adds each call in a file that a step of the flow makes.
  static func teach(_ learner: inout Learner, _ plan: FlowPlan, _ path: String, in world: World)
    throws
  {
    let bytes = try world.files.read(path, limit: mostBytes)
    let har: JSONValue
    do throws(JSONSyntaxError) {
      har = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: mostBytes, depth: 64))
    } catch {
      throw UsageError("\(path) is not JSON: \(error.message)")
    }
    let calls = (har.object?["log"]?.object?["entries"]?.array ?? []).compactMap(Call.init)
    guard !calls.isEmpty else {
      throw UsageError(
        "\(path) is not a HAR file with calls; it has none in the list \"log\" / \"entries\"")
    }
    var known = 0
    for call in calls {
      guard let step = plan.steps.indices.first(where: { makes(call, step: $0, plan) }) else { continue }
      known += 1
      learner.add(call: step, took: call.nanoseconds, errorClass(call.status))
    }
    world.report(
      "\(path): \(Counting.text(known, "call")) of \(Counting.grouped(calls.count)) are those of a step")
  }

  private static func makes(_ call: Call, step: Int, _ plan: FlowPlan) -> Bool {
    guard let request = plan.request(of: step, origin: .own), request.method == call.method else {
      return false
    }
    switch request.target {
    // The service's own address may have a path before it.
    case .service(_, let path): return matches(call.path, pattern: path, isWhole: false)
    case .url(let url): return matches(call.path, pattern: String(Self.path(of: url)), isWhole: true)
    }
  }

  /// Whether a path has the literal parts of a pattern, in order, with anything in the place of each reference.
  private static func matches(_ path: Substring, pattern: String, isWhole: Bool) -> Bool {
    let pattern = pattern.prefix { $0 != "?" && $0 != "#" }
    var parts: [Substring] = []
    var rest = pattern[...]
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      parts.append(rest[..<start.lowerBound])
      rest = rest[rest.index(after: end)...]
    }
    parts.append(rest)
    guard parts.count > 1 else { return isWhole ? path == pattern : path.hasSuffix(pattern) }
    guard path.hasSuffix(parts[parts.count - 1]) else { return false }
    if isWhole, !path.hasPrefix(parts[0]) { return false }
    var left = path[...]
    for part in parts where !part.isEmpty {
      guard let found = left.firstRange(of: part) else { return false }
      left = left[found.upperBound...]
    }
    return true
  }

  private static func errorClass(_ status: Int) -> ErrorClass? {
    switch status {
    case 400...: ErrorClass(status: status) ?? .server
    case 100...: nil
    default: .network
    }
  }

  /// The path of an address, without what follows `?` or `#`.
  private static func path(of url: String) -> Substring {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let path = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    return path.prefix { $0 != "?" && $0 != "#" }
  }
}
