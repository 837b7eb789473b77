import Foundation
import LaunchFlow
import LaunchFlowDelivery

enum PackCommand: Subcommand {
  static let sequence = Option<Int>.wholeNumber("sequence", atLeast: 1)
  static let issued = Option<String>.text("issued", "TIME")
  static let expires = Option<Duration>.duration("expires")
  static let rollout = Option<Int>.wholeNumber("rollout", "PERCENT", atLeast: 0, atMost: 100)
  static let control = Option<Int>.wholeNumber("control", "PERCENT", atLeast: 0, atMost: 100)
  static let audience = Option<String>.text("audience", "NAME")
  static let bundled = Option<String>.text("bundled", "FILE", .document)
  static let returns = Flag("return")
  static let manifest = Option<String>.text("manifest", "FILE", .file)
  static let signature = Option<NamedText>.setting("signature", "ID=FILE").repeatable
  static let key = Option<NamedText>.setting("key", "ID=FILE").repeatable
  static let required = Option<Int>.wholeNumber("required", atLeast: 1, atMost: FlowPackage.mostSignatures)
  static let permission = Option<PackPermission>.choice("allow", "WHAT").repeatable

  /// The options for a new manifest.
  private static let making: [any DeclaredOption] =
    [sequence, issued, expires, rollout, control, audience, bundled] + DeliveryOptions.declarations
    + [VerifyCommand.budget, VerifyCommand.memory, returns]
  /// The options for a package of a signed manifest.
  private static let assembling: [any DeclaredOption] = [manifest, signature, key, required]

  static let interface = Interface(
    "pack", [Argument("FLOW")], making + assembling + [permission, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if given[manifest] != nil, let option = given.first(of: making) {
      throw UsageError("'\(option.typed)' is for a new manifest; '--manifest' names one that is signed")
    }
    let file = try DocumentFile(given.arguments[0], in: world)
    let flow = try file.flow()
    if let path = given[manifest] {
      return try SignedPackage(file: file, path: path, given: given, world: world).write(flow)
    }
    var made = try manifest(of: flow, given)
    var unchecked: [(PackPermission, String)] = []
    if !given[returns], given[bundled] == nil {
      unchecked.append((.noBundled, "without '--bundled' nothing is compared with the flow in the apps"))
    }
    guard PackPermission.check(made, unchecked, given, in: world) else { return .problemsFound }
    if !given[returns] {
      let contents = try contents(of: flow, file)
      made.files = contents.map { Manifest.File($0.name, digest: SHA256.hex($0.bytes)) }
      let package = FlowPackage(
        made, text: [], signatures: [],
        files: Dictionary(contents.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first }))
      guard try isAccepted(package, instead: flow, given, in: world) else { return .problemsFound }
    }
    try world.write(made.text, to: given[SharedOptions.output])
    return .fine
  }

  /// The manifest of a flow, without files.
  private static func manifest(of flow: Flow, _ given: Given) throws(UsageError) -> Manifest {
    if let option = given.first(of: [signature, key, required]) {
      throw UsageError("'\(option.typed)' needs '--manifest'")
    }
    guard let number = given[sequence] else {
      throw UsageError("add '--sequence' to make a manifest, or '--manifest' to make a package")
    }
    if given[returns], let option = given.first(of: [rollout, control]) {
      throw UsageError("'--return' is for every installation; leave out '\(option.typed)'")
    }
    if let name = given[audience], !name.contains(where: { $0.isLetter || $0.isNumber }) {
      throw UsageError("'--audience' needs a letter or a digit")
    }
    guard let start = given[issued].map(UTCTime.seconds) ?? Int64(Date().timeIntervalSince1970) else {
      throw UsageError("'\(given[issued] ?? "")' is not a time such as 2026-11-22T12:00:00Z")
    }
    let (share, part) = (given[rollout] ?? 100, given[control] ?? 0)
    guard share + part <= 100 else {
      throw UsageError("'--rollout' and '--control' must not exceed 100 together")
    }
    let seconds = (given[expires] ?? .seconds(30 * 86_400)).components.seconds
    let (end, overflow) = start.addingReportingOverflow(seconds)
    guard !overflow, seconds > 0, end <= UTCTime.last else {
      throw UsageError("'--expires' must be at least a second and end before the year 10000")
    }
    return Manifest(
      flow: flow.name, sequence: Int64(number), issued: start, expires: end, files: [],
      rollout: share < 100 || part > 0 ? .init(share: share * 100, control: part * 100) : nil,
      audience: given[audience])
  }

  /// The flow's own file first, then those that it includes.
  private static func contents(
    of flow: Flow, _ file: DocumentFile
  ) throws -> [(name: String, bytes: [UInt8])] {
    let own = file.path.split(separator: "/").last.map(String.init) ?? file.path
    var contents = [(own, file.source.bytes)]
    for name in flow.includedFiles {
      guard let included = file.included(name) else { continue }
      contents.append((name, included.bytes))
    }
    for (name, bytes) in contents where !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) {
      throw UsageError("\(name) is not valid UTF-8, which a package needs")
    }
    return contents
  }

  /// Asks the judge of the devices, and proves the flow.
  private static func isAccepted(
    _ package: FlowPackage, instead flow: Flow, _ given: Given, in world: World
  ) throws -> Bool {
    let basis = try given[bundled].map { try DocumentFile($0, in: world).flow() } ?? flow
    let judge = DeliveryOptions.judge(basis, given)
    do throws(PackageRefusal) {
      guard package.text.utf8.count <= judge.limits.bytes else { throw .tooLarge(limit: judge.limits.bytes) }
      let replacement = try judge.judge(package)
      let proof = ReplacementProof(replacement, instead: basis, VerifyCommand.budget(given))
      guard let problem = proof.problems.first else { return true }
      world.report("error: \(problem)")
      return false
    } catch {
      world.report("error: devices refuse this: \(error)")
      return false
    }
  }
}
