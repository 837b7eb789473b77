extension Schema {
  private static let address = "^([hH][tT][tT][pP][sS]?://|\\$\\{)"
  private static let token = text("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
  private static let headerValue = literal.and(.not(text("[\\r\\n\\u0000]")))

  private static let headers = table(of: headerValue, names: token).about(
    "Headers by name; values may hold references.", examples: [["Authorization": "Bearer ${token}"]])
  private static let query = table(of: literal).about(
    "Parameters of the address by name; values may hold references.", examples: [["city": "${get-city/id}"]])
  private static let keepNulls = bool.about(
    "Whether nulls in objects are kept in values.", default: false)

  /// One HTTP request.
  static let request = object([
    "service": text.about("The service that is asked, one of the flow's."),
    "path": text("^(/|\\$\\{)").about("The path below the service's address.", examples: ["/login.json"]),
    "url": text(address).about("The whole address, instead of service and path."),
    "method": text("^[A-Z]+$").about(
      "The HTTP method.", default: "GET", examples: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]),
    "query": query,
    "headers": headers,
    "json": anything.about("What is sent, as JSON; strings may hold references."),
    "form": table(of: literal).about("What is sent, as a form's fields."),
    "text": text.about("What is sent, as text."),
    "expect": word(Flow.Request.Expectation.self).about(
      "What the answer must be to be read.", default: "json"),
    "keepNulls": keepNulls,
  ]).and(
    hasOne(of: "service", "url"),
    when(.has("service"), .has("path"), otherwise: .lacks("path")),
    when(.has("json"), .lacks("form", "text")),
    when(.has("form"), .lacks("text")),
    // What is got has no body.
    when(
      members(["method": word(in: ["GET", "HEAD"])]), .lacks("json", "form", "text"))
  )

  /// A request of a switch, which knows no services.
  static let directRequest = see(.request).and(.lacks("service", "path"))

  /// A server that steps ask.
  static let service = object([
    "like": text.about("The service from which all is taken that this one does not say."),
    "baseURL": anyOf([
      text(address),
      map(of: text(address)),
    ]).about(
      "Where it stands: one address, or one for each environment; it may hold references.",
      examples: ["https://api.example.com", ["release": "https://api.example.com"]]),
    "headers": headers,
    "query": query,
    "envelope": object([
      "success": see(.predicate).about("What an answer that is fine satisfies."),
      "data": pointer.about("Where the value stands.", default: "", examples: ["/data"]),
      "message": pointer.about("Where a refusal's message stands.", examples: ["/message"]),
    ]).about("What its answers are wrapped in."),
    "failures": map(of: toldFailure, names: see(.name)).about("Refusals that all its steps know, by name."),
    "domain": text.about("The offline switch's name for what it belongs to."),
    "allowedHosts": list(of: text("^(\\*\\.)?[A-Za-z0-9.:\\[\\]-]+$")).about(
      "The hosts that a referenced address may have.", examples: [["*.example.com"]]),
    "keepNulls": keepNulls,
    "ignore": ignore,
  ]).and(
    when(
      members(["baseURL": text("^\\$\\{")]).and(.has("baseURL"), .lacks("like")), .has("allowedHosts")))
}
