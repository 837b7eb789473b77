/// A launch that asks for a link, in milliseconds: written from the reference alone, and from nothing of the library.
///
/// `login` and `offers` are calls, and `link` awaits the signal. The rules: `login` without a login, `order` with an
/// order's link, `web` with any other, else `home` after `link` and perhaps after `offers`.
struct SignalValueOracle {
  enum Value: String {
    case none, order, other
  }

  struct Call {
    var takes: Int
    var succeeds: Bool
    var timeout: Int

    /// At one instant an answer comes before a time-out.
    var end: (time: Int, isAvailable: Bool) { takes <= timeout ? (takes, succeeds) : (timeout, false) }
  }

  var login: Call
  var offers: Call
  /// The steps that `link` comes after.
  var after: Set<String> = []
  var limit = 0
  var loginWaitsForLink = false
  var homeWaitsForOffers = false
  /// When the signal is given; nil for never.
  var given: Int?
  var value = Value.none
  var cancel: Int?

  struct Run: Equatable {
    var page: String
    var time: Int
    var isCancelled = false
    /// Whether the signal was given before the landing.
    var isGiven: Bool
    /// Whether `link` has the value at the landing; nil where both happen at one instant.
    var isTaken: Bool?
  }

  func run() -> Run {
    let (loginEnd, hasLogin) = login.end
    let offersEnd = offers.end.time
    var start = 0
    if after.contains("login") { start = max(start, loginEnd) }
    if after.contains("offers") { start = max(start, offersEnd) }
    // At one instant a signal comes before an answer, and that before the end of the wait.
    // The start comes first of all.
    let asksAtStart = after.isEmpty && limit == 0
    let isInTime = !asksAtStart && given.map { $0 <= start + limit } ?? false
    let linkEnd = isInTime ? max(start, given ?? 0) : start + limit
    let linkPage = value == .order ? "order" : "web"
    var landing = hasLogin || loginWaitsForLink ? max(loginEnd, linkEnd) : loginEnd
    if hasLogin, !isInTime, homeWaitsForOffers { landing = max(landing, offersEnd) }
    // A cancellation comes first at its instant.
    if let cancel, cancel <= landing {
      let isTaken = isInTime && linkEnd < cancel
      let isIn = hasLogin && loginEnd < cancel
      return Run(
        page: !isIn ? "login" : isTaken ? linkPage : "home", time: cancel, isCancelled: true,
        isGiven: given.map { $0 < cancel } ?? false, isTaken: isTaken)
    }
    let isOrdered = hasLogin || loginWaitsForLink || linkEnd != loginEnd
    return Run(
      page: !hasLogin ? "login" : isInTime ? linkPage : "home", time: landing,
      isGiven: given.map { $0 <= landing } ?? false, isTaken: isOrdered ? isInTime && linkEnd <= landing : nil
    )
  }
}
