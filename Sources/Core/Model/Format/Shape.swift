/// The allowed form of a value in a file. The editor schema and the reference are made from it.
package indirect enum Shape: Sendable {
  case any
  /// Text, a number, true or false.
  case literal
  case text(TextKind)
  case bool
  /// The word `true`.
  case yes
  case null
  case integer(ClosedRange<Int>)
  /// An unsigned whole number of 64 bits; larger ones than 63 bits are text.
  case unsigned
  case number(ClosedRange<Double>)
  case word([String])
  case duration
  /// A comparison with a duration, such as `"<=9s"`.
  case durationBound
  /// A comparison with a number, such as `">=0.99"`.
  case numberBound
  case pointer
  case list(Shape, count: ClosedRange<Int>, isUnique: Bool = false)
  /// An object whose names are the author's; names that start with `x-` are ignored.
  case map(Shape, names: TextKind = .free)
  /// An object whose names belong to a protocol, where `x-` means nothing.
  case table(Shape, names: TextKind = .free)
  case object(DeclaredObject)
  /// The first of these that has the value's JSON type.
  case oneOf([Shape])
  /// A value whose texts may contain references, such as `"${login/token}"`.
  case withReferences(Shape)
}

package enum TextKind: Equatable, Sendable {
  case free
  /// A name in kebab case for a thing of this kind; reserved words are allowed.
  case anyName(of: String)
  /// A name in kebab case for a thing of this kind, but no reserved word.
  case name(of: String)
  /// A name in kebab case that is neither a reserved word nor `online`.
  case signal
  case nonEmpty
  /// A reference to an input, such as `${limit}`.
  case input
  /// A web address; may start with a reference.
  case address
  /// The address of a service, before the path of each request.
  case baseAddress
  /// The path of a request, from its first slash; may start with a reference.
  case path
  case method
  /// A host; `*.` at the front means any subdomain.
  case host
  /// Calls of one kind, such as `"POST /trade/*"`.
  case endpoint
  /// The name of a JSON file in the same folder.
  case siblingFile
  case header
  /// The name of a type in the app's own code, such as `Order`, `API.Order` or `[Order]`.
  case typeName
  /// A step's name, but not `landing`.
  case step
  case reason
  case lane
  case domain
  case percentile
  case warningOfFlow
  case warningOfSwitch
}
