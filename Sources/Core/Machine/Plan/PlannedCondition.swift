/// One node of a condition, in a flat array; a node comes before its parts.
package struct ConditionNode: Sendable {
  package enum Kind: UInt8, Sendable {
    case not
    /// At least `operand` of its parts are true: all, one, or as many as the author asks for.
    case atLeast
    /// A step's status is among the bits of `operand`.
    case status
    /// A step's result or failure has the number `operand`.
    case name
    /// An input has the literal of number `operand`.
    case input
    /// The landing's page has the number `operand`.
    case landing
    /// The reader of a cache, by its index, finds a usable value.
    case cached
    /// A signal, by its index, was given before the landing.
    case given
    /// The switch's state at the start was `operand`.
    case offline
  }

  package internal(set) var kind: Kind
  /// The step or input.
  package internal(set) var subject: Int32 = -1
  package internal(set) var operand: Int32 = 0
  /// The index after its last part.
  package internal(set) var end: Int32 = 0
}

/// Kleene's three truth values, ordered so that `and` is the minimum and `or` the maximum.
package enum Truth: UInt8, Comparable, Sendable {
  case no = 0
  case unknown = 1
  case yes = 2

  package init(_ value: Bool) { self = value ? .yes : .no }

  package static func < (left: Truth, right: Truth) -> Bool { left.rawValue < right.rawValue }

  package var negated: Truth {
    switch self {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }
}

extension Status {
  package var bit: Int32 {
    switch self {
    case .succeeded: 1
    case .recovered: 2
    case .failed: 4
    case .timedOut: 8
    case .skipped: 16
    case .cancelled: 32
    }
  }
}

extension StatusGroup {
  package var bits: Int32 {
    switch self {
    case .available: 1 | 2
    case .unavailable: 4 | 8 | 16 | 32
    case .settled: 63
    }
  }
}

extension ErrorClass {
  package var bit: UInt16 {
    switch self {
    case .timeout: 1
    case .offline: 2
    case .network: 4
    case .server: 8
    case .client: 16
    case .business: 32
    case .malformed: 64
    case .error: 128
    case .throttled: 256
    }
  }
}
