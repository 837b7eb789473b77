extension FlowActions {
  /// Encodes a body, or one field of a form. Its argument is the flow's `with`, its references filled in.
  ///
  /// It runs in a detached task before each attempt, within the attempt's time. An error that it throws ends the
  /// attempt as `malformed`.
  public typealias Encode = nonisolated(nonsending) @Sendable (JSONValue?) async throws -> BodyContent

  /// Registers an encoder, in place of an earlier one of that name. Actions may have the same names.
  public mutating func register(encoder name: String, _ body: @escaping Encode) {
    encoders[name] = BodyEncoder.Encoder(body: body)
  }

  /// Registers an encoder whose `with` is a type of the app's own.
  public mutating func register<Input: Decodable & SendableMetatype>(
    encoder name: String, _ input: Input.Type,
    _ body: nonisolated(nonsending) @escaping @Sendable (Input) async throws -> BodyContent
  ) {
    register(encoder: name) { input in try await body(try (input ?? .null).decoded(as: Input.self)) }
  }
}

extension Flow {
  /// The names of all encoders that the flow's requests need, in file order, each once.
  package var encoderNames: [String] {
    var seen: Set<String> = []
    return StepGraph(self).steps.flatMap { $0.encodings.map(\.encoded.encoder) }.filter {
      seen.insert($0).inserted
    }
  }

  /// The names of all code of the app's own that the flow calls: its actions, then its encoders.
  package var codeNames: [String] {
    let actions = actionNames
    return actions + encoderNames.filter { !actions.contains($0) }
  }
}
