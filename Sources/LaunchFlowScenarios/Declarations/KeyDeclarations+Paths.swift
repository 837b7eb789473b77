import LaunchFlowModel

// Properties by their key paths, for documents that no app reads at its start: a key path takes more time to make than a
// getter and a setter.
extension KeyDeclarations {
  typealias Path<Value> = WritableKeyPath<Root, Value> & Sendable

  /// A key that must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func require<Value>(_ name: String, _ path: any Path<Value>, _ format: ValueFormat<Value>) {
    require(name, { $0[keyPath: path] }, { $0[keyPath: path] = $1 }, format)
  }

  /// A key that may be missing: then the property keeps its initial value, and such a value is not written.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func add<Value: Equatable>(
    _ name: String, _ path: any Path<Value>, _ format: ValueFormat<Value>, goesWith: [String] = [],
    where mayBeThere: Placement? = nil
  ) {
    add(
      name, { $0[keyPath: path] }, { $0[keyPath: path] = $1 }, format, goesWith: goesWith, where: mayBeThere)
  }

  /// A key that may be missing.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func add<Value>(
    _ name: String, _ path: any Path<Value?>, _ format: ValueFormat<Value>,
    standIn: @autoclosure @escaping @Sendable () -> Value? = nil,
    goesWith: [String] = [], where mayBeThere: Placement? = nil
  ) {
    add(
      name, { $0[keyPath: path] }, { $0[keyPath: path] = $1 }, format, standIn: standIn(), goesWith: goesWith,
      where: mayBeThere)
  }

  /// Keys of which exactly one must be there.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func choose<Union>(_ path: any Path<Union>, _ declare: (inout Choice<Union>) -> Void) {
    choose({ $0[keyPath: path] }, { $0[keyPath: path] = $1 }, declare)
  }

  /// Keys of which at most one may be there; without any the property keeps its initial value.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func chooseIfAny<Union>(_ path: any Path<Union>, _ declare: (inout Choice<Union>) -> Void) {
    chooseIfAny({ $0[keyPath: path] }, { $0[keyPath: path] = $1 }, declare)
  }

  /// Keys of which at most one may be there; without any the property is nil.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func chooseIfAny<Union>(_ path: any Path<Union?>, _ declare: (inout Choice<Union>) -> Void) {
    chooseIfAny({ $0[keyPath: path] }, { $0[keyPath: path] = $1 }, declare)
  }
}
