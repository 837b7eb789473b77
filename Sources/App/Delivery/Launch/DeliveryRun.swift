import Foundation
import LaunchFlow

/// The delivery of one launch: the machine and its files. Its owner guards it against simultaneous use.
struct DeliveryRun: ~Copyable, Sendable {
  enum Order: Sendable {
    case fetch(PackageSource.Request)
    case tell(DeliveryEvent)
  }

  private(set) var machine: DeliveryMachine
  private let installation: String
  private let store: DeliveryStore
  private let admission: Admission
  private let boot: String
  private let wasDamaged: Bool
  private(set) var flow: Flow
  /// The bytes of a package that may become a candidate.
  private var offered: [UInt8] = []

  init(
    _ folder: URL, _ admission: Admission, for app: DeliveryMachine.App, _ rules: DeliveryMachine.Rules,
    boot: String
  ) {
    store = DeliveryStore(folder)
    let (file, isDamaged) = store.record()
    wasDamaged = isDamaged
    installation = file?.installation ?? UUID().uuidString
    machine = DeliveryMachine(file?.record ?? DeliveryRecord(), for: app, rules)
    self.admission = admission
    self.boot = boot
    flow = admission.judge.bundled
  }

  /// Chooses the flow of this launch, unless a package must be fetched first.
  mutating func start(isForeground: Bool, now: Int64) -> [Order] {
    let orders = take(.start(.init(boot: boot, mark: store.mark, isForeground: isForeground, now: now)))
    return (wasDamaged ? [.tell(.recordDamaged)] : []) + orders
  }

  /// The version in use, for traces.
  var version: String {
    let version = machine.choice?.version ?? "bundled"
    return machine.record.control.map { "\(version) control-of-\($0)" } ?? version
  }

  mutating func fetched(_ result: Result<PackageSource.Answer, any Error>, now: Int64) -> [Order] {
    switch result {
    case .failure(let error):
      // The text of another error may contain an address.
      let reason = (error as? SourceFailure)?.reason ?? "the source failed"
      return [.tell(.fetchFailed(reason))] + take(.answered(.failed))
    case .success(.unchanged): return take(.answered(.unchanged))
    case .success(.package(let bytes, let etag)):
      do throws(PackageRefusal) {
        let package = try FlowPackage(bytes, limit: admission.judge.limits.bytes)
        let offer = offer(package, signedBy: try admission.check(package))
        offered = bytes
        return take(.answered(.offer(offer, etag: etag, now: now)))
      } catch {
        return [.tell(.refused(error))] + take(.answered(.failed))
      }
    }
  }

  private func offer(_ package: FlowPackage, signedBy signers: [String]) -> Offer {
    let manifest = package.manifest
    var offer = Offer(
      edition: package.edition, signers: signers, issued: manifest.issued, expires: manifest.expires,
      isReturn: manifest.isReturn)
    if let rollout = manifest.rollout {
      let bucket = Self.bucket(of: installation, manifest.filesDigest)
      offer.isIncluded = bucket < rollout.share
      offer.isControl = bucket >= 10_000 - rollout.control
    }
    return offer
  }

  /// The number of an installation, below ten thousand. It depends on the files, so that a rollout's share can grow.
  static func bucket(of installation: String, _ files: String) -> Int {
    let digest = SHA256.digest(Array("\(installation):\(files)".utf8))
    return Int(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 10_000)
  }

  /// Passes an input to the machine, and performs the effects on files.
  mutating func take(_ input: DeliveryMachine.Input) -> [Order] {
    var orders: [Order] = []
    var effects = machine.take(input)
    var isKept = true
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .keep(let edition):
        // A process that died between storing a package and saving the record has left a file.
        store.sweep(keeping: machine.record.kept)
        isKept = store.keep(offered, of: edition)
        offered = []
      case .save(let isSweeping):
        let isSaved =
          isKept && store.save(RecordFile(installation: installation, record: machine.record))
        if isSaved, isSweeping { store.sweep(keeping: machine.record.kept) }
        effects += machine.take(.saved(isSaved))
      case .mark: effects += machine.take(.marked(store.mark(boot)))
      case .unmark: store.unmark()
      case .use(let choice):
        let (isThere, event) = use(choice)
        orders.append(.tell(event))
        if !isThere { effects += machine.take(.lost) }
      case .fetch(let etag): orders.append(.fetch(.init(etag: etag, limit: admission.judge.limits.bytes)))
      case .judge(let edition):
        do throws(PackageRefusal) {
          effects += machine.take(.judged(try judged(edition).offer))
        } catch {
          orders.append(.tell(.refused(error)))
          effects += machine.take(.judged(nil))
        }
      case .tell(let event): orders.append(.tell(event))
      }
    }
    return orders
  }

  /// Checks a stored package as completely as a fetched one, since keys, the app or the file may have changed.
  private func judged(_ edition: Edition) throws(PackageRefusal) -> (flow: Flow, offer: Offer) {
    guard let package = store.package(edition, limit: admission.judge.limits.bytes) else {
      throw .unreadable("the stored package is damaged")
    }
    let signers = try admission.check(package)
    guard edition.sequence > machine.app.sequence else { throw .older(than: machine.app.sequence) }
    return (try admission.judge.judge(package), offer(package, signedBy: signers))
  }

  /// Uses the flow of a choice, if it exists and is still trusted.
  private mutating func use(_ choice: DeliveryMachine.Choice) -> (isThere: Bool, event: DeliveryEvent) {
    flow = admission.judge.bundled
    guard case .edition(let edition) = choice else {
      return (true, choice == .safe ? .safeMode : .using(version: choice.version))
    }
    do throws(PackageRefusal) {
      flow = try judged(edition).flow
      return (true, .using(version: choice.version))
    } catch {
      if case .unreadable = error { return (false, .packageDamaged(version: choice.version)) }
      return (false, .refused(error))
    }
  }
}
