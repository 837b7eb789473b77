extension OfflineSwitchDocument {
  /// Reads a switch file: the switch, or all that is wrong with it.
  public static func read(_ source: SourceText) -> DocumentReading<OfflineSwitchDocument> {
    DocumentReading(source, standIn: OfflineSwitchDocument(name: "")) {
      $0.offlineSwitch()
    } check: { document, reader in
      document.diagnostics(unread: reader.doubts.paths)
    }
  }
}

extension DocumentReader {
  /// The switch as far as it can be read; nil where that is not worth checking.
  fileprivate func offlineSwitch() -> OfflineSwitchDocument? {
    guard kind(0) == .object else {
      mismatch("an object, the switch", at: 0)
      return nil
    }
    let keys = ["$schema", "format", "switch", "summary", "factors", "ignore"]
    guard isReadableFormat(), let fields = fields(of: 0, keys) else { return nil }
    _ = string(fields["$schema"])
    var document = OfflineSwitchDocument(name: "switch")
    if let name = string(required("switch", in: fields, "the switch")) { document.name = name }
    document.summary = string(fields["summary"])
    document.ignore = silences(fields["ignore"])
    guard let node = required("factors", in: fields, "the switch"),
      let factors = self.fields(of: node, ["marked", "network", "service"])
    else {
      doubts.paths.insert(SwitchIndex.root)
      return document
    }
    // A factor that cannot be read is there all the same.
    if !factors.entries.isEmpty { doubts.paths.insert(SwitchIndex.root) }
    document.marked = factors["marked"].flatMap { mark($0) }
    document.network = factors["network"].flatMap { network($0) }
    document.service = factors["service"].flatMap { serviceFactor($0) }
    return document
  }

  private func mark(_ node: Int) -> OfflineSwitchDocument.Mark? {
    guard let fields = fields(of: node, ["manual"]),
      let manual = required("manual", in: fields, "the mark"),
      let inner = self.fields(of: manual, ["cache"]),
      let cache = string(required("cache", in: inner, "the mark"))
    else { return nil }
    return OfflineSwitchDocument.Mark(cache: cache)
  }

  private func network(_ node: Int) -> OfflineSwitchDocument.Network? {
    let keys = ["probe", "every", "everyWhileDown", "debounce", "causes", "grace", "ignore"]
    guard let fields = fields(of: node, keys) else { return nil }
    let path = SwitchIndex.network
    var request = Self.standInRequest
    var timeout = Duration.seconds(1)
    if let probe = required("probe", in: fields, "the network factor"),
      let inner = self.fields(of: probe, ["http", "timeout"])
    {
      request = switchRequest(inner, "the probe", path / "probe")
      timeout = switchDuration(
        required("timeout", in: inner, "the probe"), timeout, path / "probe" / "timeout")
    } else {
      doubts.paths.formUnion([path / "probe" / "http", path / "probe" / "timeout"])
    }
    let every = required("every", in: fields, "the network factor")
    var network = OfflineSwitchDocument.Network(
      probe: request, timeout: timeout, every: switchDuration(every, .seconds(60), path / "every"))
    if let node = fields["everyWhileDown"] {
      network.everyWhileDown = switchDuration(node, network.every, path / "everyWhileDown")
    }
    if let node = fields["debounce"], let windows = self.fields(of: node, ["down", "up"]) {
      let debounce = path / "debounce"
      network.debounce.down = optionalDuration(windows["down"], network.debounce.down, debounce / "down")
      network.debounce.up = optionalDuration(windows["up"], network.debounce.up, debounce / "up")
    }
    if let node = fields["causes"] { network.causes = causes(node) }
    network.grace = optionalDuration(fields["grace"], network.grace, path / "grace")
    network.ignore = silences(fields["ignore"])
    return network
  }

  private func causes(_ node: Int) -> [OfflineSwitchDocument.Medium] {
    let elements = list(node)
    let causes = elements.compactMap { word($0, as: OfflineSwitchDocument.Medium.self) }
    if causes.count < elements.count || kind(node) != .array {
      doubts.paths.insert(SwitchIndex.network / "causes")
    }
    return causes
  }
}

extension DocumentReader {
  private func serviceFactor(_ node: Int) -> OfflineSwitchDocument.Service? {
    guard let fields = fields(of: node, ["watch", "trigger", "confirm", "poll", "keep", "ignore"]) else {
      return nil
    }
    let path = SwitchIndex.service
    var service = OfflineSwitchDocument.Service(
      watch: [], confirm: Self.standInRequest, timeout: .milliseconds(1), results: [])
    if let watch = required("watch", in: fields, "the service factor"), let members = namedMembers(of: watch)
    {
      service.watch = members.map { watched($0.name, $0.node) }
    } else {
      doubts.paths.insert(path / "watch")
    }
    if let confirm = required("confirm", in: fields, "the service factor"),
      let inner = self.fields(of: confirm, ["http", "timeout", "results"])
    {
      let confirmPath = path / "confirm"
      service.confirm = switchRequest(inner, "the question", confirmPath)
      service.timeout = switchDuration(
        required("timeout", in: inner, "the question"), service.timeout, confirmPath / "timeout")
      if let results = results(inner["results"]) {
        service.results = results
      } else {
        doubts.paths.insert(confirmPath / "results")
      }
    } else {
      doubts.paths.formUnion([path / "confirm", path / "confirm" / "http", path / "confirm" / "timeout"])
    }
    if let node = fields["trigger"] { service.trigger = trigger(node) }
    if let node = fields["poll"] { service.poll = switchPoll(node) }
    service.keep = optionalDuration(fields["keep"], service.keep, path / "keep")
    service.ignore = silences(fields["ignore"])
    return service
  }

  private func watched(_ name: String, _ node: Int) -> OfflineSwitchDocument.Domain {
    let texts = strings(node)
    let endpoints = (texts ?? []).enumerated().compactMap { position, text -> Endpoint? in
      if let endpoint = Endpoint(text) { return endpoint }
      if text != Doubts.standInName, let children = elements(of: node), position < children.count {
        report(
          .badValue, "\"\(text)\" is no endpoint", at: children[position],
          hint: "write it like \"POST /trade/*\"; a \"*\" is a whole segment")
      }
      return nil
    }
    if endpoints.count < texts?.count ?? 1 {
      doubts.paths.insert(SwitchIndex.service / "watch" / name)
    }
    return OfflineSwitchDocument.Domain(name, endpoints)
  }

  private func trigger(_ node: Int) -> OfflineSwitchDocument.Trigger {
    var trigger = OfflineSwitchDocument.Trigger()
    guard let fields = fields(of: node, ["failures", "within"]) else { return trigger }
    if let failures = integer(fields["failures"]) { trigger.failures = failures }
    trigger.within = optionalDuration(
      fields["within"], trigger.within, SwitchIndex.service / "trigger" / "within")
    return trigger
  }

  private func switchPoll(_ node: Int) -> OfflineSwitchDocument.Poll {
    var poll = OfflineSwitchDocument.Poll()
    let path = SwitchIndex.service / "poll"
    guard let fields = fields(of: node, ["every", "factor", "maxEvery", "jitter"]) else { return poll }
    poll.every = optionalDuration(fields["every"], poll.every, path / "every")
    // What a file leaves out is no growth, rather than the growth of a switch without any `poll`.
    poll.factor = 1
    if let node = fields["factor"] {
      if let factor = number(node) { poll.factor = factor } else { doubts.paths.insert(path / "factor") }
    }
    poll.maxEvery = fields["maxEvery"].map { optionalDuration($0, .seconds(60), path / "maxEvery") }
    poll.jitter = word(fields["jitter"]) ?? poll.jitter
    return poll
  }

  private func switchRequest(_ fields: Fields, _ owner: String, _ path: JSONPointer) -> Flow.Request {
    guard let node = required("http", in: fields, owner) else {
      doubts.paths.insert(path / "http")
      return Self.standInRequest
    }
    guard kind(node) == .object else {
      mismatch("an object, the request", at: node)
      doubts.paths.insert(path / "http")
      return Self.standInRequest
    }
    let before = diagnostics.count
    let request = request(node)
    if diagnostics.count > before { doubts.paths.insert(path / "http") }
    return request
  }

  /// A duration that must be there: without one, and with one that cannot be read, a stand-in.
  private func switchDuration(_ node: Int?, _ standIn: Duration, _ path: JSONPointer) -> Duration {
    if let node, let duration = duration(node) { return duration }
    doubts.paths.insert(path)
    return standIn
  }

  /// A duration that may be there.
  private func optionalDuration(_ node: Int?, _ otherwise: Duration, _ path: JSONPointer) -> Duration {
    guard let node else { return otherwise }
    return switchDuration(node, otherwise, path)
  }
}
