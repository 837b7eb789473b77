import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowServer

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

    /// Whether a step makes it. The service's own address may have a path before the request's.
    func fits(_ pattern: RequestPattern) -> Bool {
      pattern.method == method
        && path.indices.contains { path[$0] == "/" && pattern.matches(path: String(path[$0...])) }
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
    let patterns = RequestPattern.all(of: plan).filter { $0.origin == .own }
    var known = 0
    for call in calls {
      guard let step = patterns.first(where: call.fits)?.step else { continue }
      known += 1
      learner.add(call: step, took: call.nanoseconds, errorClass(call.status))
    }
    world.report(
      "\(path): \(Counting.text(known, "call")) of \(Counting.grouped(calls.count)) are those of a step")
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
