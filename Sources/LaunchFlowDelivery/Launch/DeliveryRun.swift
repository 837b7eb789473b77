import Foundation
import LaunchFlow
import LaunchFlowDeliveryMachine

/// One launch's delivery: the machine, and the files to which it refers. Its owner makes sure that nobody else uses it
/// meanwhile.
struct DeliveryRun: Sendable {
  /// What no launch waits for.
  enum Order: Sendable {
    case fetch(etag: String?)
    case judge(Edition)
    case tell(DeliveryEvent)
  }

  private(set) var machine: DeliveryMachine
  private let installation: String
  private let store: DeliveryStore
  private let bundled: Flow
  private let limits: DeliveryLimits
  private let wasDamaged: Bool
  /// The flow in use.
  private(set) var flow: Flow
  /// A package that may become a candidate: its bytes as they came.
  private var offered: [UInt8] = []

  init(
    _ folder: URL, _ bundled: Flow, for app: DeliveryMachine.App, _ rules: DeliveryMachine.Rules,
    _ limits: DeliveryLimits
  ) {
    store = DeliveryStore(folder)
    let (file, isDamaged) = store.record()
    wasDamaged = isDamaged
    installation = file?.installation ?? UUID().uuidString
    machine = DeliveryMachine(file?.record ?? DeliveryRecord(), for: app, rules)
    self.bundled = bundled
    self.limits = limits
    flow = bundled
  }

  /// Chooses the flow of this launch.
  mutating func start(boot: String, isForeground: Bool) -> [Order] {
    let orders = take(.start(boot: boot, isForeground: isForeground))
    return (wasDamaged ? [.tell(.recordDamaged)] : []) + orders
  }

  /// The version in use, for traces.
  var version: String {
    let version = machine.choice?.version ?? "bundled"
    return machine.record.control.map { "\(version) control-of-\($0)" } ?? version
  }

  /// Considers a package whose signature and digests are right.
  mutating func consider(_ package: FlowPackage, _ bytes: [UInt8], etag: String?, now: Int64) -> [Order] {
    offered = bytes
    let manifest = package.manifest
    var offer = Offer(
      package.edition, issued: manifest.issued, expires: manifest.expires, isReturn: manifest.isReturn)
    if let rollout = manifest.rollout {
      let bucket = Self.bucket(of: installation, manifest.filesDigest)
      offer.isIncluded = bucket < rollout.share
      offer.isControl = bucket >= 10_000 - rollout.control
    }
    return take(.answered(.offer(offer, etag: etag, now: now)))
  }

  /// The place of an installation among ten thousand. The same files keep the place, so that a share can grow.
  static func bucket(of installation: String, _ files: String) -> Int {
    let digest = SHA256.digest(Array("\(installation):\(files)".utf8))
    return Int(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 10_000)
  }

  /// The package of an edition that is to be judged.
  func package(_ edition: Edition) -> FlowPackage? { store.package(edition, limit: limits.bytes) }

  /// Passes an input to the machine, and performs what concerns files.
  mutating func take(_ input: DeliveryMachine.Input) -> [Order] {
    var orders: [Order] = []
    var effects = machine.take(input)
    var isKept = true
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .keep(let edition):
        // A process that died between storing a package and naming it has left a file.
        store.sweep(keeping: machine.record.kept)
        isKept = store.keep(offered, of: edition)
        offered = []
      case .save(let isSweeping):
        let isSaved =
          isKept && store.save(RecordFile(installation: installation, record: machine.record))
        if isSaved, isSweeping { store.sweep(keeping: machine.record.kept) }
        effects += machine.take(.saved(isSaved))
      case .use(let choice):
        if load(choice) {
          orders.append(.tell(choice == .safe ? .safeMode : .using(version: choice.version)))
        } else {
          orders.append(.tell(.packageDamaged(version: choice.version)))
          effects += machine.take(.lost)
        }
      case .fetch(let etag): orders.append(.fetch(etag: etag))
      case .judge(let edition): orders.append(.judge(edition))
      case .tell(let news): orders.append(.tell(DeliveryEvent(news)))
      }
    }
    return orders
  }

  /// Whether the flow of a choice is there.
  private mutating func load(_ choice: DeliveryMachine.Choice) -> Bool {
    flow = bundled
    guard case .edition(let edition) = choice else { return true }
    guard let loaded = package(edition)?.flow().document else { return false }
    flow = loaded
    return true
  }
}
