// The network: probes, windows and the probe that decides.
extension SwitchMachine {
  private var isDown: Bool { network.downThrough != nil }

  mutating func notePath(_ path: Path) {
    network.path = path
    if case .medium(let medium) = path { network.lastMedium = medium }
  }

  /// Handles a change of the path, which is a sign. While the network is up, it is a sign of loss, with any new path;
  /// while it is down, a sign of recovery, unless the path is lost. The first report about an unknown path is a sign
  /// only if there is no path.
  mutating func pathChanged(_ path: Path) {
    let former = network.path
    guard path != former else { return }
    notePath(path)
    let isSign = isDown ? path != .none : former != .unknown || path == .none
    guard isSign else { return }
    switch network.phase {
    case .waiting, .probing: openWindow(isDown ? .up : .down, .path)
    // The current probe may have used the old path. It decides, and then the new path is probed.
    case .deciding: network.pathChanged = true
    // Signs within a window are ignored.
    case .window, .paused: break
    }
  }

  /// Opens a window and cancels waits and probes; at its end a probe decides. A window of zero length starts the
  /// deciding probe at once.
  mutating func openWindow(_ direction: Direction, _ sign: Sign, length: Int64? = nil) {
    guard let planned = plan.network else { return }
    callOffProbing()
    let length = length ?? (direction == .down ? planned.debounce.down : planned.debounce.up).nanoseconds
    emit(.windowOpened(direction, nanoseconds: length, sign))
    guard length > 0 else {
      startProbe(isDeciding: true)
      return
    }
    network.phase = .window
    arm(SwitchTimer(.window), length)
  }

  mutating func startProbe(isDeciding: Bool) {
    guard let planned = plan.network else { return }
    network.phase = isDeciding ? .deciding : .probing
    network.probe += 1
    network.pathChanged = false
    emit(.startProbe(number: network.probe, isDeciding: isDeciding))
    arm(SwitchTimer(.probeTimeout), planned.timeout.nanoseconds)
  }

  /// Handles a probe's answer. A no-op for an older or cancelled probe.
  mutating func probeAnswered(_ number: Int, _ isGood: Bool) {
    guard isProbeUnderWay, number == network.probe else { return }
    emit(.disarm(SwitchTimer(.probeTimeout)))
    probeEnded(isGood ? .good : .failed)
  }

  private var isProbeUnderWay: Bool { network.phase == .probing || network.phase == .deciding }

  /// Handles the end of the current probe. Its time-out is disarmed or has fired.
  mutating func probeEnded(_ end: ProbeEnd) {
    emit(.probeEnded(number: network.probe, end))
    let isGood = end == .good
    let wasDeciding = network.phase == .deciding
    network.phase = .paused
    if wasDeciding {
      decide(isDown: !isGood)
    } else if isGood == isDown {
      openWindow(isDown ? .up : .down, .probe)
    } else {
      if isDown { moveCause() }
      wait()
    }
  }

  private mutating func decide(isDown: Bool) {
    emit(.decided(isDown: isDown))
    if isDown, !self.isDown {
      let medium = currentMedium
      network.downThrough = medium
      emit(.began(.network(medium)))
      pauseDomains()
    } else if isDown {
      moveCause()
    } else if let medium = network.downThrough {
      network.downThrough = nil
      emit(.ended(.network(medium)))
      resumeDomains()
    }
    let pathChanged = network.pathChanged
    network.pathChanged = false
    if pathChanged, !self.isDown || network.path != .none {
      openWindow(self.isDown ? .up : .down, .path)
    } else {
      wait()
    }
  }

  /// The cause for the current path: its medium, or the last medium if there is no path. The first cause of the file
  /// replaces an unlisted medium.
  private var currentMedium: OfflineSwitchDocument.Medium {
    let causes = plan.network?.causes ?? []
    var medium = network.lastMedium
    if case .medium(let current) = network.path { medium = current }
    if let medium, causes.contains(medium) { return medium }
    return causes.first ?? .wifi
  }

  /// Replaces the cause by that of the new path, over which the network is down, too.
  private mutating func moveCause() {
    let medium = currentMedium
    guard let former = network.downThrough, former != medium else { return }
    network.downThrough = medium
    emit(.ended(.network(former)))
    emit(.began(.network(medium)))
  }

  /// Waits for the next regular probe, at the pace for up or down.
  private mutating func wait() {
    guard let planned = plan.network else { return }
    network.phase = .waiting
    let whileDown = planned.everyWhileDown ?? planned.every
    arm(SwitchTimer(.probe), (isDown ? whileDown : planned.every).nanoseconds)
  }

  /// Stops the wait and cancels the probe, if there is one.
  private mutating func callOffProbing() {
    defer { network.phase = .paused }
    switch network.phase {
    case .paused: break
    case .waiting: emit(.disarm(SwitchTimer(.probe)))
    case .window: emit(.disarm(SwitchTimer(.window)))
    case .probing, .deciding:
      emit(.disarm(SwitchTimer(.probeTimeout)))
      emit(.probeEnded(number: network.probe, .calledOff))
    }
  }

  mutating func pauseNetwork() {
    callOffProbing()
    network.pathChanged = false
  }

  /// Handles a successful call, which counts as a good probe: it postpones the next probe, is a sign of recovery, and
  /// replaces a deciding probe.
  mutating func callSucceeded() {
    switch network.phase {
    case .waiting, .probing:
      if isDown {
        openWindow(.up, .call)
      } else {
        callOffProbing()
        wait()
      }
    case .deciding:
      callOffProbing()
      decide(isDown: false)
    case .window, .paused: break
    }
  }

  /// Handles a call without an answer, a sign like a bad probe. It never decides, since its server may be at fault.
  mutating func noteUnanswered(_ errorClass: ErrorClass) {
    guard errorClass == .network || errorClass == .timeout, !isDown else { return }
    switch network.phase {
    case .waiting, .probing: openWindow(.down, .call)
    case .window, .deciding, .paused: break
    }
  }
}
