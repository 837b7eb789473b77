import LaunchFlowAuthoring
import Testing

/// A step includes the steps of another flow's file.
@Suite struct ModuleTests {
  /// A module that refers to each of its parts wherever a reference is allowed.
  private static let module = #"""
    {
      "flow": "chat", "title": "Chat", "deadline": "9s", "pages": ["ready"],
      "defaults": { "timeout": "2s", "retry": { "attempts": 2 } },
      "inputs": { "signed-in": { "type": "boolean" } }, "signals": ["shown"],
      "lanes": { "disk": 2 }, "caches": { "kept": { "scope": "user" } },
      "services": {
        "base": { "baseURL": "https://example.com", "headers": { "Who": "${open/user}", "Literal": "$${open}" } },
        "server": { "like": "base", "failures": { "gone": { "status": 410, "clears": "kept" } } }
      },
      "steps": {
        "open": { "action": "open", "lane": "disk", "with": { "a": ["${?read/x}"] }, "needs": ["read"] },
        "read": { "cache": "kept", "fallback": [{ "action": "make" }] },
        "load": {
          "when": { "signed-in": true, "any": [{ "open": "succeeded" }, { "not": { "read": "failed" } }] },
          "steps": {
            "ask": {
              "after": ["wait"], "needs": ["open"], "store": "kept", "fallback": [{ "cache": "kept" }],
              "http": {
                "service": "server", "path": "/${open/id}", "method": "POST", "text": "${open/name}!"
              }
            },
            "wait": { "await": "shown" }
          },
          "results": { "fine": { "ask": "succeeded" } }
        },
        "last": { "after": ["landing"], "when": { "load": "fine" }, "action": "last" }
      },
      "landings": [{ "page": "ready", "after": ["load"] }]
    }
    """#

  /// The same steps, written out.
  private static let written = #"""
    {
      "flow": "app", "deadline": "9s", "pages": ["home"],
      "inputs": { "signed-in": { "type": "boolean" } }, "signals": ["shown"],
      "caches": { "im-kept": { "scope": "user" } },
      "services": {
        "im-base": { "baseURL": "https://example.com", "headers": { "Who": "${im-open/user}", "Literal": "$${open}" } },
        "im-server": { "like": "im-base", "failures": { "gone": { "status": 410, "clears": "im-kept" } } }
      },
      "lanes": { "own": 1, "im-disk": 2 },
      "defaults": { "timeout": "2s", "retry": { "attempts": 2 } },
      "steps": {
        "first": { "value": 1 },
        "im": {
          "title": "Chat", "needs": ["first"], "when": { "signed-in": true },
          "steps": {
            "im-open": {
              "action": "open", "with": { "a": ["${?im-read/x}"] }, "needs": ["im-read"], "lane": "im-disk"
            },
            "im-read": { "cache": "im-kept", "fallback": [{ "action": "make" }] },
            "im-load": {
              "when": { "signed-in": true, "any": [{ "im-open": "succeeded" }, { "not": { "im-read": "failed" } }] },
              "steps": {
                "im-ask": {
                  "after": ["im-wait"], "needs": ["im-open"], "store": "im-kept", "fallback": [{ "cache": "im-kept" }],
                  "lane": "own",
                  "http": {
                    "service": "im-server", "path": "/${im-open/id}", "method": "POST",
                    "text": "${im-open/name}!"
                  }
                },
                "im-wait": { "await": "shown" }
              },
              "results": { "fine": { "im-ask": "succeeded" } }
            }
          }
        },
        "im-last": {
          "needs": ["first"], "after": ["landing"], "when": { "signed-in": true, "im-load": "fine" },
          "action": "last", "lane": "own"
        }
      },
      "landings": [{ "page": "home", "after": ["im-ask"] }]
    }
    """#

  private static func app(_ steps: String, _ more: String = "") -> String {
    #"""
    {
      "flow": "app", "deadline": "9s", "pages": ["home"], \#(more)
      "steps": { \#(steps) }, "landings": [{ "page": "home" }]
    }
    """#
  }

  private static let declarations =
    #""inputs": { "signed-in": { "type": "boolean" } }, "signals": ["shown"], "lanes": { "own": 1 },"#

  private static func read(_ text: String, _ files: [String: String]) -> DocumentReading<Flow> {
    Flow.read(SourceText(name: "app.json", text: text)) { name in
      files[name].map { SourceText(name: name, text: $0) }
    }
  }

  private static func messages(_ text: String, _ files: [String: String]) -> [String] {
    read(text, files).diagnostics.map { diagnostic in
      let line = diagnostic.place.range.map { "\($0.start.line)" } ?? "?"
      return "\(line) \(diagnostic.code.rawValue) \(diagnostic.message)"
    }
  }

  @Test func `its steps become a group, each name with a prefix`() throws {
    let text = Self.app(
      #""first": { "value": 1 }, "im": { "include": "chat.json", "lane": "own", "needs": ["first"], "when": { "signed-in": true } }"#,
      Self.declarations
    )
    .replacing(#"[{ "page": "home" }]"#, with: #"[{ "page": "home", "after": ["im-ask"] }]"#)
    let included = try #require(Self.read(text, ["chat.json": Self.module]).document)
    let written = try #require(Self.read(Self.written, [:]).document)
    #expect(
      String(decoding: included.resolvedText, as: UTF8.self)
        == String(decoding: written.resolvedText, as: UTF8.self))
    #expect(included.includedFiles == ["chat.json"])
  }

  @Test func `a flow writes the step as it read it`() throws {
    let text = Self.app(
      #""first": { "value": 1 }, "im": { "include": "chat.json", "lane": "own", "needs": ["first"], "when": { "signed-in": true } }"#,
      Self.declarations)
    let flow = try #require(Self.read(text, ["chat.json": Self.module]).document)
    let again = try #require(Self.read(flow.json.text(), ["chat.json": Self.module]).document)
    #expect(again.resolvedText == flow.resolvedText)
  }

  @Test func `two steps include one file, and a module another`() throws {
    let inner = Self.app(#""ask": { "value": 1 }"#, #""caches": { "c": {} },"#)
    let outer = Self.app(
      #""in": { "include": "inner.json" }, "read": { "cache": "c", "needs": ["in-ask"] }"#,
      #""include": ["shared.json"], "caches": { "own": {} },"#)
    let shared = Self.app(#""x": { "value": 1 }"#, #""caches": { "c": {} },"#)
    let text = Self.app(
      #""a": { "include": "outer.json" }, "b": { "include": "outer.json" }, "z": { "needs": ["a-in-ask"], "value": 2 }"#
    )
    let flow = try #require(
      Self.read(text, ["inner.json": inner, "outer.json": outer, "shared.json": shared]).document)
    #expect(
      FlowIndex(flow).steps.map { $0.name }
        == ["a", "a-in", "a-in-ask", "a-read", "b", "b-in", "b-in-ask", "b-read", "z"])
    #expect(flow.caches.map { $0.name } == ["c", "a-own", "a-in-c", "b-own", "b-in-c"])
    #expect(flow.includedFiles == ["shared.json", "inner.json", "outer.json"])
  }

  @Test func `what a module needs is declared by the flow`() {
    #expect(
      Self.messages(Self.app(#""im": { "include": "chat.json" }"#), ["chat.json": Self.module]) == [
        #"3 LF004 "chat.json" has the input "signed-in", which this flow does not declare"#,
        #"3 LF004 "chat.json" has the signal "shown", which this flow does not declare"#,
      ])
    let other = #""inputs": { "signed-in": { "type": "string" } }, "signals": ["shown"],"#
    #expect(
      Self.messages(Self.app(#""im": { "include": "chat.json" }"#, other), ["chat.json": Self.module])
        .first == #"3 LF004 the input "signed-in" has another type in "chat.json""#)
  }

  @Test func `a name that the flow has already is reported where it is declared`() {
    let module = Self.app(#""ask": { "value": 1 }"#)
    let text = Self.app("\n\"im\": { \"include\": \"m.json\" },\n\"im-ask\": { \"value\": 2 }")
    #expect(Self.messages(text, ["m.json": module]) == [#"5 LF003 the step "im-ask" is declared twice"#])
  }

  @Test func `what is wrong with a module's steps here is reported at the include`() {
    let module = Self.app(
      #""ask": { "action": "x", "timeout": "1s" }, "last": { "value": 1, "after": ["landing"], "when": { "landing": "home" } }"#
    )
    let text = Self.app(
      "\n\"im-last\": { \"value\": 2 },\n\"im\": { \"include\": \"m.json\", \"lane\": \"none\" }")
    #expect(
      Self.messages(text, ["m.json": module]) == [
        #"5 LF003 the step "im-last" is declared twice"#, #"5 LF004 no lane "none" is declared"#,
      ])
    let other = module.replacing("\"home\"", with: "\"ready\"")
    #expect(
      Self.messages(Self.app(#""im": { "include": "m.json" }"#), ["m.json": other]) == [
        #"3 LF004 "m.json" asks for the page "ready", which this flow does not declare"#
      ])
    #expect(
      Self.messages(Self.app(#""im": { "include": "m.json", "each": ["a", "b"] }"#), ["m.json": other]).count
        == 2)
  }

  @Test func `paths lead through the include to the steps of a module`() throws {
    let inner = Self.app(#""ask": { "each": ["a", "b"], "action": "x", "timeout": "1s" }"#)
    let outer = Self.app(
      #""in": { "include": "inner.json" }, "last": { "value": 1, "after": ["landing"] }"#)
    let text = Self.app(#""im": { "include": "outer.json" }, "im-late": { "include": "outer.json" }"#)
    let graph = try #require(Self.read(text, ["inner.json": inner, "outer.json": outer]).document).graph
    func path(_ step: String) -> String? { graph.index[step].map { graph.path(of: $0).description } }
    #expect(path("im-in-ask-b") == "/steps/im/include/im-in/steps/im-in-ask")
    #expect(path("im-last") == "/steps/im/include/im-last")
    #expect(path("im-late-last") == "/steps/im-late/include/im-late-last")
  }

  @Test func `a step after the landing is found at its own include, whatever the names`() throws {
    let module = Self.app(
      #""x": { "value": 1 }, "b-last": { "value": 1, "after": ["landing"] }"#)
    let text = Self.app(
      """

      "m-b-last": { "value": 2 },
      "m": { "include": "m.json" },
      "m-b": { "include": "n.json" }
      """)
    let files = ["m.json": module, "n.json": Self.app(#""x": { "value": 1 }"#)]
    #expect(Self.messages(text, files) == [#"5 LF003 the step "m-b-last" is declared twice"#])
  }

  @Test func `the app's retries are not those of a module`() throws {
    let module = Self.app(#""ask": { "action": "x", "timeout": "1s" }"#)
    let text = Self.app(
      #""im": { "include": "m.json" }, "own": { "action": "x", "timeout": "1s" }"#,
      #""defaults": { "retry": { "attempts": 3 } },"#)
    let flow = try #require(Self.read(text, ["m.json": module]).document)
    #expect(flow.graph.steps.map { flow.retry(of: $0)?.attempts } == [nil, nil, 3])
    let resolved = try Self.read(String(decoding: flow.resolvedText, as: UTF8.self), [:]).get()
    #expect(resolved.graph.steps.map { resolved.retry(of: $0)?.attempts } == [nil, nil, 3])
  }

  @Test func `both conditions of a step after the landing are written`() throws {
    let module = Self.app(
      #""ask": { "value": 1 }, "last": { "value": 1, "after": ["landing"], "when": { "landing": "home", "any": [{ "ask": "skipped" }] } }"#
    )
    let text = Self.app(
      #""one": { "value": 1 }, "im": { "include": "m.json", "when": { "any": [{ "one": "failed" }] } }"#)
    let flow = try #require(Self.read(text, ["m.json": module]).document)
    let resolved = try Self.read(String(decoding: flow.resolvedText, as: UTF8.self), [:]).get()
    let conditions = [flow, resolved].map { $0.steps.last?.when?.facts(at: .whole).map(\.subject) }
    #expect(conditions == [["one", "landing", "im-ask"], ["one", "landing", "im-ask"]])
  }

  @Test(arguments: [
    ("gone.json", #"3 LF004 the file "gone.json" cannot be read"#),
    ("wrong.json", #"3 LF004 "wrong.json" has errors, so it cannot be included"#),
    ("../m.json", "3 LF011 an included file must be beside this one and end in .json"),
    ("app.json", #"3 LF005 "app.json" includes itself"#),
    ("loop.json", "3 LF005 files include each other: loop.json → back.json → loop.json"),
  ])
  func `a file that cannot be included is the only error`(_ file: String, _ message: String) {
    let files = [
      "wrong.json": "{}", "loop.json": Self.app(#""l": { "include": "back.json" }"#),
      "back.json": Self.app(#""b": { "include": "loop.json" }"#),
    ]
    // Its steps are unknown, so no reference to them is reported.
    let text = Self.app(#""im": { "include": "\#(file)" }, "z": { "needs": ["im-ask"], "value": 1 }"#)
    #expect(Self.messages(text, files) == [message])
  }

  @Test func `a module keeps the limits of the file that includes it`() {
    func deep(_ steps: String, _ levels: Int) -> String {
      (0..<levels).reduce(steps) { "\"g\($1)\": { \"steps\": { \($0) } }" }
    }
    let include = #""im": { "include": "m.json" }"#
    for (outer, inner, message) in [
      (15, 15, nil), (16, 16, "3 LF011 with \"m.json\", groups are nested more than 32 levels deep"),
    ] {
      let files = ["m.json": Self.app(deep(#""x": { "value": 1 }"#, inner))]
      #expect(Self.messages(Self.app(deep(include, outer)), files) == [message].compactMap(\.self))
    }
    for (count, message) in [
      (197, nil), (198, "3 LF013 a name of \"m.json\" is longer than 200 bytes after \"im-\""),
    ] {
      let files = ["m.json": Self.app("\"\(String(repeating: "a", count: count))\": { \"value\": 1 }")]
      #expect(Self.messages(Self.app(include), files) == [message].compactMap(\.self))
    }
  }

  @Test func `modules of modules do not grow without a limit`() {
    func many(_ file: String) -> String {
      Self.app((0..<20).map { "\"s\($0)\": { \"include\": \"\(file)\" }" }.joined(separator: ", "))
    }
    let files = [
      "a.json": many("b.json"), "b.json": many("c.json"), "c.json": many("d.json"), "d.json": many("e.json"),
      "e.json": Self.app(#""x": { "value": 1 }"#),
    ]
    let found = Self.messages(many("a.json"), files)
    #expect(
      found.allSatisfy { $0.hasSuffix("the included flows have more than 100000 steps together") }, "\(found)"
    )
    #expect(!found.isEmpty)
  }

  @Test func `warnings about a module belong to its own file`() {
    let module = Self.app(
      #""ask": { "cache": "c" }"#, #""caches": { "c": {}, "unused": {} }, "lanes": { "l": 1 },"#)
    let reading = Flow.check(
      SourceText(name: "app.json", text: Self.app(#""im": { "include": "m.json" }"#)),
      including: { SourceText(name: $0, text: module) })
    #expect(!Flow.check(SourceText(name: "m.json", text: module)).diagnostics.isEmpty)
    #expect(reading.diagnostics.filter { $0.message.contains("im-") }.isEmpty, "\(reading.diagnostics)")
  }
}
