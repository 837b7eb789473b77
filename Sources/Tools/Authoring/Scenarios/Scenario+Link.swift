extension Scenario {
  /// A kind of network, by name. It adds its time to each HTTP attempt.
  ///
  /// The delays and losses are those of the presets of Apple's Network Link Conditioner; `very-bad` is its
  /// Very Bad Network. `edge` and `3g` agree with WebPageTest's connectivity profiles; the others have no
  /// second source. Bandwidth is not modelled.
  package enum Link: String, CaseIterable, Hashable, Sendable {
    case wifi
    case wifiLossy = "wifi-lossy"
    case lte
    case threeG = "3g"
    case edge
    case veryBad = "very-bad"

    /// The time from a request to its answer without the server's share: the delays down and up.
    package var roundTrip: Duration {
      switch self {
      case .wifi, .wifiLossy: .milliseconds(1 + 1)
      case .lte: .milliseconds(50 + 65)
      case .threeG: .milliseconds(100 + 100)
      case .edge: .milliseconds(400 + 440)
      case .veryBad: .milliseconds(500 + 500)
      }
    }

    /// The share of packets lost in each direction, from 0 to 1.
    package var loss: Double {
      switch self {
      case .wifi, .lte, .threeG, .edge: 0
      case .wifiLossy: 0.01
      case .veryBad: 0.1
      }
    }
  }

  /// Everything that the key `network` contains.
  struct Network: Equatable, Sendable {
    var link: Link?
    var outages: [Outage]
  }

  var networkKey: Network {
    get { Network(link: link, outages: network) }
    set { (link, network) = (newValue.link, newValue.outages) }
  }
}
