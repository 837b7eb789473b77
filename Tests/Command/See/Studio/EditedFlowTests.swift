import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowCommand

/// The changes of the studio's page, put into a file.
@Suite struct EditedFlowTests {
  private func edited(_ edits: String, flow: String = StudioSample.flow) throws -> EditedFlow {
    let folder = try #require(StudioSample.folder(flow: flow))
    let settings = try StudioSample.settings(#"{ "flow": "flows/small.json", "edits": [\#(edits)] }"#)
    return try EditedFlow(settings, in: folder)
  }

  private func text(_ edited: EditedFlow) -> String { String(decoding: edited.source.bytes, as: UTF8.self) }

  @Test(arguments: [
    (#"{ "step": "first", "key": "timeout", "value": 2500000000 }"#, #""2s""#, #""2s500ms""#),
    (#"{ "step": "first", "key": "timeout", "value": "90s" }"#, #""2s""#, #""90s""#),
    (#"{ "step": "second", "key": "useFallbackAfter", "value": "250ms" }"#, #""1s""#, #""250ms""#),
    (#"{ "step": null, "key": "deadline", "value": "8s" }"#, #""10s""#, #""8s""#),
    (
      #"{ "step": "second", "key": "retry.attempts", "value": 3 }"#, #"[{ "value": 2 }]"#,
      "[{ \"value\": 2 }],\n          \"retry\": { \"attempts\": 3 }"
    ),
    (
      #"{ "step": "second", "key": "useFallbackAfter", "value": null }"#, #""3s", "useFallbackAfter": "1s","#,
      #""3s","#
    ),
  ])
  func `an edit changes its value and nothing else`(_ edit: String, _ old: String, _ new: String) throws {
    let edited = try edited(edit)
    #expect(text(edited) == StudioSample.flow.replacing(old, with: new))
    #expect(edited.isChanged)
    #expect(try edited.flow().json != edited.originalFlow?.json)
  }

  @Test func `a file in another layout keeps it`() throws {
    let flow = StudioSample.flow.replacing("  ", with: "\t")
    let edited = try edited(#"{ "step": "first", "key": "timeout", "value": "5s" }"#, flow: flow)
    #expect(text(edited) == flow.replacing(#""2s""#, with: #""5s""#))
  }

  @Test func `the last of two edits of a value counts`() throws {
    let edits = ["9s", "2s"].map { #"{ "step": "first", "key": "timeout", "value": "\#($0)" }"# }
    #expect(try !edited(edits.joined(separator: ",")).isChanged)
  }

  @Test(arguments: [
    (#"{ "step": "none", "key": "timeout", "value": "1s" }"#, "the flow has no step 'none' with timeout"),
    (#"{ "step": "rest", "key": "timeout", "value": "1s" }"#, "the flow has no step 'rest' with timeout"),
    (
      #"{ "step": null, "key": "timeout", "value": "1s" }"#,
      "only the deadline of the flow itself can be changed"
    ),
    (
      #"{ "step": null, "key": "deadline", "value": null }"#,
      "only the deadline of the flow itself can be changed"
    ),
    (
      #"{ "step": 7, "key": "timeout", "value": "1s" }"#,
      "only the deadline of the flow itself can be changed"
    ),
  ])
  func `a hostile edit is explained`(_ edit: String, _ message: String) throws {
    #expect(StudioSample.problem { _ = try edited(edit) } == message)
  }

  @Test(arguments: [
    #"{ "step": "first", "key": "http", "value": "1s" }"#, #"{ "key": 3 }"#, "7", "null",
  ])
  func `only times and counts can be changed`(_ edit: String) throws {
    #expect(throws: UsageError.self) { try edited(edit) }
  }

  /// The rules of the format decide, so their own messages are shown.
  @Test(arguments: [
    (#"{ "step": "first", "key": "timeout", "value": -1 }"#, "negative"),
    (#"{ "step": "first", "key": "timeout", "value": 9223372036854775807 }"#, "36500d"),
    (#"{ "step": "first", "key": "timeout", "value": 1e300 }"#, "a duration is text"),
    (#"{ "step": "first", "key": "timeout", "value": true }"#, "duration"),
    (#"{ "step": "first", "key": "timeout", "value": ["1s"] }"#, "duration"),
    (#"{ "step": "first", "key": "timeout", "value": "NaN" }"#, "is not a duration"),
    (#"{ "step": "first", "key": "timeout", "value": "5" }"#, "has no unit"),
    (#"{ "step": "first", "key": "retry.attempts", "value": 1.5 }"#, "whole number"),
    (#"{ "step": "first", "key": "retry.attempts", "value": "many" }"#, "whole number"),
    (#"{ "step": "first", "key": "retry.attempts", "value": 0 }"#, "attempts"),
    (#"{ "step": "first", "key": "retry.attempts", "value": -4 }"#, "attempts"),
    (#"{ "step": "first", "key": "retry.attempts", "value": 9223372036854775807 }"#, "attempts"),
  ])
  func `a value that the format refuses is shown with its line`(_ edit: String, _ word: String) throws {
    let edited = try edited(edit)
    let flawed = try #require(throws: FlawedDocument.self) { try edited.flow() }
    #expect(flawed.texts.count == 1)
    let error = flawed.texts.first ?? ""
    #expect(error.contains("flows/small.json:") && error.contains("^") && error.contains(word), "\(error)")
  }

  @Test(arguments: [
    "flows/none.json", "flows/../flows/small.json", "../small.json", "/etc/passwd", "flows/small.txt",
    "flows/.hidden.json", "flows//small.json", "flows/a\u{0}.json", "other/small.json",
  ])
  func `no other file is reached`(_ path: String) throws {
    let folder = try #require(StudioSample.folder())
    #expect(throws: (any Error).self) { try folder.document(path) }
  }
}
