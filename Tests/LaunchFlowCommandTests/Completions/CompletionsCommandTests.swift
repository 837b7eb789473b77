import Foundation
import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

@Suite struct CompletionsCommandTests {
  /// What bash completes the last of these words to; the first one is the command.
  private static func completed(_ words: [String]) throws -> [String] {
    let script = CompletionScript(commands: Command.subcommands.map { $0.interface }).bash
    let file = URL.temporaryDirectory.appending(path: "launchflow-\(UUID().uuidString).bash")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let typed = (["\"$launchflow\""] + words.map { "'\($0)'" }).joined(separator: " ")
    let outcome = try Binary.shell(
      """
      exec bash --norc -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _launchflow
      for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done; complete -p launchflow >&2' '\(file.path())' \(typed)
      """)
    #expect(outcome.diagnostics == "complete -F _launchflow launchflow\n")
    return String(decoding: outcome.data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let settings =
    ["ok", "hang"].map { "get-city=\($0)" }
    + ErrorClass.allCases.map { "get-city=\($0.rawValue)" }
    + ["update-required", "under-review", "token-invalid", "binding-required", "cleared"].map {
      "get-city=\($0)"
    }
  private static let codes = (1...9).map { "LF00\($0)" }

  @Test(arguments: [
    (["sim"], ["simulate"]), (["--color", "a"], ["auto", "always"]),
    (["--color", "never", "sch"], ["schema"]),
    (["--color", "=", "never", "sch"], ["schema"]),
    (["--vers"], ["--version"]),
    (["simulate", "flows/rider-launch.json", "--set", "get-city", "=", "h"], ["hang"]),
    (["simulate", "flows/rider-launch.json", "--set", "=", "get-city", "=", "ha"], ["hang"]),
    (["simulate", "flows/rider-launch.json", "--set", "get-city"], settings),
    (["run", "flows/rider-launch.json", "--input", "signed-in", "="], ["true", "false"]),
    (["run", "flows/rider-launch.json", "-e", "pre"], ["pre-release"]), (["explain", "LF00"], codes),
    (["help", "com"], ["compare", "compat", "completions"]),
    (["simulate", "--form"], ["--format"]), (["simulate", "--format", "p"], ["perfetto"]),
    (["simulate", "-f", "js"], ["json", "jsonl"]), (["simulate", "--format", "=", "h"], ["html"]),
    (
      ["simulate", "--format", "="],
      ["text", "json", "jsonl", "html", "svg", "perfetto", "otlp", "trace"]
    ),
    (["test", "--format", "j"], ["junit"]), (["completions", ""], ["bash", "zsh", "fish"]),
    (["simulate", "flows/rider-launch.json", "--scenario", "login-h"], ["login-hangs"]),
    (["simulate", "flows/rider-launch.scenarios.json", "-s", "norm"], ["normal-day"]),
    (["simulate", "flows/missing.json", "--scenario", ""], []),
    (["simulate", "flows/rider-launch.j"], ["flows/rider-launch.json"]),
    (["check", "Packa"], []), (["check", "flow"], ["flows"]),
    (["graph", "f", "-o", "Packa"], ["Package.swift"]),
    (["init", "--directory", "flow"], ["flows"]), (["simulate", "--runs", ""], []), (["unknown", ""], []),
  ])
  func `bash completes commands, options, values, files and names`(
    _ words: [String], _ expected: [String]
  ) throws {
    #expect(try Self.completed(words) == expected)
  }

  @Test func `every command and option is completed`() throws {
    #expect(try Self.completed([""]) == Command.subcommands.map { $0.interface.name } + ["help"])
    for command in Command.subcommands {
      let options = command.interface.allOptions.flatMap(CompletionScript.typed)
      #expect(try Self.completed([command.interface.name, "-"]) == options)
    }
  }

  private static let small = CompletionScript(commands: [
    Interface(
      name: "draw", summary: "Draw a flow: what it's for",
      arguments: [
        Argument(valueName: "FLOW", summary: "The flow."), Argument(valueName: "N", kind: .text, summary: ""),
      ],
      options: [
        Option<String>.name("scenario", short: "s", "NAME", of: .scenarios, "The [scenario].").repeatable
          .declaration,
        Option<String>.file("output", "Where to.").declaration, Flag("all", "All of it.").declaration,
      ])
  ])

  private static func lines(_ text: String, with word: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains(word) }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `each script contains the declared options`() {
    #expect(
      Self.lines(Self.small.bash, with: "draw") == [
        "'draw --scenario' | 'draw -s') _launchflow_names scenarios \"$current\"; return ;;",
        "'draw --output') _launchflow_paths -f \"$current\"; return ;;",
        "_launchflow_words 'draw help' \"$current\"",
        "help) _launchflow_words 'draw help' \"$current\" ;;", "draw)",
      ])
    #expect(
      Self.lines(Self.small.zsh, with: "draw") == [
        "'draw:Draw a flow\\: what it'\\''s for'", "draw)",
      ])
    #expect(
      Self.lines(Self.small.zsh, with: "'*-") == [
        "'*--scenario=[The \\[scenario\\].]:NAME:{_launchflow_names scenarios}' \\",
        "'*-s[The \\[scenario\\].]:NAME:{_launchflow_names scenarios}' \\",
      ])
    #expect(Self.lines(Self.small.zsh, with: ":FLOW:") == ["'1:FLOW:_files -g \"*.json\"' \\"])
    #expect(
      Self.lines(Self.small.fish, with: "draw") == [
        "complete -c launchflow -n __fish_use_subcommand -a draw -d 'Draw a flow: what it\\'s for'",
        "complete -c launchflow -n '__fish_seen_subcommand_from draw' -l scenario -s s -r -f "
          + "-a '(__launchflow_names scenarios)' -d 'The [scenario].'",
        "complete -c launchflow -n '__fish_seen_subcommand_from draw' -l output -r -F -d 'Where to.'",
        "complete -c launchflow -n '__fish_seen_subcommand_from draw' -l all -d 'All of it.'",
        "complete -c launchflow -n '__fish_seen_subcommand_from draw' -f -k -a '(__fish_complete_suffix .json)'",
        "complete -c launchflow -n '__fish_seen_subcommand_from help' -a 'draw help'",
      ])
  }
}
