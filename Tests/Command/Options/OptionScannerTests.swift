import Testing

@testable import LaunchFlowCommand

@Suite struct OptionScannerTests {
  static let name = Option<String>.text("scenario", short: "s", "NAME")
  static let set = Option<String>.text("set", "STEP=BEHAVIOUR").repeatable
  static let runs = Option<Int>.wholeNumber("runs", atLeast: 1)
  static let seed = Option<UInt64>.seed("seed")
  static let color = SharedOptions.color
  static let quiet = Flag("quiet", short: "q")
  static let interface = Interface("simulate", [Argument("FLOW")], [name, set, runs, seed, quiet])
  static let many = Interface("check", [Argument("FILE...")])

  @Test(arguments: [
    ["--scenario", "a", "f"], ["--scenario=a", "f"], ["-s", "a", "f"], ["-s=a", "f"],
    ["f", "--scenario", "a"],
    ["--scenario=b", "f", "--scenario", "a"],
  ])
  func `an option's value may be separate or attached, before or after the argument`(_ words: [String]) throws
  {
    let given = try OptionScanner.scan(words, for: Self.interface)
    #expect(given[Self.name] == "a")
    #expect(given.arguments == ["f"])
  }

  @Test func `a value keeps everything after the first equals sign`() throws {
    let given = try OptionScanner.scan(["--set=login=4s,network", "--set", "x=", "f"], for: Self.interface)
    #expect(given.all(Self.set) == ["login=4s,network", "x="])
  }

  @Test func `values that begin with a dash must be attached, except negative numbers`() throws {
    let given = try OptionScanner.scan(["--scenario=-x", "--set", "-3", "-"], for: Self.interface)
    #expect(given[Self.name] == "-x")
    #expect(given.all(Self.set) == ["-3"])
    #expect(given.arguments == ["-"])
  }

  @Test func `two dashes end the options`() throws {
    let given = try OptionScanner.scan(["--ascii", "--", "--seed", "-q", "--"], for: Self.many)
    #expect(given.arguments == ["--seed", "-q", "--"])
  }

  @Test func `numbers and flags are parsed`() throws {
    let words = ["f", "--runs", "10", "--seed", "18446744073709551615", "-q", "--color=never"]
    let given = try OptionScanner.scan(words, for: Self.interface)
    #expect(given[Self.runs] == 10)
    #expect(given[Self.seed] == .max)
    #expect(given[Self.quiet])
    #expect(!given[SharedOptions.ascii])
    #expect(given[Self.color] == .never)
  }

  @Test(arguments: [
    (["--scenrio", "a", "f"], "unknown option '--scenrio'; did you mean '--scenario'?"),
    (["-scenario", "a", "f"], "unknown option '-scenario'; did you mean '--scenario'?"),
    (["--colour=never", "f"], "unknown option '--colour'; did you mean '--color'?"),
    (["--nonsense", "f"], "unknown option '--nonsense'"),
    (["-x", "f"], "unknown option '-x'"),
    (["f", "--scenario"], "missing NAME after '--scenario'"),
    (["f", "-s", "--quiet"], "missing NAME after '-s'; write a value that starts with '-' as -s=…"),
    (["f", "-s", "--"], "missing NAME after '-s'; write a value that starts with '-' as -s=…"),
    (["--quiet=yes", "f"], "'--quiet' takes no value"),
    (["--runs", "0", "f"], "'--runs' must be a whole number of at least 1, not '0'"),
    (["--runs=ten", "f"], "'--runs' must be a whole number of at least 1, not 'ten'"),
    (["--runs", "-3", "f"], "'--runs' must be a whole number of at least 1, not '-3'"),
    (["--seed=-1", "f"], "'--seed' must be a whole number from 0 to 18446744073709551615, not '-1'"),
    (["--color", "red", "f"], "'--color' must be auto, always or never, not 'red'"),
    (["--width", "39", "f"], "'--width' must be a whole number of at least 40, not '39'"),
    (["f", "g"], "unexpected argument 'g'"),
    ([], "missing FLOW"),
    ([""], "FLOW must be a file's name, not ''"),
  ])
  func `mistakes are reported`(_ words: [String], _ message: String) {
    #expect(throws: UsageError(message)) {
      try OptionScanner.scan(words, for: Self.interface)
    }
  }

  @Test func `a required repeatable argument accepts one or more`() throws {
    #expect(try OptionScanner.scan(["a", "b", "-"], for: Self.many).arguments == ["a", "b", "-"])
    #expect(throws: UsageError("missing FILE")) {
      try OptionScanner.scan([], for: Self.many)
    }
  }

  @Test func `--help counts anywhere before --`() {
    #expect(OptionScanner.asksForHelp(["f", "--help"]))
    #expect(OptionScanner.asksForHelp(["-h", "--nonsense"]))
    #expect(!OptionScanner.asksForHelp(["--", "--help"]))
    #expect(!OptionScanner.asksForHelp(["--scenario=--help"]))
  }
}
