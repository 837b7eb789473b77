import Foundation
import LaunchFlowRecords
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowCommand

/// The reference of every key: sections of the documentation that are written from the declaration of the format.
@Suite struct KeyReferenceTests {
  @Test func `the articles describe every declared key`() throws {
    var described: [DeclaredObject: String] = [:]
    var written = ""
    for (name, roots) in [
      ("Flow-file-reference", [DeclaredObject.flow]), ("Scenario-file-reference", [.scenarios]),
      ("Switch-file-reference", [.offlineSwitch, .switchScenarios]), ("Record-reference", [.record]),
    ] {
      // An object is described in the first article that leads to it. The keys of records are declared with them.
      let isOfRecords = roots == [.record]
      var writer = ReferenceWriter(
        article: name, keys: isOfRecords ? LaunchRecord.declaredKeys : [:],
        described: isOfRecords ? [:] : described)
      for root in roots { writer.write(root) }
      if !isOfRecords { described = writer.described }
      try Golden.expectSections(writer.text, ofArticle: name)
      written += isOfRecords ? "" : writer.text
    }
    let keys = Set(Self.keys(of: try JSONValue(parsing: Array(EditorSchema.text.utf8))))
    #expect(keys.count > 100)
    #expect(keys.filter { !written.contains("| `\($0)`") }.sorted() == [])
  }

  private static func keys(of schema: JSONValue) -> [String] {
    guard let object = schema.object else { return schema.array?.flatMap(keys) ?? [] }
    let own =
      object["additionalProperties"] == false ? object["properties"]?.object?.members.map(\.name) : nil
    return (own ?? []) + object.members.flatMap { keys(of: $0.value) }
  }
}

/// Writes a section for an object, and for each object that it leads to.
private struct ReferenceWriter {
  let article: String
  /// The keys of objects whose keys differ from those in the authors' files.
  let keys: [DeclaredObject: [DeclaredKey]]
  /// The articles that describe the objects.
  var described: [DeclaredObject: String]
  var text = ""
  var pending: [DeclaredObject] = []

  mutating func write(_ root: DeclaredObject) {
    enqueue(root)
    while !pending.isEmpty { section(pending.removeFirst()) }
  }

  private mutating func enqueue(_ object: DeclaredObject) {
    guard described[object] == nil else { return }
    described[object] = article
    pending.append(object)
  }

  private mutating func section(_ object: DeclaredObject) {
    let title = object.title
    text += text.isEmpty ? "" : "\n"
    text += "## \(title.prefix(1).uppercased() + title.dropFirst())\n\n"
    let keys = keys[object] ?? object.keys
    var choices: [[String]] = []
    for key in keys where !key.choice.isEmpty && !choices.contains(key.choice) {
      choices.append(key.choice)
      let names = key.choice.map { "`\($0)`" }.joined(separator: ", ")
      text += "\(key.isChoiceRequired ? "Exactly" : "At most") one of \(names) is present.\n\n"
    }
    text += "| Key | Holds | Meaning |\n| --- | --- | --- |\n"
    guard object != .condition else {
      for row in Self.conditionRows { text += row + "\n" }
      enqueue(.quorum)
      enqueue(.askedError)
      return
    }
    for key in keys { text += row(key, ObjectText.all[object]?[key.name]) }
  }

  private mutating func row(_ key: DeclaredKey, _ about: ObjectText.KeyText?) -> String {
    let isRequired = key.isRequired && key.goesWith.isEmpty
    var meaning = Self.escaped(about?.meaning ?? "")
    if !key.goesWith.isEmpty {
      meaning += " Only with " + key.goesWith.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
    if let value = key.defaultValue { meaning += " Default: \(Self.code(value))." }
    let examples = (about?.examples ?? []).map(Self.code)
    if !examples.isEmpty { meaning += " Example: " + examples.joined(separator: ", ") + "." }
    return "| `\(key.name)`\(isRequired ? " (required)" : "") | \(holds(key.shape)) | \(meaning) |\n"
  }

  private static let conditionRows = [
    "| `any`, `all` | a list, each a condition | At least one of these, or each of these, holds. |",
    "| `atLeast` | a count of conditions | At least this many of several conditions hold. |",
    "| `not` | a condition | This does not hold. |",
    "| `landing` | a page, or a list of pages | Page of the landing. |",
    "| `offline` | `true` or `false` | Whether the app, or a domain of the flow, is offline at the start. |",
    "| a step | a word, or a list of words | A result, failure or status of the step: "
      + (StatusGroup.allCases.map(\.rawValue) + Status.allCases.map(\.rawValue)).map { "`\($0)`" }
      .joined(separator: ", ") + ". |",
    "| a step | a question about a step | The error that it failed with, or whether its cache has a value. |",
    "| an input | a value, or a list of values | A value of the input. |",
  ]
}

extension ReferenceWriter {
  /// The description of a value; the objects in it get sections of their own.
  private mutating func holds(_ shape: Shape) -> String {
    switch shape {
    case .any: return "any JSON"
    case .literal: return "text, a number, `true` or `false`"
    case .text(let kind): return Self.word(for: kind)
    case .bool: return "`true` or `false`"
    case .yes: return "`true`"
    case .null: return "`null`"
    case .integer(let range):
      if range.lowerBound == range.upperBound { return "`\(range.lowerBound)`" }
      let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
      return "a whole number from \(range.lowerBound)\(end)"
    case .unsigned: return "a whole number from 0 to \(UInt64.max)"
    case .number(let range):
      guard range.upperBound.isFinite else { return "a number" }
      return "a number from \(JSONValue.number(range.lowerBound).text()) to "
        + JSONValue.number(range.upperBound).text()
    case .word(let words): return words.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .duration: return "a duration"
    case .durationBound: return "a bound, such as `<=9s`"
    case .numberBound: return "a bound on a number"
    case .pointer: return "a JSON Pointer"
    case .list(let element, let count, _):
      if count.lowerBound == count.upperBound {
        return "a list of \(count.lowerBound), each \(holds(element))"
      }
      return (count.lowerBound > 0 ? "a non-empty list" : "a list") + ", each " + holds(element)
    case .map(let element, _), .table(let element, _): return "by name, each " + holds(element)
    case .object(let object):
      enqueue(object)
      guard let other = described[object], other != article else { return object.title }
      return "\(object.title) (<doc:\(other)>)"
    case .oneOf(let shapes):
      var words: [String] = []
      for shape in shapes {
        let word = holds(shape)
        if !words.contains(word) { words.append(word) }
      }
      return words.joined(separator: ", or ")
    case .withReferences(let shape): return holds(shape)
    }
  }

  private static func word(for kind: TextKind) -> String {
    switch kind {
    case .anyName, .name, .step, .signal, .lane, .domain, .percentile: "a name"
    case .warningOfFlow, .warningOfSwitch: "a code"
    case .input: "an input such as `${limit}`"
    case .address, .baseAddress: "an address"
    case .path: "a path"
    case .method: "a method in capitals"
    case .host: "a host"
    case .endpoint: "an endpoint"
    case .siblingFile: "the name of a file"
    case .header: "the name of a header"
    case .typeName: "the name of a type"
    case .free, .nonEmpty, .reason: "text"
    }
  }

  /// A value in the format's notation, on one line.
  private static func code(_ value: JSONValue) -> String {
    let member = JSONValue.object(JSONObject([.init(name: "", value: value)])).text()
    let json = try? JSONDocument(SourceText(name: "", text: member))
    let line = json.flatMap { JSONLayout.text(of: $0, width: .max) }?.dropLast("\n}\n".utf8.count) ?? []
    let text = String(decoding: line.dropFirst("{\n  \"\": ".utf8.count), as: UTF8.self)
    return "`" + text.map { $0 == "|" ? "\\|" : String($0) }.joined() + "`"
  }

  private static func escaped(_ text: String) -> String {
    text.map { "|*<_[]`".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

extension DeclaredObject {
  fileprivate var title: String { ObjectText.all[self]?.title ?? rawValue }
}
