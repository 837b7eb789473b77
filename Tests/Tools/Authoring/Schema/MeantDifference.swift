@testable import LaunchFlowModel

/// What reading a file finds and the editor schema does not, because it takes more than the file's shape. There
/// is nothing the other way round: what the schema marks is an error.
struct MeantDifference: Sendable {
  /// The code of what is found.
  var code: DiagnosticCode
  /// What its message says; empty for every message of the code.
  var phrase = ""
  /// Why the schema cannot say it.
  var reason: String

  func covers(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code == code && diagnostic.message.contains(phrase)
  }

  static let all: [MeantDifference] = [
    MeantDifference(code: .duplicateName, reason: "names are compared over several places"),
    MeantDifference(code: .unknownName, reason: "names are declared elsewhere in the file, or in another"),
    MeantDifference(code: .cycle, reason: "an order is no shape"),
    MeantDifference(code: .badDuration, phrase: "longer than 36500d", reason: "a duration's size is a sum"),
    MeantDifference(
      code: .noUnconditionalLanding, reason: "draft-07 has no word for the last element of a list"),
    MeantDifference(code: .noTimeout, reason: "the defaults may have the time-out"),
    MeantDifference(code: .referenceWithoutNeed, reason: "what is needed may be so through others"),
    MeantDifference(code: .beyondRound, reason: "who stands in which group is no shape"),
    MeantDifference(code: .dependsOnTail, reason: "an order is no shape"),
    MeantDifference(
      code: .badValue, phrase: "does not begin a reference", reason: "references are read within texts"),
    MeantDifference(
      code: .badValue, phrase: "is not one of the values of the input", reason: "the values are data"),
    MeantDifference(
      code: .unboundHost, reason: "\"like\" may name the hosts, and references are read within texts"),
    MeantDifference(code: .missingKey, phrase: "has no address", reason: "\"like\" may give it one"),
    MeantDifference(
      code: .badValue, phrase: "expected a duration of at least 1ms", reason: "a duration's size is a sum"),
    MeantDifference(
      code: .badValue, phrase: "expected a whole number from 0 to",
      reason: "1.0 and 1e0 are whole to a schema"),
    MeantDifference(code: .badValue, phrase: "the odds add up to", reason: "a sum"),
    MeantDifference(
      code: .badValue, phrase: "a promise is an upper bound",
      reason: "bounds of expectations have every comparison"),
    MeantDifference(
      code: .misplacedKey, phrase: "is for a single run", reason: "the defaults may have the runs"),
    MeantDifference(
      code: .badValue, phrase: "expected a number from 0 to 1, found",
      reason: "the number is read within a text"),
    MeantDifference(code: .badValue, phrase: "the period ends before", reason: "durations are compared"),
    MeantDifference(
      code: .endlessPoll, phrase: "must not be shorter than", reason: "durations are compared"),
    MeantDifference(
      code: .badValue, phrase: "the median must be longer than 0s", reason: "durations are compared"),
    MeantDifference(
      code: .badValue, phrase: "99th percentile must not be below", reason: "durations are compared"),
    MeantDifference(
      code: .badValue, phrase: "the process is not running at this time", reason: "times are compared"),
    MeantDifference(
      code: .badValue, phrase: "the process starts again before it ends", reason: "times are compared"),
    MeantDifference(code: .badValue, phrase: "a scenario must last", reason: "a duration's size is a sum"),
    MeantDifference(code: .slowProbe, reason: "durations are compared"),
    MeantDifference(code: .shortKeep, reason: "durations are compared"),
    MeantDifference(code: .endlessPoll, phrase: "is shorter than", reason: "durations are compared"),
    MeantDifference(code: .endlessPoll, phrase: "must not be shorter than", reason: "durations are compared"),
    MeantDifference(
      code: .badValue, phrase: "the percentiles must begin with", reason: "an order is no shape"),
    MeantDifference(code: .badValue, phrase: "must come before", reason: "an order is no shape"),
    MeantDifference(code: .badValue, phrase: "must not be shorter than", reason: "durations are compared"),
    MeantDifference(
      code: .badValue, phrase: "the waits grow without a limit", reason: "a factor of 1 grows nothing"),
    MeantDifference(code: .badValue, phrase: "the shares of the classes add up", reason: "a sum"),
    MeantDifference(
      code: .badValue, phrase: "the duration \"", reason: "the type decides which keys are needed"),
    MeantDifference(code: .badValue, phrase: "may begin after its end", reason: "durations are compared"),
    MeantDifference(code: .badValue, phrase: "begins at any time", reason: "periods are compared"),
    MeantDifference(
      code: .badValue, phrase: "faults begin at any time", reason: "a count over several places"),
    MeantDifference(
      code: .badValue, phrase: "conditions never hold", reason: "a number is compared with a count"),
  ]
}
