import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct TemplateTests {
  typealias Reference = Template.Reference

  static let templates: [(text: String, segments: [Template.Segment])] = [
    ("", []), ("plain $ {x}", [.text("plain $ {x}")]), ("${mode}", [.reference(Reference("mode"))]),
    ("a${b}c", [.text("a"), .reference(Reference("b")), .text("c")]),
    ("${a}${b}", [.reference(Reference("a")), .reference(Reference("b"))]),
    ("${a/b~1c/0}", [.reference(Reference("a", .value(JSONPointer(tokens: ["b/c", "0"]))))]),
    ("${a/}", [.reference(Reference("a", .value(JSONPointer(tokens: [""]))))]),
    ("${a.message}!", [.reference(Reference("a", .message)), .text("!")]),
    ("$${a}", [.text("${a}")]), ("$$${a}", [.text("$${a}")]), ("$$ {", [.text("$$ {")]),
    ("é${a}🚀", [.text("é"), .reference(Reference("a")), .text("🚀")]),
  ]

  @Test(arguments: templates.indices)
  func reads(_ index: Int) throws {
    let template = try Template(Self.templates[index].text)
    #expect(isSame(template.segments, Self.templates[index].segments))
  }

  static let flaws: [(text: String, flaw: Template.Flaw)] = [
    ("${", .unterminated("")), ("a${b", .unterminated("b")), ("${}", .noReference("")),
    ("${a b}", .noReference("a b")),
    ("${/x}", .noReference("/x")), ("${a/~2}", .noReference("a/~2")), ("${a.b}", .noReference("a.b")),
    ("${.message}", .noReference(".message")),
  ]

  @Test(arguments: flaws.indices)
  func refuses(_ index: Int) {
    let (text, flaw) = Self.flaws[index]
    #expect(throws: flaw) { try Template(text) }
  }

  @Test func `knows a whole reference`() throws {
    #expect(try Template("${a}").wholeReference == Reference("a"))
    #expect(try Template("${a} ").wholeReference == nil)
    #expect(try Template("a").wholeReference == nil)
  }
}
