import Dispatch
import Foundation
import LaunchFlow

/// Chooses an app's newest accepted flow, and fetches and judges the next one after the launch.
///
/// Make one at the start of the process, and run its flow with the engine that it makes. A launch reads one file and
/// waits for nothing else, unless the previous start crashed. There is always a flow: the newest accepted one that did
/// not fail, or else the bundled one. Only one process may use a folder at a time.
public final class Delivery: Sendable {
  /// The flow of this launch.
  public let flow: Flow
  /// The flow's version in traces: the package's sequence number, or `bundled`; with a note in a control group.
  public let version: String
  /// Whether even the bundled flow has failed its trial. The app should then do as little as possible.
  public let isSafeMode: Bool

  private let actions: FlowActions
  private let settings: DeliverySettings
  private let source: PackageSource
  private let latestLanding: Duration
  private let world: DeliveryWorld
  private let queue = DispatchQueue(label: "launchflow.delivery", qos: .utility)
  private let events = DispatchQueue(label: "launchflow.delivery.events", qos: .utility)
  private let run: Locked<DeliveryRun>
  private let progress = Locked(Progress())
  private let tail = Promise<Void>()

  private struct Progress {
    var hasLanded = false
    var healthyAt = DispatchTime.distantFuture
    var patience: Duration = .zero
  }

  /// Chooses the flow of this launch. It reads one file, and writes a small one for a delivered flow. After a start
  /// that crashed, it blocks until the source has answered, for at most `waitAfterCrash`.
  ///
  /// - Parameters:
  ///   - bundled: The flow in the app's bundle.
  ///   - actions: The app's actions.
  ///   - folder: A folder for this delivery only, which survives updates of the app.
  ///   - keys: The keys whose signatures are trusted.
  ///   - source: The source of packages.
  ///   - settings: The settings.
  public convenience init(
    _ bundled: BundledFlow, actions: FlowActions = FlowActions(), folder: URL, keys: TrustedKeys,
    source: PackageSource, settings: DeliverySettings = DeliverySettings()
  ) {
    self.init(
      bundled, actions: actions, folder: folder, keys: keys, source: source, settings: settings,
      world: DeliveryWorld())
  }

  package init(
    _ bundled: BundledFlow, actions: FlowActions = FlowActions(), folder: URL, keys: TrustedKeys,
    source: PackageSource, settings: DeliverySettings, world: DeliveryWorld
  ) {
    self.actions = actions
    self.settings = settings
    self.source = source
    self.world = world
    let judge = Judge(
      bundled.flow, actions: actions.names, pages: settings.pages, hosts: settings.hosts,
      limits: settings.limits)
    latestLanding = judge.latestLanding
    let admission = Admission(
      judge: judge, keys: keys, audience: settings.audience, library: world.signatures)
    let app = DeliveryMachine.App(
      identity: Self.identity(bundled, actions, keys, settings), sequence: bundled.sequence,
      keys: Set(keys.digests))
    var run = DeliveryRun(folder, admission, for: app, settings.rules, boot: world.boot)
    var orders = run.start(isForeground: settings.isForeground, now: world.now())
    for case .fetch(let request) in orders {
      orders += run.fetched(source.answer(request, within: settings.waitAfterCrash), now: world.now())
    }
    flow = run.flow
    version = run.version
    isSafeMode = run.machine.choice == .safe
    self.run = Locked(run)
    for case .tell(let event) in orders { tell(event) }
  }

  /// A digest of everything that a judgement depends on. A package that another app accepted is judged again.
  private static func identity(
    _ bundled: BundledFlow, _ actions: FlowActions, _ keys: TrustedKeys, _ settings: DeliverySettings
  ) -> String {
    let limits = settings.limits
    var parts = ["2", settings.appVersion, bundled.digest, "\(bundled.sequence)", settings.audience ?? ""]
    parts += actions.names + [""] + settings.pages.sorted() + [""] + settings.hosts.sorted() + [""]
    parts += keys.keys.keys.sorted().map { "\($0)=\(SHA256.hex(keys.keys[$0] ?? []))" }
    parts.append("\(keys.required)")
    parts += [limits.bytes, limits.depth, limits.steps].map(String.init)
    parts.append("\(limits.latestLanding ?? bundled.flow.deadline)")
    return SHA256.hex(Array(parts.joined(separator: "\u{0}").utf8))
  }

  /// Makes an engine for this launch's flow. The delivery watches the engine's first landing.
  ///
  /// - Throws: `InvalidDocument` with all errors of the flow.
  public func makeEngine(
    _ configuration: FlowEngine.Configuration = FlowEngine.Configuration()
  ) throws(InvalidDocument) -> FlowEngine {
    var configuration = configuration
    configuration.version = version
    configuration.sinks.append(
      TraceSink { [self] event, _ in
        if case .landed(let landing) = event.kind { landed(landing, after: .nanoseconds(event.time)) }
      })
    return try FlowEngine(flow, actions: actions, configuration: configuration)
  }

  /// Notes that the app enters the background or is about to end. Its later fate says nothing about the flow. Returns
  /// when this is on the disk.
  public func leftForeground() {
    queue.sync { perform(.leftForeground) }
  }

  /// Extends the time before this start on trial counts as healthy.
  public func extendHealthyWhile(by time: Duration) {
    progress.withLock { progress in
      progress.patience += time
      if progress.hasLanded { progress.healthyAt = progress.healthyAt + time.seconds }
    }
  }

  /// Calls back once every event so far has been reported, for tests.
  func afterEvents(_ call: @escaping @Sendable () -> Void) {
    events.async(execute: call)
  }

  /// Waits until this launch's fetching and judging are over. These begin after the landing.
  public func finished() async {
    await tail.value
  }
}

// The work after the landing.
extension Delivery {
  private func landed(_ landing: Trace.Landing, after time: Duration) {
    let isFirst = progress.withLock { progress in
      defer { progress.hasLanded = true }
      return !progress.hasLanded
    }
    guard isFirst else { return }
    let kind = flow.pages.first { $0.name == landing.page }?.kind
    let isLate = time > latestLanding + DeliverySettings.lateness
    let isBad = isLate || settings.countsErrorPages && kind == .error
    queue.async { [self] in
      perform(.landed(isBad: isBad))
      guard run.withLock({ $0.machine.isMarked }) else { return perform(.tail) }
      progress.withLock { progress in
        progress.healthyAt = .now() + (settings.healthyAfter + progress.patience).seconds
      }
      awaitHealth()
    }
  }

  /// Waits until the start counts as healthy, with all extensions.
  private func awaitHealth() {
    let due = progress.withLock { $0.healthyAt }
    queue.asyncAfter(deadline: due) { [self] in
      guard progress.withLock({ $0.healthyAt }) <= .now() else { return awaitHealth() }
      perform(.healthy)
      perform(.tail)
    }
  }

  private func perform(_ input: DeliveryMachine.Input) {
    follow(run.withLock { $0.take(input) }, endsTail: input == .tail)
  }

  private func follow(_ orders: [DeliveryRun.Order], endsTail: Bool) {
    var isBusy = false
    for order in orders {
      switch order {
      case .tell(let event): tell(event)
      case .fetch(let request):
        isBusy = true
        Task.detached(priority: .utility) { [self] in
          let result = await source.result(request)
          queue.async { [self] in
            follow(run.withLock { $0.fetched(result, now: world.now()) }, endsTail: true)
          }
        }
      }
    }
    if endsTail, !isBusy { tail.fulfil(()) }
  }

  private func tell(_ event: DeliveryEvent) {
    events.async { [settings] in settings.onEvent(event) }
  }
}

/// The system functions that a delivery uses.
package struct DeliveryWorld: Sendable {
  /// The clock, in seconds since 1970.
  package var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
  package var boot = SystemBoot.identifier
  package var signatures = Ed25519.system

  package init() {}
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
