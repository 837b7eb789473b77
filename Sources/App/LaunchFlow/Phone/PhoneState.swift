import Foundation

/// What the phone knows that launches ask for by inputs with `from`. Where a part is nil, the input's default applies.
public struct PhoneState: Hashable, Sendable {
  /// Whether the user wants to save data, as with Low Data Mode.
  public var isConstrained: Bool?
  /// Whether the network may cost the user money, as a mobile network or a hotspot does.
  public var isExpensive: Bool?
  /// Whether the user wants to save power, as with Low Power Mode.
  public var isLowPower: Bool?

  /// A state; by default nothing is known.
  public init(isConstrained: Bool? = nil, isExpensive: Bool? = nil, isLowPower: Bool? = nil) {
    self.isConstrained = isConstrained
    self.isExpensive = isExpensive
    self.isLowPower = isLowPower
  }

  /// What the system says at once: on Apple platforms whether power is saved, elsewhere nothing. `PathFeed` also knows
  /// the network.
  public static var system: PhoneState {
    #if canImport(Darwin)
      PhoneState(isLowPower: ProcessInfo.processInfo.isLowPowerModeEnabled)
    #else
      PhoneState()
    #endif
  }

  func holds(_ fact: Flow.PhoneFact) -> Bool? {
    switch fact {
    case .constrained: isConstrained
    case .expensive: isExpensive
    case .lowPower: isLowPower
    }
  }
}
