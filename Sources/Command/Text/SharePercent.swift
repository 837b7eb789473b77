/// A share in percent.
enum SharePercent {
  /// The share with two decimals at most.
  static func text(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole) %" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10) %" : "\(whole).\(rest < 10 ? "0" : "")\(rest) %"
  }
}
