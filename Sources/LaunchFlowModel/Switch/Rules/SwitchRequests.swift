/// The probe and the question go to an address of their own and can be sent as they are written.
enum SwitchRequests: SwitchRule {
  static let code = DiagnosticCode.badValue

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    if let network = index.document.network {
      check(network.probe, at: SwitchIndex.network / "probe" / "http", index, &report)
    }
    if let service = index.document.service {
      check(service.confirm, at: SwitchIndex.service / "confirm" / "http", index, &report)
    }
  }

  private static func check(
    _ request: Flow.Request, at path: JSONPointer, _ index: SwitchIndex, _ report: inout RuleReport
  ) {
    guard index.isKnown(path) else { return }
    if request.service != nil {
      report.add(
        "a switch knows no services", at: path / "service", .key, hint: "write the whole address: \"url\"")
    }
    BadRequest.check(request, at: path, &report)
  }
}

/// The question refers to nothing but `${domain}`, and the probe to nothing at all.
enum SwitchReference: SwitchRule {
  static let code = DiagnosticCode.unknownName

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    if let network = index.document.network {
      for text in network.probe.switchTexts {
        check(text, mayNameDomain: false, SwitchIndex.network / "probe", &report)
      }
    }
    if let service = index.document.service {
      for text in service.confirm.switchTexts {
        check(text, mayNameDomain: true, SwitchIndex.service / "confirm", &report)
      }
    }
  }

  private static func check(
    _ text: SwitchText, mayNameDomain: Bool, _ path: JSONPointer, _ report: inout RuleReport
  ) {
    let place = text.path.reduce(path / "http") { $0 / $1 }
    let domain = Template.Reference(
      OfflineSwitchDocument.Service.domainReference, .value(.whole))
    switch Result(catching: { () throws(Template.Flaw) in try Template(text.text) }) {
    case .failure:
      report.add(
        "a \"${\" does not begin a reference here", at: place, hint: "a literal \"${\" is written \"$${\"")
    case .success(let template):
      guard template.references.contains(where: { !mayNameDomain || $0 != domain }) else { return }
      report.add(
        mayNameDomain
          ? "only ${domain} may stand in the question"
          : "the probe is the same for all: it refers to nothing",
        at: place)
    }
  }
}

/// A text of a request and where it stands below `http`.
package struct SwitchText {
  package var path: [String]
  package var text: String
}

extension Flow.Request {
  /// Every text that may hold a reference.
  package var switchTexts: [SwitchText] {
    var found: [SwitchText] = []
    if case .url(let url) = target { found.append(SwitchText(path: ["url"], text: url)) }
    for (key, values) in [("query", query), ("headers", headers)] {
      for value in values { Self.collect(value.value, [key, value.name], &found) }
    }
    switch body {
    case .json(let value): Self.collect(value, ["json"], &found)
    case .form(let values): for value in values { Self.collect(value.value, ["form", value.name], &found) }
    case .text(let text): found.append(SwitchText(path: ["text"], text: text))
    case nil: break
    }
    return found
  }

  private static func collect(_ value: JSONValue, _ path: [String], _ found: inout [SwitchText]) {
    // No deeper than a file can be.
    guard path.count <= JSONLimits.standard.depth + 2 else { return }
    switch value {
    case .string(let text): found.append(SwitchText(path: path, text: text))
    case .array(let elements):
      for (position, element) in elements.enumerated() { collect(element, path + [String(position)], &found) }
    case .object(let object):
      for member in object.members { collect(member.value, path + [member.name], &found) }
    case .null, .bool, .integer, .double: break
    }
  }
}
