import LaunchFlowTestFlows
import Testing

/// Flows with mistakes, and the messages about them. The file of each rule has its own table.
@Suite struct WrongFlowTests {
  static let tables: [[WrongText]] = [
    misread, badName, badPace, badSilence, badValue, fallbackTimes, beyondRound, noTimeout,
    noUnconditionalLanding, cycle,
    serviceCycle, dependsOnTail, duplicateName, misplacedKey, missingKey, badTemplate, unknownReference,
    referenceWithoutNeed, badRequest, reorderedName, uncallableAddress, unboundHost, unknownName, unknownWord,
    givenTimes, unbounded,
  ]

  @Test(arguments: tables.flatMap(\.self))
  func `the list of messages is complete`(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
