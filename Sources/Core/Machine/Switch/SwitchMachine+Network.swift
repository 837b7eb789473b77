import LaunchFlowModel

// The network: probes, windows and the probe that decides.
extension SwitchMachine {
  private var isDown: Bool { network.downThrough != nil }

  mutating func notePath(_ path: Path) {
    network.path = path
    if case .medium(let medium) = path { network.lastMedium = medium }
  }

  /// A path change is a sign: while up, of having lost the network, whatever the new path is; while down, of
  /// having it back, but for the loss of the path. The first word about a path that was unknown tells of no
  /// change unless there is no path.
  mutating func pathChanged(_ path: Path) {
    let former = network.path
    guard path != former else { return }
    notePath(path)
    let isSign = isDown ? path != .none : former != .unknown || path == .none
    guard isSign else { return }
    switch network.phase {
    case .waiting, .probing: openWindow(isDown ? .up : .down, .path)
    // The probe under way may have gone over the old path; it decides, and the new path is then looked at.
    case .deciding: network.pathChanged = true
    // Inside a window nothing is believed, and nothing reopens it.
    case .window, .paused: break
    }
  }

  /// Opens a window, whatever is under way being pointless now; at its end a probe decides. A window without
  /// length leaves the deciding probe alone.
  mutating func openWindow(_ direction: Direction, _ sign: Sign, length: Int64? = nil) {
    guard let planned = plan.network else { return }
    callOffProbing()
    let length = length ?? (direction == .down ? planned.debounceDown : planned.debounceUp)
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
    arm(SwitchTimer(.probeTimeout), planned.timeout)
  }

  /// Takes a probe's answer; one to an older probe, or to one that was called off, changes nothing.
  mutating func probeAnswered(_ number: Int, _ isGood: Bool) {
    guard isProbeUnderWay, number == network.probe else { return }
    emit(.disarm(SwitchTimer(.probeTimeout)))
    probeEnded(isGood ? .good : .failed)
  }

  private var isProbeUnderWay: Bool { network.phase == .probing || network.phase == .deciding }

  /// The probe under way is over, its time-out disarmed or fired.
  mutating func probeEnded(_ end: ProbeEnd) {
    emit(.probeEnded(number: network.probe, end))
    if end == .timedOut { emit(.cancelProbe(number: network.probe)) }
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

  /// The cause that the file has for the path: its medium, or the last one's where there is no path; the
  /// first cause where the file does not list it.
  private var currentMedium: OfflineSwitchDocument.Medium {
    let causes = plan.network?.causes ?? []
    var medium = network.lastMedium
    if case .medium(let current) = network.path { medium = current }
    if let medium, causes.contains(medium) { return medium }
    return causes.first ?? .wifi
  }

  /// The network is down over the new path too: from now on that is the cause.
  private mutating func moveCause() {
    let medium = currentMedium
    guard let former = network.downThrough, former != medium else { return }
    network.downThrough = medium
    emit(.ended(.network(former)))
    emit(.began(.network(medium)))
  }

  /// Waits for the next regular probe: slowly while up, fast while down.
  private mutating func wait() {
    guard let planned = plan.network else { return }
    network.phase = .waiting
    arm(SwitchTimer(.probe), isDown ? planned.everyWhileDown : planned.every)
  }

  /// Ends whatever waits or is under way.
  private mutating func callOffProbing() {
    defer { network.phase = .paused }
    switch network.phase {
    case .paused: break
    case .waiting: emit(.disarm(SwitchTimer(.probe)))
    case .window: emit(.disarm(SwitchTimer(.window)))
    case .probing, .deciding:
      emit(.disarm(SwitchTimer(.probeTimeout)))
      emit(.probeEnded(number: network.probe, .calledOff))
      emit(.cancelProbe(number: network.probe))
    }
  }

  mutating func pauseNetwork() {
    callOffProbing()
    network.pathChanged = false
  }

  /// A real call that succeeded counts as a good probe: it puts off the next one, is a sign of recovery, and
  /// decides where a probe was to decide.
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

  /// A call that got no answer is a sign like a bad probe. It decides nothing: its server may be at fault.
  mutating func noteUnanswered(_ errorClass: ErrorClass) {
    guard errorClass == .network || errorClass == .timeout, !isDown else { return }
    switch network.phase {
    case .waiting, .probing: openWindow(.down, .call)
    case .window, .deciding, .paused: break
    }
  }
}
