import LaunchFlowModel

/// A flow as a Swift type: its inputs, pages, steps and actions under names that the compiler checks.
package struct SwiftSource: Sendable {
  /// The access level of the generated type.
  package enum Access: String, CaseIterable, Hashable, Sendable {
    case `internal`
    case `public`
  }

  private let flow: Flow
  private let steps: [Flow.Step]
  private let access: String
  private let documents: [SourceText]

  /// Takes a flow without errors.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - documents: The texts of its file and of the files that it includes, its own first.
  ///   - access: The access level of the type.
  package init(_ flow: Flow, documents: [SourceText], access: Access = .internal) {
    self.flow = flow
    steps = StepGraph(flow).steps
    self.access = access == .public ? "public " : ""
    self.documents = documents
  }

  /// The name of the type.
  package static func typeName(of flow: Flow) -> String { SwiftName.type(flow.name) }

  /// The source text.
  package var text: String {
    let parts = [pages, stepNames, environments, inputs, actions, values, landing, runs, embeddedTexts]
    let body = parts.compactMap(\.self).joined(separator: "\n\n")
    let file = documents.first?.name.split(separator: "/").last.map(String.init) ?? flow.name
    return """
      // Generated from \(file.swiftComment). Do not edit.
      import Foundation
      import LaunchFlow

      /// \((flow.summary ?? "The flow \(flow.name).").swiftComment)
      \(modifiers)struct \(Self.typeName(of: flow)): Sendable {
      \(body.indented)
      }

      """
  }

  /// Generated types work in every isolation, also in modules whose default is the main actor.
  private var modifiers: String { "nonisolated \(access)" }

  private var pages: String? {
    enumeration("Page", "The pages on which it lands.", flow.pages.map { ($0.name, $0.title) })
  }

  private var stepNames: String? {
    enumeration("Step", "The steps, with their names in the file.", steps.map { ($0.name, $0.summary) })
  }

  private var environments: String? {
    guard !flow.environments.isEmpty else { return nil }
    return enumeration(
      "Environment", "The environments, the release build's first.", flow.environments.map { ($0, nil) },
      extra: """
        /// The environment for `FlowEngine.Configuration`.
        ///
        /// - Parameter addresses: Addresses of services in place of the file's; not in the release environment.
        \(access)func request(addresses: [String: String] = [:]) -> RequestEnvironment {
          let isRelease = self == Self.allCases.first
          return RequestEnvironment(rawValue, isRelease: isRelease, addresses: isRelease ? [:] : addresses)
        }
        """)
  }

  private func enumeration(
    _ name: String, _ summary: String, _ cases: [(name: String, summary: String?)], extra: String? = nil
  ) -> String {
    let names = SwiftName.properties(cases.map(\.name), avoiding: ["allCases", "rawValue"])
    let lines = zip(cases, names).map { entry, name in
      (entry.summary.map { "/// \($0.swiftComment)\n" } ?? "") + "case \(name) = \(entry.name.swiftLiteral)"
    }
    return """
      /// \(summary)
      \(modifiers)enum \(name): String, CaseIterable, Hashable, Sendable {
      \((lines.joined(separator: "\n") + (extra.map { "\n\n" + $0 } ?? "")).indented)
      }
      """
  }

  private var inputs: String? {
    let names = SwiftName.properties(flow.inputs.map(\.name), avoiding: ["json"])
    let fields = zip(flow.inputs, names).map { input, name in
      Field(
        name: name, type: input.kind.swiftType, preset: input.defaultValue.map { input.kind.literal($0) },
        summary: input.summary)
    }
    let entries = zip(flow.inputs, names).map { input, name in
      "\(input.name.swiftLiteral): .\(input.kind.jsonCase)(\(name)),"
    }
    let dictionary = entries.isEmpty ? "[:]" : "[\n\(entries.joined(separator: "\n").indented)\n]"
    return """
      /// The flow's inputs.
      \(modifiers)struct Inputs: Hashable, Sendable {
      \(members(of: fields).indented)

        /// The inputs as the engine takes them.
        \(access)var json: [String: JSONValue] {
      \(dictionary.indented.indented)
        }
      }
      """
  }

  private var actions: String? {
    let calls = ActionCall.all(of: steps)
    let names = SwiftName.properties(calls.map(\.name), avoiding: ["registered"])
    let fields = zip(calls, names).map { call, name in
      let value = call.type ?? "JSONValue"
      let type = "@Sendable (ActionContext) async throws -> \(value)"
      return Field(name: name, type: type, isFunction: true, summary: "The action \(call.name).")
    }
    let registrations = zip(calls, names).map { call, name in
      call.type == nil
        ? "actions.register(\(call.name.swiftLiteral)) { [\(name)] in try await \(name)($0) }"
        : "actions.register(\(call.name.swiftLiteral)) { [\(name)] in "
          + "try JSONValue(encoding: try await \(name)($0)) }"
    }
    let body = (registrations.isEmpty ? [] : ["var actions = FlowActions()"]) + registrations
    return """
      /// The app's own code: every action that the flow calls.
      \(modifiers)struct Actions: Sendable {
      \(members(of: fields).indented)

        /// The actions as an engine takes them.
        \(access)var registered: FlowActions {
      \((body.joined(separator: "\n") + (body.isEmpty ? "FlowActions()" : "\nreturn actions")).indented.indented)
        }
      }
      """
  }

  private var values: String? {
    let valued = steps.filter { if case .group = $0.work { false } else { true } }
    let names = SwiftName.properties(valued.map(\.name), avoiding: ["landing"])
    let fields = zip(valued, names).map { step, name in
      let literal = step.name.swiftLiteral
      let read =
        step.valueType.map { "get throws { try landing.value(of: \(literal), as: \($0).self) }" }
        ?? "landing[\(literal)]?.value"
      return """
        /// The value of \(step.name); nil if it is not available.
        \(access)var \(name): \(step.valueType ?? "JSONValue")? {
          \(read)
        }
        """
    }
    let types = valued.compactMap { step in
      step.valueType.map { "(\(step.name.swiftLiteral), \($0).self)," }
    }
    let list = types.isEmpty ? "[]" : "[\n\(types.joined(separator: "\n").indented)\n]"
    return """
      /// The values of the steps, as the app's own types.
      \(modifiers)struct Values: Sendable {
        fileprivate let landing: FlowLanding

      \(fields.joined(separator: "\n\n").indented)
      }

      /// The steps whose values have types of the app's own, for tests that check sample answers.
      \(access)static var valueTypes: [(step: String, type: any (Decodable & Sendable).Type)] {
      \(list.indented)
      }
      """
  }

  private var landing: String? {
    """
    /// A landing on one of the pages.
    \(modifiers)struct Landing: Sendable {
      /// The page.
      \(access)let page: Page
      /// Notice, time and the settled steps.
      \(access)let details: FlowLanding

      fileprivate init(_ landing: FlowLanding) {
        // The engine was made with these pages, so it lands on one of them.
        page = Page(rawValue: landing.page) ?? .\(SwiftName.properties(flow.pages.map(\.name)).first ?? "none")
        details = landing
      }

      /// The values of the steps.
      \(access)var values: Values { Values(landing: details) }

      /// A step as it settled; nil for one that was open at the landing.
      \(access)subscript(step: Step) -> SettledStep? { details[step.rawValue] }
    }
    """
  }

  private var runs: String? {
    let hasActions = !ActionCall.all(of: steps).isEmpty
    let needsInputs = flow.inputs.contains { $0.defaultValue == nil }
    return """
      /// The engine of all launches.
      \(access)let engine: FlowEngine

      /// Prepares the launch with the app's actions.
      ///
      /// - Parameters:
      ///   - actions: The app's own code.
      ///   - configuration: Store, environment, transport, sinks.
      ///   - flow: A newer flow in place of the one that was compiled in.
      /// - Throws: `InvalidDocument` if a newer flow has errors, other pages or other actions.
      \(access)init(
        actions: Actions\(hasActions ? "" : " = Actions()"),
        configuration: FlowEngine.Configuration = FlowEngine.Configuration(), flow: Flow? = nil
      ) throws(InvalidDocument) {
        let flow = if let flow { flow } else { try Self.flow() }
        engine = try FlowEngine(
          flow, actions: actions.registered, pages: Page.allCases.map(\\.rawValue), configuration: configuration)
      }

      /// Launches and waits for the landing. Cancelling the task cancels the launch.
      ///
      /// - Throws: `StartError` if an input has a value that the flow does not list.
      \(access)nonisolated(nonsending) func land(
        _ inputs: Inputs\(needsInputs ? "" : " = Inputs()")
      ) async throws(StartError) -> Landing {
        Landing(try await engine.land(inputs: inputs.json))
      }

      /// Starts a launch and returns its run. Letting go of the run before the landing cancels it.
      ///
      /// - Throws: `StartError` if an input has a value that the flow does not list.
      \(access)func start(
        _ inputs: Inputs\(needsInputs ? "" : " = Inputs()"), owner: RunOwner? = nil
      ) throws(StartError) -> FlowRun {
        try engine.start(inputs: inputs.json, owner: owner)
      }
      """
  }

  private var embeddedTexts: String? {
    let entries = documents.map { document in
      let name = document.name.split(separator: "/").last.map(String.init) ?? document.name
      return "\(name.swiftLiteral): \(String(decoding: document.bytes, as: UTF8.self).swiftLiteral),"
    }
    let own = documents.first?.name.split(separator: "/").last.map(String.init) ?? ""
    return """
      /// The flow that was compiled in.
      ///
      /// - Throws: Nothing as long as the library is of the version that generated this file.
      \(access)static func flow() throws(InvalidDocument) -> Flow {
        try Flow(data: Data((texts[\(own.swiftLiteral)] ?? "").utf8), name: \(own.swiftLiteral)) { name in
          texts[name].map { Data($0.utf8) }
        }
      }

      private static let texts: [String: String] = [
      \(entries.joined(separator: "\n").indented)
      ]
      """
  }
}

extension SwiftSource {
  /// A stored property of a generated struct, with its parameter of the initializer.
  private struct Field {
    var name: String
    var type: String
    var preset: String?
    /// Whether it is a function that follows its caller's isolation.
    var isFunction = false
    var summary: String?

    var parameterType: String { (isFunction ? "nonisolated(nonsending) @escaping " : "") + type }
    var propertyType: String { (isFunction ? "nonisolated(nonsending) " : "") + type }
  }

  /// The properties and the initializer.
  private func members(of fields: [Field]) -> String {
    let properties = fields.map { field in
      (field.summary.map { "/// \($0.swiftComment)\n" } ?? "")
        + "\(access)var \(field.name): \(field.propertyType)"
    }
    let parameters = fields.map { "\($0.name): \($0.parameterType)" + ($0.preset.map { " = \($0)" } ?? "") }
    let list = parameters.isEmpty ? "" : "\n\(parameters.joined(separator: ",\n").indented)\n"
    let assignments = fields.map { "self.\($0.name) = \($0.name)" }
    let body = assignments.isEmpty ? "" : "\n\(assignments.joined(separator: "\n").indented)\n"
    return (properties + ["\n/// Gives every value.\n\(access)init(\(list)) {\(body)}"]).joined(
      separator: "\n")
  }
}

/// An action of the flow, with the type of the steps that call it.
private struct ActionCall {
  let name: String
  /// The type of its value; nil if its steps have none or differ.
  let type: String?

  /// Every action that the steps call, in file order.
  static func all(of steps: [Flow.Step]) -> [ActionCall] {
    var order: [String] = []
    var types: [String: Set<String?>] = [:]
    for step in steps {
      for call in step.actions {
        if types[call.action.name] == nil { order.append(call.action.name) }
        types[call.action.name, default: []].insert(step.valueType)
      }
    }
    return order.map { name in
      let all = types[name] ?? []
      return ActionCall(name: name, type: all.count == 1 ? all.first ?? nil : nil)
    }
  }
}

extension Flow.Input.Kind {
  fileprivate var swiftType: String {
    switch self {
    case .boolean: "Bool"
    case .string: "String"
    case .number: "Double"
    case .duration: "Duration"
    }
  }

  fileprivate var jsonCase: String {
    switch self {
    case .boolean: "bool"
    case .string: "string"
    case .number: "number"
    case .duration: "duration"
    }
  }

  fileprivate func literal(_ value: JSONValue) -> String {
    switch self {
    case .string: (value.string ?? "").swiftLiteral
    case .boolean, .number: value.text()
    case .duration:
      ".nanoseconds(\((value.string.flatMap { Duration(documentText: $0) } ?? .zero).nanoseconds))"
    }
  }
}

extension String {
  /// The lines, two columns further in if not empty.
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
      .joined(separator: "\n")
  }
}
