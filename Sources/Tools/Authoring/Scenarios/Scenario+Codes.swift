extension Scenario.Odds {
  /// An HTTP answer by its codes alone.
  package struct Codes: Equatable, Sendable {
    /// The HTTP status, from 100 to 599.
    package var status: Int
    /// The code in the envelope; nil for an answer without a body.
    package var code: JSONValue?

    package init(status: Int, code: JSONValue? = nil) {
      self.status = status
      self.code = code
    }

    /// Its words in odds: `status 503`, `code 7`, `status 409 code E_BUSY`.
    package var words: String {
      guard let code else { return "status \(status)" }
      let word = "code " + (code.string ?? code.text())
      return status == 200 ? word : "status \(status) " + word
    }

    package init?(_ words: String) {
      // No name has a space, so no result or failure is mistaken for codes.
      var parts = words.split(separator: " ", omittingEmptySubsequences: false)[...]
      status = 200
      guard parts.first == "status" || parts.first == "code" else { return nil }
      if parts.first == "status" {
        guard parts.count >= 2, let number = Int(parts[1]), (100...599).contains(number) else { return nil }
        status = number
        parts = parts.dropFirst(2)
      }
      guard let first = parts.popFirst() else { return }
      guard first == "code", parts.count == 1, let text = parts.first, !text.isEmpty else { return nil }
      code = Int64(text).map(JSONValue.integer) ?? .string(String(text))
    }
  }

  /// The codes of an answer; nil for a named outcome.
  package var codes: Codes? { Codes(outcome) }
}
