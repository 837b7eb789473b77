import Foundation
import LaunchFlowTestFlows

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
  private var generator: SeededRandom
  private var findings: [Finding] = []
  /// Whether `check` has found no errors in a document.
  private var sound: [String: Bool] = [:]
  /// How many processes were run.
  private(set) var runs = 0

  /// The time that a command may take; `verify` and long simulations have limits of their own below it.
  static let limit = Duration.seconds(30)

  init(_ corpus: Corpus, seed: UInt64, number: UInt64, binary: String) throws {
    self.binary = binary
    generator = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ number &* 0xD1B5_4A32_D192_ED03)
    folder = URL.temporaryDirectory.appending(path: "fuzz-\(getpid())-\(number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var subject = corpus.documents[Int.random(in: corpus.documents.indices, using: &generator)]
    subject.bytes = DocumentMutation.mutate(subject.bytes, using: &generator)
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
    guard let kind = subject.kind else {
      _ = try launch(["fmt", "--check", name])
      for format in ["text", "json", "svg"] { _ = try launch(["show", name, "--format", format]) }
      _ = try launch(["compare", name, name.replacing(".trace.json", with: ".json"), "--set", "*=ok"])
      return findings
    }
    try check()
    _ = try launch(["completions", "--of", name])
    let beside = name.hasSuffix(".scenarios.json") ? name : name.replacing(".json", with: ".scenarios.json")
    let scenarios = scenarioNames(beside).shuffled(using: &generator).prefix(2)
    for command in DocumentCommand.all(reading: name, kind, scenarios: Array(scenarios)) {
      try agree(command)
    }
    return findings
  }

  /// Checks the document in two formats.
  private func check() throws {
    let child = try launch(["check", subject.name, "--format", "json"])
    guard let status = child.status, status < 2 else { return }
    let json = try? JSONSerialization.jsonObject(with: Data(child.data)) as? [[String: Any]]
    guard let json else {
      report(["check", subject.name, "--format", "json"], "writes no JSON")
      return
    }
    for diagnostic in json where diagnostic["line"] as? Int == nil || diagnostic["column"] as? Int == nil {
      report(["check", subject.name], "no position: \(diagnostic["message"] ?? "")")
    }
    let hasErrors = json.contains { $0["severity"] as? String == "error" }
    if hasErrors != (status == 1) {
      report(["check", subject.name], "status \(status), errors \(hasErrors)")
    }
    _ = try launch(["check", subject.name])
  }

  /// Whether `check` finds no errors in a document.
  private func isSound(_ name: String) throws -> Bool {
    if let known = sound[name] { return known }
    runs += 1
    let isSound = try Child.run(binary, ["check", name], in: folder, limit: Self.limit).status == 0
    sound[name] = isSound
    return isSound
  }

  /// Runs a command that must accept documents without errors.
  private func agree(_ command: DocumentCommand) throws {
    let child = try launch(command.words)
    guard let status = child.status, !child.isLate, !command.accepts(status, child.diagnostics),
      try command.files.allSatisfy(isSound)
    else { return }
    report(
      command.words, "status \(status), though 'check' finds no errors: \(child.diagnostics.prefix(300))")
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
