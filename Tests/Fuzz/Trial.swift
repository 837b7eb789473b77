import Foundation

/// A broken promise of the command.
struct Finding: CustomStringConvertible {
  var words: [String]
  var what: String

  var description: String { "launchflow \(words.joined(separator: " ")): \(what)" }
}

/// One case: the corpus in a folder of its own with one document mutated, and the commands that read it.
final class Trial {
  private let folder: URL
  private let binary: String
  private let subject: Corpus.Document
  private var generator: SeededGenerator
  private var findings: [Finding] = []
  /// How many processes were run.
  private(set) var runs = 0

  /// The time that a command may take; `verify` and long simulations have limits of their own below it.
  static let limit = Duration.seconds(30)

  init(_ corpus: Corpus, seed: UInt64, number: UInt64, binary: String) throws {
    self.binary = binary
    generator = SeededGenerator(seed: seed, number: number)
    folder = URL.temporaryDirectory.appending(path: "fuzz-\(getpid())-\(number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var subject = corpus.documents[Int.random(in: corpus.documents.indices, using: &generator)]
    subject.bytes = Mutation.mutate(subject.bytes, using: &generator)
    self.subject = subject
    for document in corpus.documents {
      let bytes = document.name == subject.name ? subject.bytes : document.bytes
      try Data(bytes).write(to: folder.appending(path: document.name))
    }
  }

  /// Removes the files.
  func discard() { try? FileManager.default.removeItem(at: folder) }

  /// Keeps the files.
  func move(to place: URL) throws {
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.moveItem(at: folder, to: place)
  }

  /// Runs every command that reads the mutated document.
  func run() throws -> [Finding] {
    let name = subject.name
    _ = try launch(["fmt", "-"])
    _ = try launch(["fmt", "--check", name])
    if subject.kind == .trace {
      for format in ["text", "json", "svg"] { _ = try launch(["show", name, "--format", format]) }
      _ = try launch(["compare", name, name.replacing(".trace.json", with: ".json"), "--set", "*=ok"])
      return findings
    }
    let isSound = try check()
    _ = try launch(["completions", "--scenarios-of", name])
    let scenarioFile = name.hasSuffix(".scenarios.json")
    let flow = scenarioFile ? name.replacing(".scenarios.json", with: ".json") : name
    let beside = flow.replacing(".json", with: ".scenarios.json")
    var accepted = [0]
    if scenarioFile { accepted = try sound(flow) ? [0] : [0, 1, 2, 3] }
    let scenarios = scenarioNames(beside)
    let chosen = scenarios.shuffled(using: &generator).prefix(2).map { ["--scenario", $0] }
    for option in [[]] + chosen {
      let words = ["simulate", flow, "--runs", "20"] + option
      // A scenarios file that a changed flow no longer fits has errors of its own, which `check` reports for it.
      let fits = try isSound && sound(beside)
      try agree(words, fits, accepted)
    }
    if subject.kind == .flow {
      try agree(["graph", flow], isSound, [0])
      try agree(["verify", flow, "--budget", "3000", "--timeout", "5s"], isSound, [0, 1])
      try agree(["compare", flow, "rider-launch.json", "--scenario", "x"], false, [])
      try agree(["simulate", flow, "--set", "*=hang", "--format", "json"], try isSound && sound(beside), [0])
    }
    try agree(["test", name], try isSound && sound(beside) && sound(flow), [0, 1])
    return findings
  }

  /// Checks the document in two formats; true when it has no errors.
  private func check() throws -> Bool {
    let child = try launch(["check", subject.name, "--format", "json"])
    guard let status = child.status, status < 2 else { return false }
    let json = try? JSONSerialization.jsonObject(with: Data(child.data)) as? [[String: Any]]
    guard let json else {
      report(["check", subject.name, "--format", "json"], "writes no JSON")
      return false
    }
    for diagnostic in json where diagnostic["line"] as? Int == nil || diagnostic["column"] as? Int == nil {
      report(["check", subject.name], "no position: \(diagnostic["message"] ?? "")")
    }
    let hasErrors = json.contains { $0["severity"] as? String == "error" }
    if hasErrors != (status == 1) {
      report(["check", subject.name], "status \(status), errors \(hasErrors)")
    }
    _ = try launch(["check", subject.name])
    return !hasErrors
  }

  /// Whether another document has no errors.
  private func sound(_ name: String) throws -> Bool {
    guard name != subject.name || subject.kind != .trace else { return false }
    runs += 1
    return try Child.run(binary, ["check", name], in: folder, limit: Self.limit).status == 0
  }

  /// Runs a command that must accept a document without errors.
  private func agree(_ words: [String], _ isSound: Bool, _ accepted: [Int]) throws {
    let child = try launch(words)
    guard isSound, let status = child.status, !child.isLate else { return }
    if !accepted.contains(Int(status)) {
      report(words, "status \(status), though 'check' finds no errors: \(child.diagnostics.prefix(300))")
    }
  }

  /// Runs a command and checks what holds for each: no crash, no hang, a known status, positions, and at times that a
  /// second run writes the same bytes.
  private func launch(_ words: [String]) throws -> Child {
    runs += 1
    let child = try Child.run(binary, words, in: folder, limit: Self.limit)
    if child.isLate {
      report(words, "takes more than \(Self.limit)")
    } else if let signal = child.signal {
      report(words, "is ended by signal \(signal)")
    } else if let status = child.status, !(0...3).contains(status) {
      report(words, "status \(status): \(child.diagnostics.prefix(300))")
    }
    for line in (child.diagnostics + String(decoding: child.data.prefix(20_000), as: UTF8.self)).split(
      separator: "\n")
    {
      guard line.contains(".json:"), line.contains(": error: ") || line.contains(": warning: ") else {
        continue
      }
      if line.firstMatch(of: #/^[^:\s]+\.json:\d+:\d+: (error|warning): /#) == nil, words[0] != "show" {
        report(words, "no position: \(line.prefix(200))")
      }
    }
    if Int.random(in: 0..<6, using: &generator) == 0, !child.isLate, words[0] != "verify" {
      runs += 1
      let again = try Child.run(binary, words, in: folder, limit: Self.limit)
      if again.data != child.data || again.diagnostics != child.diagnostics || again.status != child.status {
        report(words, "writes other bytes the second time")
      }
    }
    return child
  }

  /// The names in a scenarios file that can be read.
  private func scenarioNames(_ name: String) -> [String] {
    guard let data = try? Data(contentsOf: folder.appending(path: name)),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let scenarios = json["scenarios"] as? [String: Any]
    else { return [] }
    return scenarios.keys.filter {
      !$0.hasPrefix("x-") && !$0.hasPrefix("-") && $0 != "*" && !$0.contains("\0")
    }.sorted()
  }

  private func report(_ words: [String], _ what: String) {
    findings.append(Finding(words: words, what: what))
  }
}
