import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

/// The texts of `help.txt`, beside the declarations in Swift.
@Suite struct HelpTests {
  static let interfaces = Command.subcommands.map { $0.interface } + [SharedOptions.root]

  @Test func `each argument and option has a text, and each command is in a group`() {
    for interface in Self.interfaces {
      for argument in interface.arguments {
        #expect(!(interface.text.entries[argument.valueName] ?? "").isEmpty, "\(argument)")
      }
      for option in interface.allOptions {
        #expect(!interface.text.about(option.typed).summary.isEmpty, "\(interface.name) \(option.name)")
      }
      let text = interface.text
      #expect(!text.summary.isEmpty && text.group.isEmpty == (interface.name == "launchflow"))
    }
  }

  @Test func `each text is that of an argument or option`() {
    let shared = Set(Self.interfaces.flatMap(\.allOptions).map(\.typed))
    #expect(Set(CommandText.all.keys) == Set(Self.interfaces.map(\.name)))
    for (name, text) in CommandText.all {
      let interface = Self.interfaces.first { $0.name == name }
      let own = (interface?.options.map(\.typed) ?? []) + (interface?.arguments.map(\.valueName) ?? [])
      let unknown = Set(text.entries.keys).subtracting(name == "launchflow" ? shared : Set(own))
      #expect(unknown.isEmpty, "\(name)")
    }
  }

  @Test func `the help of simulate names every error class`() {
    let paragraph = SimulateCommand.interface.text.paragraphs[0]
    #expect(paragraph.contains("(\(ErrorClass.allCases.map(\.rawValue).joined(separator: ", ")))"))
  }

  @Test(arguments: [
    ("validate", "check"), ("lint", "check"), ("format", "fmt"), ("new", "init"), ("prove", "verify"),
  ])
  func `another tool's word suggests the command`(_ word: String, _ command: String) async {
    let outcome = await TestWorld().run(word, "flow.json")
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: unknown command '\(word)'; did you mean '\(command)'?\n"))
  }

  @Test func `no word means two commands, or is one itself`() {
    let words = Self.interfaces.flatMap(\.text.synonyms) + Self.interfaces.map(\.name)
    #expect(Set(words).count == words.count)
  }
}
