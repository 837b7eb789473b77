import LaunchFlowModel

/// One setting of a switch with the values to try.
package struct SwitchVariation: Hashable, Sendable {
  /// A setting that can be varied, by its name in documents.
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

  package var setting: Setting
  /// The values to try in order.
  package var values: [Duration]

  package init(_ setting: Setting, _ values: [Duration]) {
    self.setting = setting
    self.values = values
  }

  /// The switch with the setting at a value. Unchanged if the switch lacks the factor of the setting.
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
