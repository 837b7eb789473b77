/// A flow as a Swift type: its inputs, pages, steps and actions under names that the compiler checks. The fixed parts
/// of the text are in `flow.swift.txt`.
package struct SwiftSource: Sendable {
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
  /// - Parameter documents: The texts of its file and of the files that it includes, its own first.
  package init(_ flow: Flow, documents: [SourceText], access: Access = .internal) {
    self.flow = flow
    steps = flow.graph.steps
    self.access = access == .public ? "public " : ""
    self.documents = documents
  }

  package static func typeName(of flow: Flow) -> String { SwiftName.type(flow.name) }

  package var text: String {
    let file = documents.first?.fileName
    let calls = ActionCall.all(of: steps)
    return filled(
      "type",
      [
        "file": (file ?? flow.name).swiftComment,
        "summary": (flow.summary ?? "The flow \(flow.name).").swiftComment,
        "type": Self.typeName(of: flow), "enumerations": enumerations,
        "inputs": members(of: inputs), "inputValues": inputValues,
        "actions": members(of: actions(calls)), "registrations": registrations(calls),
        "values": values, "valueTypes": valueTypes,
        "firstPage": SwiftName.properties(flow.pages.map(\.name)).first ?? "none",
        "actionsDefault": calls.isEmpty ? " = Actions()" : "",
        "inputsDefault": passedInputs.contains { $0.defaultValue == nil } ? "" : " = Inputs()",
        "document": (file ?? "").swiftLiteral,
        "texts": documents.map {
          "\($0.fileName.swiftLiteral): \(String(decoding: $0.bytes, as: UTF8.self).swiftLiteral),"
        }.joined(separator: "\n"),
      ])
  }

  private var enumerations: String {
    let environments = flow.environments.map { (name: $0, summary: String?.none) }
    let all = [
      enumeration("Page", "The pages on which it lands.", flow.pages.map { ($0.name, $0.title) }),
      enumeration("Step", "The steps, with their names in the file.", steps.map { ($0.name, $0.summary) }),
      environments.isEmpty
        ? nil
        : enumeration(
          "Environment", "The environments, the release build's first.", environments,
          members: "\n" + filled("environment", [:])),
    ]
    return all.compactMap(\.self).joined(separator: "\n\n")
  }

  private func enumeration(
    _ name: String, _ summary: String, _ cases: [(name: String, summary: String?)], members: String = ""
  ) -> String {
    let names = SwiftName.properties(cases.map(\.name), avoiding: ["allCases", "rawValue"])
    let lines = zip(cases, names).map { entry, name in
      (entry.summary.map { "/// \($0.swiftComment)\n" } ?? "") + "case \(name) = \(entry.name.swiftLiteral)"
    }
    return filled(
      "enumeration", ["summary": summary, "type": name, "cases": lines.joined(separator: "\n") + members])
  }

  /// The inputs that the app passes. The engine gives the others.
  private var passedInputs: [Flow.Input] { flow.inputs.filter { $0.source == nil } }

  private var inputNames: [String] {
    SwiftName.properties(passedInputs.map(\.name), avoiding: ["json"])
  }

  private var inputs: [Field] {
    zip(passedInputs, inputNames).map { input, name in
      Field(
        name: name, type: input.kind.swiftType, preset: input.defaultValue.map { input.kind.literal($0) },
        summary: input.summary)
    }
  }

  private var inputValues: String {
    let entries = zip(passedInputs, inputNames).map { input, name in
      "\(input.name.swiftLiteral): .\(input.kind.jsonCase)(\(name)),"
    }
    return entries.isEmpty ? "[:]" : entries.literal
  }

  private func actions(_ calls: [ActionCall]) -> [Field] {
    calls.map { call in
      let type = "@Sendable (ActionContext) async throws -> \(call.type ?? "JSONValue")"
      return Field(name: call.property, type: type, isFunction: true, summary: "The action \(call.name).")
    }
  }

  private func registrations(_ calls: [ActionCall]) -> String {
    guard !calls.isEmpty else { return "FlowActions()" }
    let registrations = calls.map { call in
      let value = "try await \(call.property)($0)"
      return "actions.register(\(call.name.swiftLiteral)) { [\(call.property)] in "
        + (call.type == nil ? value : "try JSONValue(encoding: \(value))") + " }"
    }
    return (["var actions = FlowActions()"] + registrations + ["return actions"]).joined(separator: "\n")
  }

  private var values: String {
    let valued = steps.filter { $0.members == nil }
    let names = SwiftName.properties(valued.map(\.name), avoiding: ["landing"])
    return zip(valued, names).map { step, name in
      let literal = step.name.swiftLiteral
      let read =
        step.valueType.map { "get throws { try landing.value(of: \(literal), as: \($0).self) }" }
        ?? "landing[\(literal)]?.value"
      return filled(
        "value", ["name": step.name, "property": name, "type": step.valueType ?? "JSONValue", "read": read])
    }.joined(separator: "\n\n")
  }

  private var valueTypes: String {
    let types = steps.compactMap { step in
      step.members == nil ? step.valueType.map { "(\(step.name.swiftLiteral), \($0).self)," } : nil
    }
    return types.isEmpty ? "[]" : types.literal
  }
}

extension SwiftSource {
  /// The sections of `flow.swift.txt`, each with the lines after its name.
  private static let sections: [Substring: [Substring]] = {
    var sections: [Substring: [Substring]] = [:]
    var name = Substring()
    let text = AuthoringFiles.generationFlowSwiftTxt.dropLast()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("=== ") { name = line.dropFirst(4) } else { sections[name, default: []].append(line) }
    }
    return sections
  }()

  /// A section with values in place of names. A name alone on a line gives all lines of its value, indented like
  /// itself.
  private func filled(_ section: Substring, _ values: [String: String]) -> String {
    let values = values.merging(["access": access]) { value, _ in value }
    let lines = (Self.sections[section] ?? []).flatMap { line -> [String] in
      var parts = line.split(separator: "{{", omittingEmptySubsequences: false).map(String.init)[...]
      var text = parts.popFirst() ?? ""
      for part in parts {
        let name = part.prefix { $0 != "}" }
        let (value, rest) = (values[String(name)] ?? "", part.dropFirst(name.count + 2))
        guard text.allSatisfy({ $0 == " " }), rest.isEmpty else {
          text += value + rest
          continue
        }
        return value.split(separator: "\n", omittingEmptySubsequences: false).map {
          $0.isEmpty ? "" : text + $0
        }
      }
      return [text]
    }
    return lines.joined(separator: "\n")
  }

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

  private func members(of fields: [Field]) -> String {
    let properties = fields.map { field in
      (field.summary.map { "/// \($0.swiftComment)\n" } ?? "")
        + "\(access)var \(field.name): \(field.propertyType)"
    }
    let parameters = fields.map {
      "\n  \($0.name): \($0.parameterType)" + ($0.preset.map { " = \($0)" } ?? "")
    }
    let assignments = fields.map { "\n  self.\($0.name) = \($0.name)" }
    let (list, end) = (parameters.joined(separator: ","), fields.isEmpty ? "" : "\n")
    return
      (properties + [
        "\n/// Gives every value.\n\(access)init(\(list)\(end)) {\(assignments.joined())\(end)}"
      ])
      .joined(separator: "\n")
  }
}

/// An action of the flow, with the type of the steps that call it.
private struct ActionCall {
  let name: String
  let property: String
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
    return zip(order, SwiftName.properties(order, avoiding: ["registered"])).map { name, property in
      let all = types[name] ?? []
      return ActionCall(name: name, property: property, type: all.count == 1 ? all.first ?? nil : nil)
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

extension SourceText {
  /// The name of its file, without the folder.
  fileprivate var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
}

extension [String] {
  /// A list or dictionary of these elements, one a line.
  fileprivate var literal: String { "[\n" + map { "  \($0)\n" }.joined() + "]" }
}
