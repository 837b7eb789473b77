import LaunchFlowSwitch
import Testing

/// What failed calls, questions and verdicts come to; times are milliseconds, jitter draws the whole wait.
@Suite("SwitchMachine: the services")
struct SwitchMachineServiceTests {
  typealias Case = SwitchMachineNetworkTests.Case

  /// A start and a first good probe, which the logs below leave out.
  static let start = "0 start wifi, 50 good, "

  @Test(arguments: questions + sentVerdicts + ageing)
  func `inputs lead to effects`(_ given: Case) throws {
    var document = OfflineSwitchDocument.sample()
    // Regular probes stay out of these logs.
    document.network?.every = .seconds(3_600)
    var bench = try SwitchBench(document)
    bench.run(Self.start + given.script, until: given.end)
    #expect(bench.log.dropFirst(2).joined(separator: ", ") == given.log)
  }

  static let sentVerdicts = [
    Case(
      "a verdict that is sent takes a healthy domain offline, and another brings it back",
      "100 sent trade faulty, 300 sent trade fine, 400 sent trade fine", until: 400_000,
      "100 +trade, 300 -trade"),
    Case(
      "what was taken offline by a verdict that was sent is polled, and may recover by an answer",
      "100 sent member faulty, 15200 member fine", until: 400_000,
      "100 +member, 15100 ask member, 15200 member fine, 15200 -member"),
    Case(
      "a verdict that is sent replaces the answer to the question under way",
      "100 failed trade server, 150 sent trade faulty", until: 15_150,
      "100 trade suspected, 100 ask trade, 150 trade called-off, 150 +trade, 15150 ask trade"),
    Case(
      "a verdict that is sent clears a suspicion",
      "100 failed trade server, 150 sent trade fine", until: 400_000,
      "100 trade suspected, 100 ask trade, 150 trade called-off, 150 trade cleared"),
  ]

  @Test func `a verdict that is sent forgets the calls that failed before it`() throws {
    for verdict in [nil, OfflineSwitchDocument.Verdict.fine] {
      var document = OfflineSwitchDocument.sample()
      document.service?.trigger.failures = 2
      var bench = try SwitchBench(document)
      let sent = verdict.map { ", 150 sent trade \($0)" } ?? ""
      bench.run("\(Self.start)100 failed trade server\(sent), 200 failed trade server", until: 300)
      #expect(bench.log.contains("200 ask trade") == (verdict == nil))
    }
  }

  @Test func `no question is sent in the background after a verdict`() throws {
    var bench = try SwitchBench(OfflineSwitchDocument.sample())
    bench.run(Self.start + "100 background, 200 sent trade faulty, 60000 return", until: 60_000)
    #expect(bench.log.contains("200 +trade"))
    #expect(bench.log.filter { $0.hasSuffix("ask trade") } == ["60000 ask trade"])
  }

  @Test(arguments: ErrorClass.allCases)
  func `the file says which errors and codes count`(_ errorClass: ErrorClass) throws {
    for (errors, codes, code, isAsked) in [
      ([], [], nil, false), ([errorClass], [], nil, true), ([errorClass], [], .number(5), true),
      ([], [5, "E"], .number(5), true), ([], [5, "E"], .listed("E"), true), ([], [5, "E"], .other, false),
      ([], [5], .number(6), false),
    ] as [([ErrorClass], [JSONValue], EnvelopeCode?, Bool)] {
      var document = OfflineSwitchDocument.sample()
      document.service?.trigger.errors = errors
      document.service?.trigger.codes = codes
      var bench = try SwitchBench(document)
      bench.run(Self.start, until: 100)
      bench.handle(.callFailed(domain: 0, errorClass, code: code))
      // What the switch itself kept from being sent says nothing of the service.
      let expected = isAsked && errorClass != .offline
      #expect(
        bench.log.contains("100 ask trade") == expected, "\(errors) \(codes) \(String(describing: code))")
    }
  }

  static let questions = [
    Case(
      "a failed call makes its domain suspect, and a confirmed fault takes that domain offline",
      "100 failed trade server, 200 trade faulty", until: 15_199,
      "100 trade suspected, 100 ask trade, 200 trade faulty, 200 +trade"),
    Case(
      "a suspicion that is not confirmed is cleared",
      "100 failed member server, 200 member fine", until: 50_000,
      "100 member suspected, 100 ask member, 200 member fine, 200 member cleared"),
    Case(
      "each domain is asked about by itself",
      "100 failed trade server, 150 failed member server, 200 member faulty, 300 trade fine", until: 300,
      "100 trade suspected, 100 ask trade, 150 member suspected, 150 ask member, 200 member faulty, 200 +member, 300 trade fine, 300 trade cleared"
    ),
    Case(
      "a faulty domain is polled with growing waits until it has recovered",
      "100 failed trade server, 200 trade faulty, 15300 trade faulty, 37900 trade fine", until: 59_000,
      "100 trade suspected, 100 ask trade, 200 trade faulty, 200 +trade, 15200 ask trade, 15300 trade faulty, 37800 ask trade, 37900 trade fine, 37900 -trade"
    ),
    Case(
      "failures while it is asked about, or faulty, change nothing",
      "100 failed trade server, 150 failed trade server, 200 trade faulty, 300 failed trade server",
      until: 15_199,
      "100 trade suspected, 100 ask trade, 200 trade faulty, 200 +trade"),
    Case(
      "a question without an answer leaves a suspicion standing, and it is asked again",
      "100 failed trade server, 18200 trade unreachable, 40800 trade faulty", until: 40_800,
      "100 trade suspected, 100 ask trade, 3100 trade timed-out, 18100 ask trade, 18200 trade unreachable, 40700 ask trade, 40800 trade faulty, 40800 +trade"
    ),
    Case(
      "a stale answer is dropped",
      "100 failed trade server, 18200 question trade 1 faulty, 18300 trade fine, 18400 question trade 2 faulty",
      until: 20_000,
      "100 trade suspected, 100 ask trade, 3100 trade timed-out, 18100 ask trade, 18300 trade fine, 18300 trade cleared"
    ),
    Case(
      "a call that no domain watches counts against none",
      "100 failed - server", until: 1_000,
      ""),
  ]

  static let ageing = [
    Case(
      "a verdict that no answer renews lapses after `keep`, counted from the answer",
      "100 failed trade server, 200 trade faulty", until: 300_200,
      "100 trade suspected, 100 ask trade, 200 trade faulty, 200 +trade, 15200 ask trade, 18200 trade timed-out, 40700 ask trade, 43700 trade timed-out, 77450 ask trade, 80450 trade timed-out, 131075 ask trade, 134075 trade timed-out, 194075 ask trade, 197075 trade timed-out, 257075 ask trade, 260075 trade timed-out, 300200 trade lapsed, 300200 -trade"
    ),
    Case(
      "an error while the network is down never counts, and what was suspect is cleared",
      "100 path none, 200 failed trade server, 2110 bad, 2200 failed member server", until: 7_099,
      "100 window down 2000 by path, 200 trade suspected, 200 ask trade, 2100 deciding probe, 2110 failed, 2110 decided down, 2110 +wifi, 2110 trade called-off, 2110 trade cleared"
    ),
    Case(
      "a verdict outlives the network's outage and is looked at anew when it is over",
      "100 failed trade server, 200 trade faulty, 300 path none, 2310 bad, 2400 path wifi, 2910 good, 3000 trade fine",
      until: 5_000,
      "100 trade suspected, 100 ask trade, 200 trade faulty, 200 +trade, 300 window down 2000 by path, 2300 deciding probe, 2310 failed, 2310 decided down, 2310 +wifi, 2400 window up 500 by path, 2900 deciding probe, 2910 good, 2910 decided up, 2910 -wifi, 2910 ask trade, 3000 trade fine, 3000 -trade"
    ),
    Case(
      "in the background nothing is asked; on return it is, at once",
      "100 failed trade server, 200 trade faulty, 300 background, 400 failed member server, 20000 return, 20100 trade fine",
      until: 20_100,
      "100 trade suspected, 100 ask trade, 200 trade faulty, 200 +trade, 20000 window down 5000 by returned, 20000 ask trade, 20100 trade fine, 20100 -trade"
    ),
  ]

  @Test(arguments: [
    (ErrorClass.timeout, true), (.network, true), (.server, true), (.malformed, true), (.offline, false),
    (.client, false), (.business, false), (.error, false),
  ])
  func `calls that count`(_ errorClass: ErrorClass, counts: Bool) throws {
    var bench = try SwitchBench(.sample())
    bench.run(Self.start + "100 failed trade \(errorClass.rawValue)", until: 100)
    #expect(bench.log.contains("100 trade suspected") == counts)
  }

  /// The times of failures against a trigger of three within 30 s, and when the domain becomes suspect.
  @Test(
    arguments: [
      ([0, 1_000, 2_000], 2_000), ([0, 15_000, 30_000], 30_000), ([0, 15_000, 30_001], nil),
      ([0, 15_000, 31_000, 44_000], 44_000), ([0, 29_000, 58_000, 87_000], nil),
      ([0, 20_000, 40_000, 49_000], 49_000), ([0, 1, 40_000, 41_000, 42_000], 42_000),
    ] as [([Int64], Int64?)])
  func `failures within a time make a domain suspect`(_ times: [Int64], expected: Int64?) throws {
    var bench = try SwitchBench(.sample(failures: 3))
    let script = times.map { "\($0 + 100) failed trade server" }.joined(separator: ", ")
    bench.run(Self.start + script, until: 200_000 - 1)
    let suspected = bench.log.filter { $0.hasSuffix("trade suspected") }
    #expect(suspected.first == expected.map { "\($0 + 100) trade suspected" })
  }

  @Test func `timers have jitter if the file does`() throws {
    for jitter in Flow.Retry.Jitter.allCases {
      var document = OfflineSwitchDocument.sample()
      document.service?.poll.jitter = jitter
      var bench = try SwitchBench(document)
      bench.jitter = 0.5
      bench.run(Self.start + "100 failed trade server, 200 trade faulty", until: 10_000)
      #expect(bench.log.contains("7700 ask trade") == (jitter == .full))
    }
  }
}
