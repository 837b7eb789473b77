import Foundation
import Testing

@testable import LaunchFlowCommand

/// The completion scripts, tried in the shells themselves. A shell that is not installed is skipped.
@Suite struct ShellTests {
  private static func isInstalled(_ shell: String) -> Bool {
    (try? Binary.shell("command -v \(shell)"))?.status == 0
  }

  /// A command line, and the words that its last one is completed to.
  static let cases: [(line: String, words: [String])] = [
    ("launchflow simu", ["simulate"]),
    ("launchflow simulate --format js", ["json", "jsonl"]),
    ("launchflow explain LF05", (50...59).map { "LF0\($0)" }),
    ("launchflow completions f", ["fish"]),
  ]

  /// What a shell prints for a line, by words of the shell with `$script` and `$line`.
  private static func completed(_ line: String, in shell: CompletionsCommand.Shell, _ words: String) throws
    -> [String]
  {
    let outcome = try Binary.shell(
      """
      export HOME="$(mktemp -d)" PATH="$(dirname "$launchflow"):$PATH" TERM=dumb
      export script="$HOME/script.\(shell.rawValue)" line='\(line)'
      launchflow completions \(shell.rawValue) > "$script"
      \(words)
      rm -r "$HOME"
      """)
    #expect(outcome.diagnostics == "")
    return String(decoding: outcome.data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test(.enabled(if: isInstalled("fish")), arguments: cases)
  func `fish completes`(line: String, words: [String]) throws {
    let found = try Self.completed(
      line, in: .fish, "fish --no-config -c 'source $script; complete -C $line' | cut -f 1")
    #expect(found == words)
  }

  /// Zsh completes on a terminal alone. There, every match is printed between two zero characters.
  private static let zsh = """
    cat > "$HOME/setup" <<'SETUP'
    PROMPT=
    autoload -Uz compinit && compinit -u -D
    source $script
    bindkey '^I' complete-word
    mark() { print -n '\\0' }
    compprefuncs=(mark)
    comppostfuncs=(mark exit)
    zstyle ':completion:*' insert-tab false
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
      fi
      local -a hits
      builtin compadd -A hits "$@"
      (($#hits)) && print -l -- $hits
    }
    print ready
    SETUP
    zsh -f -c 'zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "source $HOME/setup"
      zpty -r -m shell before "*ready*"
      zpty -w -n shell "$line"$'\\''\\t'\\''
      all=
      while zpty -r shell part; do all+=$part; done
      print -r -- "${${(0)all}[2]}"' | tr -d '\\r'
    """

  @Test(.enabled(if: isInstalled("zsh")), arguments: cases)
  func `zsh completes`(line: String, words: [String]) throws {
    let found = try Self.completed(line, in: .zsh, Self.zsh)
    #expect(found == words)
  }

  @Test(.enabled(if: isInstalled("bash")))
  func `bash reads its script`() throws {
    #expect(try Self.completed("", in: .bash, "bash --norc -n $script") == [])
  }
}
