/// A string of a flow file in which `${…}` is replaced by a value of the run.
///
/// `$${` writes a literal `${`.
package struct Template: Sendable {
  /// The subject of a `${…}`.
  package struct Reference: Hashable, Sendable {
    /// The part of the subject that is inserted.
    package enum Part: Hashable, Sendable {
      /// The value, or a place within it.
      case value(JSONPointer)
      /// The message that a refusal's envelope carried; in notices only.
      case message
    }

    /// A step or an input.
    package var subject: String
    package internal(set) var part: Part
    /// Whether the header, parameter, field, member or element is left out if there is no value: `${?step/pointer}`.
    package internal(set) var isOptional: Bool

    package init(_ subject: String, _ part: Part = .value(.whole), isOptional: Bool = false) {
      self.subject = subject
      self.part = part
      self.isOptional = isOptional
    }
  }

  package enum Segment: Sendable {
    case text(String)
    case reference(Reference)
  }

  /// Why a string is not a template.
  package enum Flaw: Error, Equatable, Sendable {
    /// A `${` without its `}`, with the text after it.
    case unterminated(String)
    /// The text between the braces, which is not a reference.
    case noReference(String)
  }

  /// The segments in order; no two texts are adjacent.
  package internal(set) var segments: [Segment]

  package init(_ text: String) throws(Flaw) {
    segments = []
    var literal = ""
    var rest = text[...]
    // By bytes, since the characters of a text are slow to find.
    while let dollar = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      literal.append(contentsOf: rest[..<dollar])
      rest = rest[dollar...]
      if rest.utf8.starts(with: "$${".utf8) {
        literal += "${"
        rest = rest[rest.utf8.index(dollar, offsetBy: 3)...]
      } else if rest.utf8.starts(with: "${".utf8) {
        let start = rest.utf8.index(dollar, offsetBy: 2)
        guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else {
          throw .unterminated(String(rest[start...]))
        }
        let inner = String(rest[start..<end])
        guard let reference = Reference(inner) else { throw .noReference(inner) }
        if !literal.isEmpty { segments.append(.text(literal)) }
        literal = ""
        segments.append(.reference(reference))
        rest = rest[rest.utf8.index(after: end)...]
      } else {
        literal += "$"
        rest = rest[rest.utf8.index(after: dollar)...]
      }
    }
    literal.append(contentsOf: rest)
    if !literal.isEmpty { segments.append(.text(literal)) }
  }

  /// The template as a text, with other texts for its references.
  func text(replacing reference: (Reference) -> String) -> String {
    var text = ""
    for segment in segments {
      switch segment {
      case .text(let literal):
        for scalar in literal.unicodeScalars {
          if scalar == "{", text.unicodeScalars.last == "$" { text += "$" }
          text.unicodeScalars.append(scalar)
        }
      case .reference(let found): text += reference(found)
      }
    }
    return text
  }

  /// A text of a repeated step, with an element for each `${each}`.
  static func text(_ text: String, each element: String) -> String {
    guard text.holds("${"), let template = try? Template(text) else { return text }
    return template.text { reference in
      let isElement = reference.subject == "each" && reference.part == .value(.whole)
      return isElement ? element : "${" + reference.text + "}"
    }
  }

  package var references: [Reference] {
    segments.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
  }

  /// The reference if the whole string is one; its value then keeps its type.
  package var wholeReference: Reference? {
    guard segments.count == 1, case .reference(let reference) = segments[0] else { return nil }
    return reference
  }
}

extension Template.Reference {
  /// The text between the braces.
  package var text: String {
    let name = (isOptional ? "?" : "") + subject
    return switch part {
    case .value(let pointer): name + pointer.description
    case .message: name + ".message"
    }
  }

  /// Reads the text between the braces: `name`, `name/pointer` or `name.message`; a `?` in front makes it optional.
  package init?(_ text: String) {
    // No name begins with a question mark.
    if text.hasPrefix("?") {
      guard let reference = Self(String(text.dropFirst())), !reference.isOptional, reference.part != .message
      else {
        return nil
      }
      self = reference
      isOptional = true
    } else if let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) {
      guard let pointer = JSONPointer(String(text[slash...])), slash != text.startIndex else { return nil }
      self.init(String(text[..<slash]), .value(pointer))
    } else if text.hasSuffix(".message") {
      let name = String(text.dropLast(".message".count))
      guard !name.isEmpty else { return nil }
      self.init(name, .message)
    } else {
      guard !text.isEmpty, !text.utf8.contains(where: { ". ".utf8.contains($0) }) else { return nil }
      self.init(text, .value(.whole))
    }
  }
}
