/// The facts at the start of a run: its inputs, the value that each reader of a cache finds, and the switch's state.
///
/// Made by `FlowPlan.snapshot`, which keeps only differences that the flow can observe.
package struct RunSnapshot: Equatable, Sendable {
  /// By input: the number of the literal that the input equals, or -1.
  package var inputs: [Int32]
  /// By reader of a cache: `absent`, or the number of the value's result (-1 for none).
  package var reads: [Int32]
  package var isOffline = false
  package var offlineDomains: [Bool]
  /// The answer to `offline` in conditions: whether the app or one of the flow's domains is offline.
  package var isAnyOffline: Bool

  /// Marks a cache without a usable value for a reader.
  package static let absent: Int32 = -2

  /// Marks a cache whose content a proof has not decided yet.
  package static let undecided: Int32 = -3

  package init(inputs: [Int32], reads: [Int32], isOffline: Bool = false, offlineDomains: [Bool] = []) {
    self.inputs = inputs
    self.reads = reads
    self.isOffline = isOffline
    self.offlineDomains = offlineDomains
    isAnyOffline = isOffline || offlineDomains.contains(true)
  }
}

/// A value in a run: a real one, or one that a simulation knows only to exist.
package enum RunValue: Hashable, Sendable {
  case known(JSONValue)
  /// An unknown value. Every pointer into it finds a value, and it satisfies `valid`.
  case opaque
}

/// The content of a cache at the start of a run.
package struct CachedValue: Equatable, Sendable {
  package var value: RunValue
  /// The value's age in nanoseconds.
  package var age: Int64

  package init(_ value: RunValue, age: Int64 = 0) {
    self.value = value
    self.age = age
  }
}

extension FlowPlan {
  /// Reduces the inputs, caches and switch's state at the start of a run to differences that the flow can observe.
  ///
  /// - Parameters:
  ///   - inputs: By input, in file order.
  ///   - caches: By cache, in file order; nil for an empty one. A value that is older than `maxAge`, or not `valid` for
  ///     its reader, counts as absent.
  ///   - offlineDomains: By domain, whether it is offline; empty for none.
  package func snapshot(
    inputs: [JSONValue], caches: [CachedValue?], isOffline: Bool = false, offlineDomains: [Bool] = []
  ) -> RunSnapshot {
    let literals = inputLiterals.enumerated().map { index, known in
      index < inputs.count ? Int32(known.firstIndex(of: inputs[index]) ?? -1) : -1
    }
    let reads = readers.map { reader -> Int32 in
      let cache = Int(reader.cache)
      guard cache < caches.count, let cached = caches[cache] else { return RunSnapshot.absent }
      return read(cached, by: reader)
    }
    return RunSnapshot(
      inputs: literals, reads: reads, isOffline: isOffline,
      offlineDomains: offlineDomains.isEmpty ? domains.map { _ in false } : offlineDomains)
  }

  /// The number of the result of a cached value for a reader, -1 for none, or `absent`.
  package func read(_ cached: CachedValue, by reader: CacheReader) -> Int32 {
    let step = documents[Int(reader.step)]
    if let maxAge = flow.caches[Int(reader.cache)].maxAge, cached.age > maxAge.nanoseconds {
      return RunSnapshot.absent
    }
    guard case .known(let value) = cached.value else { return -1 }
    if let valid = step.valid, !valid.holds(for: value) { return RunSnapshot.absent }
    return step.resultNumber(of: value)
  }
}
