/// Numbers for the error classes of a step's failures, after those of its results and failures.
///
/// Classes that every condition treats in the same way share a number. Classes that no condition asks for have none. So
/// states and proofs distinguish no more than the flow does. The class `timeout` needs no number: it is the status
/// `timed-out`.
package struct ErrorNumbers: Equatable, Sendable {
  /// By class, 4 bits each: its group, from 1, or 0.
  private var groups: UInt64 = 0

  init() {}

  /// Numbers the classes by the conditions about a step.
  ///
  /// - Parameter asked: The classes that each condition asks for, as bits.
  init(asked: [UInt16]) {
    var signatures: [[Bool]] = []
    for errorClass in ErrorClass.allCases where errorClass != .timeout {
      let signature = asked.map { $0 & errorClass.bit != 0 }
      guard signature.contains(true) else { continue }
      if !signatures.contains(signature) { signatures.append(signature) }
      let group = signatures.firstIndex(of: signature).map { UInt64($0 + 1) } ?? 0
      groups |= group << Self.place(of: errorClass)
    }
  }

  /// The number of a failure of a class, by the count of the step's names; -1 for none.
  @inline(__always)
  package func number(of errorClass: ErrorClass, names: Int32) -> Int32 {
    let group = groups >> Self.place(of: errorClass) & 0xF
    return group == 0 ? -1 : names + Int32(group) - 1
  }

  @inline(__always)
  private static func place(of errorClass: ErrorClass) -> UInt64 {
    UInt64(errorClass.bit.trailingZeroBitCount * 4)
  }
}
