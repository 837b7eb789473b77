import LaunchFlowModel

/// What a run knows from its start: its inputs, what each reader of a cache finds, and the switch's state.
///
/// Made by `FlowPlan.snapshot`; only what the flow can tell apart is kept.
package struct RunSnapshot: Hashable, Sendable {
  /// By input: the number of the literal that it equals, or -1.
  package var inputs: [Int32]
  /// By reader of a cache: `absent`, or the number of the result that the value has (-1 for none).
  package var reads: [Int32]
  /// Whether the app is offline.
  package var isOffline = false
  package var offlineDomains: [Bool]
  /// The answer to `offline` in conditions: whether the app or one of the flow's domains is offline.
  package var isAnyOffline: Bool

  /// Marks a cache in which a reader finds nothing.
  package static let absent: Int32 = -2

  /// Marks a cache of which a proof has not decided what it holds.
  package static let undecided: Int32 = -3

  package init(inputs: [Int32], reads: [Int32], isOffline: Bool = false, offlineDomains: [Bool] = []) {
    self.inputs = inputs
    self.reads = reads
    self.isOffline = isOffline
    self.offlineDomains = offlineDomains
    isAnyOffline = isOffline || offlineDomains.contains(true)
  }
}

/// A value in a run: a real one, or one of which a simulation knows only that it is there.
package enum RunValue: Hashable, Sendable {
  case known(JSONValue)
  /// Every pointer into it finds something, and it satisfies `valid`.
  case opaque
}

/// What a cache holds at a run's start.
package struct CachedValue: Hashable, Sendable {
  package var value: RunValue
  /// How old it is, in nanoseconds.
  package var age: Int64

  /// A value of an age in nanoseconds.
  package init(_ value: RunValue, age: Int64 = 0) {
    self.value = value
    self.age = age
  }
}

extension FlowPlan {
  /// Condenses what is there at a run's start to what the flow can tell apart.
  ///
  /// - Parameters:
  ///   - inputs: By input, in file order.
  ///   - caches: By cache, in file order; nil for an empty one. One that is older than its `maxAge`, or not
  ///     `valid` for its reader, counts as absent.
  ///   - isOffline: Whether the switch says that the app is offline.
  ///   - offlineDomains: By domain; empty for none.
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

  /// The number of the result that a reader finds in its cache, -1 for a value without one, or `absent`.
  package func read(_ cached: CachedValue, by reader: CacheReader) -> Int32 {
    let step = documents[Int(reader.step)]
    if let maxAge = flow.caches[Int(reader.cache)].maxAge, cached.age > maxAge.nanoseconds {
      return RunSnapshot.absent
    }
    guard case .known(let value) = cached.value else { return -1 }
    if let valid = step.valid, !valid.holds(for: value) { return RunSnapshot.absent }
    return Int32(step.results.firstIndex { $0.when.holds(for: value) } ?? -1)
  }
}
