extension FlowWarnings {
  /// Warns of addresses without `https`, except for loopback and environments other than the release.
  func plainHTTP() {
    for service in flow.flow.services {
      let path = JSONPointer(tokens: ["services", service.name, "baseURL"])
      switch service.baseURL {
      case .address(let address): checkAddress(address, at: path)
      case .byEnvironment(let addresses):
        // The first environment is the release build's; a single address is for all environments.
        for entry in addresses where entry.environment == flow.flow.environments.first {
          checkAddress(entry.address, at: path / entry.environment)
        }
      case nil: break
      }
    }
    for index in flow.steps.indices {
      for call in flow.requests(of: index) {
        if case .url(let address) = call.request.target { checkAddress(address, at: call.path / "url") }
      }
    }
  }

  private func checkAddress(_ address: String, at path: JSONPointer) {
    guard address.prefix(7).lowercased() == "http://" else { return }
    // The part after the host may contain references, which the address parser does not accept.
    let end = address.dropFirst(7).firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? address.endIndex
    guard let parsed = WebAddress(String(address[..<end])), !parsed.isSafe else { return }
    report.add("plain http can be read and changed on the way, so a release build refuses it", at: path)
  }

  /// Warns of a request on the lane `main`, which would be held while a server answers.
  func networkOnMain() {
    for (index, step) in flow.steps.enumerated() where step.lane == Flow.Lane.main {
      guard let call = flow.requests(of: index).first else { continue }
      report.add(
        "\"\(step.name)\" holds the lane \"main\" while it waits for a server",
        at: flow.path(of: index) / "lane",
        notes: [Diagnostic.Note("the call", at: Place(call.path, .key))])
    }
  }

  /// Warns of references in the syntax of another template language instead of `${…}`.
  func foreignReference() {
    let signs: Set<UInt8> = [UInt8(ascii: "{"), UInt8(ascii: "$")]
    LocatedTemplate.forEachString(
      in: flow.flow, flow.graph, where: { $0.utf8.contains(where: signs.contains) }
    ) { text, _, path in
      // Without a step or input of that name, the text only looks like a reference.
      guard let (written, name) = Self.foreignReference(in: text), let meant = flow.meantReference(name)
      else {
        return
      }
      report.add(
        "\"\(written)\" is sent as text; a reference is written ${…}", at: path, advice: "write \"\(meant)\"")
    }
  }

  /// The first `{{name}}`, `$(name)`, `$name` or `$.name` of a text, whole and without its signs.
  private static func foreignReference(in text: String) -> (written: Substring, name: Substring)? {
    for (opening, closing) in [("{{", "}}"), ("$(", ")")] {
      if let open = text.firstRange(of: opening),
        let close = text[open.upperBound...].firstRange(of: closing)
      {
        return (text[open.lowerBound..<close.upperBound], text[open.upperBound..<close.lowerBound])
      }
    }
    if text.hasPrefix("$."), !text.contains(" ") { return (text[...], text.dropFirst(2)) }
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let name = text[text.index(after: dollar)...].prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
      }
      if !name.isEmpty { return (text[dollar..<name.endIndex], name) }
      rest = text[text.index(after: dollar)...]
    }
    return nil
  }

  /// Warns of a reference inside JSON text: a quotation mark in its value would end the string.
  func pastedReference() {
    for template in flow.templates {
      guard case .success(let text) = template.template, !text.references.isEmpty, text.isJSON else {
        continue
      }
      report.add(
        "a reference in JSON text is not escaped, so a quotation mark in its value breaks the JSON",
        at: template.path)
    }
  }
}

extension Template {
  /// Whether it is a JSON object or array, judged by its literal parts.
  fileprivate var isJSON: Bool {
    guard case .text(let first)? = segments.first, case .text(let last)? = segments.last else { return false }
    let (start, end) = (first.first { !$0.isWhitespace }, last.last { !$0.isWhitespace })
    guard first.contains("\"") || start == "[" else { return false }
    return start == "{" && end == "}" || start == "[" && end == "]"
  }
}
