import Foundation
import LaunchFlow
import LaunchFlowDelivery
import LaunchFlowModel

/// `launchflow pack`
enum PackCommand: Subcommand {
  static let sequence = Option<Int>.wholeNumber(
    "sequence", atLeast: 1, "The package's number; devices take only higher ones.")
  static let issued = Option<String>.text(
    "issued", "TIME", "The time of issue, such as 2026-11-22T12:00:00Z.", default: "now")
  static let expires = Option<Duration>.duration(
    "expires", "How long devices take the package, counted from its issue.", default: "30d")
  static let rollout = Option<Int>.wholeNumber(
    "rollout", "PERCENT", atLeast: 0, atMost: 100, "The share of installations that take it.",
    default: "100")
  static let control = Option<Int>.wholeNumber(
    "control", "PERCENT", atLeast: 0, atMost: 100, "The share that never takes it, to compare with.",
    default: "0")
  static let bundled = Option<String>.document(
    "bundled", "The flow that the apps carry, whose promises, hosts and pages bind.",
    default: "the flow itself")
  static let returns = Flag("return", "Write the order to return to the bundled flow.")
  static let manifest = Option<String>.file(
    "manifest", "A manifest that was signed: put the package together.")
  static let signature = Option<String>.text(
    "signature", "ID=FILE", "A signature of the manifest, with its key's id."
  ).repeatable
  static let key = Option<String>.text("key", "ID=FILE", "A public key to check a signature with.").repeatable

  static let interface = Interface(
    name: "pack",
    summary: "Make a package that apps in the field take",
    discussion: [
      """
      First, the manifest: 'pack' checks the flow as a device will, proves it, and writes what is to be signed. Sign it \
      by OpenSSL: 'openssl pkeyutl -sign -rawin -inkey KEY.pem -in MANIFEST -out SIGNATURE'. Then, with '--manifest' and \
      '--signature', the package: one file for a static server.
      """,
      """
      A device proves nothing. Your signature promises that every run of the flow lands in time and keeps its promises \
      and those of the bundled flow. '--budget' and '--memory' limit the proof.
      """,
      "The status is 1 if devices would refuse the package, or if the flow is not proved.",
    ],
    arguments: [Argument(valueName: "FLOW", summary: "The flow; with '--return', the bundled one.")],
    options: [
      sequence.declaration, issued.declaration, expires.declaration, rollout.declaration, control.declaration,
      bundled.declaration,
    ] + DeliveryOptions.declarations + [
      VerifyCommand.budget.declaration, VerifyCommand.memory.declaration,
      returns.declaration, manifest.declaration, signature.declaration, key.declaration,
      SharedOptions.output.declaration,
    ],
    examples: [
      "launchflow pack rider-launch.json --sequence 12 --rollout 10 --output manifest.json",
      "launchflow pack rider-launch.json --manifest manifest.json --signature 2026-a=manifest.sig -o rider.pack.json",
      "launchflow pack rider-launch.json --return --sequence 13 --output manifest.json",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let path = given.arguments.first ?? ""
    let file = try DocumentFile(path, in: world)
    guard let flow = try DocumentLoader(given, in: world).flow(file) else { return .problemsFound }
    if let manifest = given[manifest] { return try assemble(file, manifest, given, in: world) }
    guard let number = given[sequence] else {
      throw UsageError("the manifest needs '--sequence'; with '--manifest' the package is put together")
    }
    let start = try issueTime(given)
    let (share, part) = (given[rollout] ?? 100, given[control] ?? 0)
    guard share + part <= 100 else {
      throw UsageError("'--rollout' and '--control' are more than 100 together")
    }
    let isPartial = share < 100 || part > 0
    let seconds = (given[expires] ?? .seconds(30 * 86_400)).components.seconds
    let (end, overflow) = start.addingReportingOverflow(seconds)
    guard !overflow, seconds > 0, end <= UTCTime.last else {
      throw UsageError("'--expires' is longer than a second and ends before the year 10000")
    }
    var made = Manifest(
      flow: flow.name, sequence: Int64(number), issued: start, expires: end, files: [],
      rollout: isPartial ? .init(share: share * 100, control: part * 100) : nil)
    if given[returns] {
      made.rollout = nil
    } else {
      let contents = try self.contents(of: flow, file, in: world)
      made.files = contents.map { Manifest.File($0.name, digest: SHA256.hex($0.bytes)) }
      let package = FlowPackage(
        made, text: [], signatures: [],
        files: Dictionary(contents.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first }))
      guard try isAccepted(package, instead: flow, given, in: world) else { return .problemsFound }
    }
    try world.write(made.text, to: given[SharedOptions.output])
    return .fine
  }

  private static func issueTime(_ given: Given) throws(UsageError) -> Int64 {
    guard let text = given[issued] else { return Int64(Date().timeIntervalSince1970) }
    guard let time = UTCTime.seconds(text) else {
      throw UsageError("'\(text)' is not a time such as 2026-11-22T12:00:00Z")
    }
    return time
  }

  /// The flow's own file first, then those that it includes.
  private static func contents(
    of flow: Flow, _ file: DocumentFile, in world: World
  ) throws -> [(name: String, bytes: [UInt8])] {
    let own = file.path.split(separator: "/").last.map(String.init) ?? file.path
    var contents = [(own, file.source.bytes)]
    for inclusion in flow.inclusions {
      guard let included = file.included(inclusion.file, in: world) else { continue }
      contents.append((inclusion.file, included.bytes))
    }
    for (name, bytes) in contents where !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) {
      throw UsageError("\(name) is not sound UTF-8, which a package needs")
    }
    return contents
  }

  /// Asks the judge of the devices, and proves the flow.
  private static func isAccepted(
    _ package: FlowPackage, instead flow: Flow, _ given: Given, in world: World
  ) throws -> Bool {
    var basis = flow
    if let path = given[bundled] {
      guard let read = try DocumentLoader(given, in: world).flow(try DocumentFile(path, in: world)) else {
        return false
      }
      basis = read
    }
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

  /// Puts a package together of a signed manifest.
  private static func assemble(
    _ file: DocumentFile, _ path: String, _ given: Given, in world: World
  ) throws -> ExitStatus {
    let text = try world.files.read(path, limit: 1 << 16)
    do throws(PackageRefusal) {
      let manifest = try Manifest(text)
      var package = FlowPackage(manifest, text: text, signatures: [], files: [:])
      for entry in manifest.files {
        let isOwn = entry.name == manifest.files.first?.name
        let source = isOwn ? file.source : file.included(entry.name, in: world)
        package.files[entry.name] = source?.bytes
      }
      try package.checkFiles()
      return try finish(package, given, in: world)
    } catch {
      world.report("error: \(path): \(error)")
      return .problemsFound
    }
  }

  private static func finish(
    _ package: FlowPackage, _ given: Given, in world: World
  ) throws(PackageRefusal) -> ExitStatus {
    var package = package
    do {
      for (id, path) in try pairs(given.all(signature), of: "signature") {
        let bytes = try world.files.read(path, limit: 1 << 10)
        guard bytes.count == 64 else {
          throw UsageError("\(path) has \(bytes.count) bytes; an Ed25519 signature has 64")
        }
        package.signatures.append(FlowPackage.Signature(key: id, bytes: bytes))
      }
      guard !package.signatures.isEmpty else { throw UsageError("a package needs '--signature'") }
      var keys: [String: String] = [:]
      for (id, path) in try pairs(given.all(key), of: "key") {
        keys[id] = String(decoding: try world.files.read(path, limit: 1 << 12), as: UTF8.self)
      }
      if !keys.isEmpty { try package.checkSignature(of: TrustedKeys(keys)) }
      let limit = DeliveryLimits().bytes
      guard package.text.utf8.count <= limit else { throw PackageRefusal.tooLarge(limit: limit) }
      try world.write(package.text, to: given[SharedOptions.output])
      return .fine
    } catch let refusal as PackageRefusal {
      throw refusal
    } catch {
      world.report("error: \((error as? UsageError)?.message ?? (error as? FileError)?.reason ?? "\(error)")")
      return .couldNotRun
    }
  }

  private static func pairs(
    _ texts: [String], of option: String
  ) throws(UsageError) -> [(id: String, path: String)] {
    var pairs: [(String, String)] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw UsageError("'--\(option) \(text)' is not ID=FILE")
      }
      pairs.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    return pairs
  }
}
