import LaunchFlowModel

/// One setting of a switch with the values that it is tried with.
package struct SwitchVariation: Hashable, Sendable {
  /// What can be varied, as documents call it.
  package enum Setting: String, CaseIterable, Hashable, Sendable {
    case timeout
    case every
    case everyWhileDown
    case debounceDown = "debounce.down"
    case debounceUp = "debounce.up"
    case grace
    case within = "trigger.within"
    case pollEvery = "poll.every"
    case pollMaxEvery = "poll.maxEvery"
    case keep
  }

  /// What is varied.
  package var setting: Setting
  /// What it is set to, one after another.
  package var values: [Duration]

  package init(_ setting: Setting, _ values: [Duration]) {
    self.setting = setting
    self.values = values
  }

  /// The switch with the setting at a value. The switch has the factor that the setting belongs to, or
  /// nothing changes.
  package func apply(_ value: Duration, to document: OfflineSwitchDocument) -> OfflineSwitchDocument {
    var document = document
    switch setting {
    case .timeout: document.network?.timeout = value
    case .every: document.network?.every = value
    case .everyWhileDown: document.network?.everyWhileDown = value
    case .debounceDown: document.network?.debounce.down = value
    case .debounceUp: document.network?.debounce.up = value
    case .grace: document.network?.grace = value
    case .within: document.service?.trigger.within = value
    case .pollEvery: document.service?.poll.every = value
    case .pollMaxEvery: document.service?.poll.maxEvery = value
    case .keep: document.service?.keep = value
    }
    return document
  }
}
