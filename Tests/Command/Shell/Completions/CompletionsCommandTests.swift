import Foundation
import Testing

@testable import LaunchFlowCommand

@Suite struct CompletionsCommandTests {
  /// What bash completes the last of these words to; the first one is the command.
  private static func completed(_ words: [String]) throws -> [String] {
    let typed = (["\"$launchflow\""] + words.map { "'\($0)'" }).joined(separator: " ")
    let outcome = try Binary.shell(
      """
      exec bash --norc -c 'eval "$("$1" completions bash)"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _launchflow
      for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done; complete -p launchflow >&2' bash \(typed)
      """)
    #expect(outcome.diagnostics == "complete -F _launchflow launchflow\n")
    return String(decoding: outcome.data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let codes = (1...9).map { "LF00\($0)" }

  @Test(arguments: [
    (["sim"], ["simulate"]), (["--color", "a"], ["auto", "always"]),
    (["--color", "never", "sch"], ["schema"]),
    (["--color", "=", "never", "sch"], ["schema"]),
    (["--vers"], ["--version"]),
    (["explain", "LF00"], codes),
    (["help", "com"], ["compare", "compat", "completions"]),
    (["simulate", "--form"], ["--format"]), (["simulate", "--format", "o"], ["otlp"]),
    (["simulate", "-f", "js"], ["json", "jsonl"]), (["simulate", "--format", "=", "h"], ["html"]),
    (
      ["simulate", "--format", "="],
      ["text", "json", "jsonl", "html", "svg", "perfetto", "otlp", "trace"]
    ),
    (["test", "--format", "j"], ["junit"]), (["completions", ""], ["bash", "zsh", "fish"]),
    (["simulate", "flows/rider-launch.j"], ["flows/rider-launch.json"]),
    (["check", "Packa"], []), (["check", "flow"], ["flows"]),
    (["graph", "f", "-o", "Packa"], ["Package.swift"]),
    (["init", "--directory", "flow"], ["flows"]), (["simulate", "--runs", ""], []), (["unknown", ""], []),
  ])
  func `bash completes commands, options, values and files`(
    _ words: [String], _ expected: [String]
  ) throws {
    #expect(try Self.completed(words) == expected)
  }

  @Test func `every command and option is completed`() throws {
    #expect(try Self.completed([""]) == Command.subcommands.map { $0.interface.name } + ["help"])
    for command in Command.subcommands {
      let options = command.interface.allOptions.flatMap { option in
        [option.typed] + (option.short.map { ["-\($0)"] } ?? [])
      }
      #expect(try Self.completed([command.interface.name, "-"]) == options)
    }
  }

  private static let small = [
    Interface(
      "draw", [Argument("FLOW"), Argument("N", .choice(["1"]))],
      [
        Option<String>.text("scenario", short: "s", "NAME").repeatable,
        Option<String>.text("output", "FILE", .file), Flag("all"),
      ],
      CommandText(
        summary: "Draw a flow: what it's for",
        entries: ["--scenario": "The [scenario].", "--output": "Where to.", "--all": "All of it."]))
  ]

  private static func lines(_ words: [String], for shell: CompletionsCommand.Shell = .zsh) -> [String] {
    Completion(words, commands: small).lines(for: shell)
  }

  private static let shared = SharedOptions.declarations.flatMap { option in
    [option.typed, option.short.map { "-\($0)" }].compactMap(\.self).map {
      "\($0) \(SharedOptions.root.text.about(option.typed).summary)"
    }
  }

  @Test func `words have their summaries`() {
    #expect(Self.lines(["d"]) == ["draw Draw a flow: what it's for", "help Show the help of a command"])
    #expect(Self.lines(["d"], for: .bash) == ["draw"])
    #expect(
      Self.lines(["draw", "--"], for: .fish)
        == ["--scenario The [scenario].", "-s The [scenario].", "--output Where to.", "--all All of it."]
        + Self.shared)
  }

  @Test func `paths are left to the shell`() {
    #expect(Self.lines(["draw", ""]) == [":document"])
    #expect(Self.lines(["draw", "--output", ""]) == [":file"])
    #expect(Self.lines(["draw", "--output=x"]) == [":file"])
  }

  @Test func `an option that may not be repeated is offered once`() {
    let typed = ["draw", "--output", "--all", "--all", "-s", "x", "-"]
    #expect(
      Self.lines(typed) == ["--scenario The [scenario].", "-s The [scenario]."] + Self.shared)
  }

  @Test func `each argument has its own words`() {
    #expect(Self.lines(["draw", "a.json", ""]) == ["1"])
    #expect(Self.lines(["draw", "a.json", "1", ""]) == [])
  }
}
