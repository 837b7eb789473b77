import LaunchFlowSwitch
import Testing

@Suite("SwitchMachine: the mark")
struct SwitchMachineMarkTests {
  private func bench() throws -> SwitchBench {
    var document = OfflineSwitchDocument(name: "offline")
    document.marked = OfflineSwitchDocument.Mark(cache: "offline-marked")
    return try SwitchBench(document)
  }

  @Test func `a mark counts once it is stored`() throws {
    var bench = try bench()
    bench.run("0 start unknown, 10 press on, 20 stored 1, 30 press off, 40 stored 2", until: 50)
    #expect(bench.log == ["10 store mark", "20 +marked", "30 store no mark", "40 -marked"])
  }

  @Test func `a mark survives a start`() throws {
    var bench = try bench()
    bench.handle(.started(isMarked: true, path: .unknown))
    #expect(bench.machine.causes == [.marked])
    #expect(bench.log == ["0 +marked"])
  }

  @Test func `the newest press decides`() throws {
    var bench = try bench()
    bench.run("0 start unknown, 10 press on, 11 press off, 20 stored 1, 21 stored 2, 22 stored 1", until: 50)
    #expect(bench.log == ["10 store mark", "11 store no mark"])
    #expect(!bench.machine.isOffline)
  }

  @Test func `a press has no effect on a switch without the factor`() throws {
    var document = OfflineSwitchDocument.sample()
    document.marked = nil
    var bench = try SwitchBench(document)
    bench.handle(.started(isMarked: true, path: .unknown))
    bench.handle(.markRequested(true))
    #expect(bench.log == ["0 probe"])
  }

  @Test func `a press works in the background, too`() throws {
    var bench = try bench()
    bench.handle(.started(isMarked: false, path: .unknown))
    bench.handle(.enteredBackground)
    bench.handle(.markRequested(true))
    bench.handle(.markStored(number: 1))
    #expect(bench.machine.isAppOffline)
  }
}
