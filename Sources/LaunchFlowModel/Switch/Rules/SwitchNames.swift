/// Names are kebab-case, and no domain is called like a cause of the switch's own.
enum SwitchNames: SwitchRule {
  static let code = DiagnosticCode.badName

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    let document = index.document
    check(document.name, "switch", at: JSONPointer(tokens: ["switch"]), .value, index, &report)
    if let mark = document.marked {
      let path = SwitchIndex.root / "marked" / "manual" / "cache"
      check(mark.cache, "cache", at: path, .value, index, &report)
    }
    for result in document.service?.results ?? [] {
      check(result.name, "result", at: SwitchResults.path / result.name, .key, index, &report)
    }
    for domain in document.service?.watch ?? [] {
      let path = SwitchIndex.service / "watch" / domain.name
      check(domain.name, "domain", at: path, .key, index, &report)
      if domain.name == "marked" || OfflineSwitchDocument.Medium(rawValue: domain.name) != nil {
        report.add(
          "\"\(domain.name)\" is a cause that every switch has and cannot name a domain", at: path, .key)
      }
    }
  }

  private static func check(
    _ name: String, _ what: String, at path: JSONPointer, _ part: Place.Part, _ index: SwitchIndex,
    _ report: inout RuleReport
  ) {
    guard !name.isKebabCase, index.isKnown(path) else { return }
    report.add(
      "the \(what) name \"\(name)\" is not in kebab-case", at: path, part,
      hint: "use lower-case letters, digits and single hyphens")
  }
}

/// A switch's `ignore` names warnings about switches, and says why.
enum SwitchSilence: SwitchRule {
  static let code = BadSilence.code

  static func check(_ index: SwitchIndex, _ report: inout RuleReport) {
    BadSilence.check(index.silences, of: DiagnosticCode.silenceableInSwitches, "a flow", &report)
  }
}

extension SwitchIndex {
  /// The silenced warnings with the places of the entries.
  package var silences: [LocatedSilence] {
    document.ignore.located(in: .whole) + (document.network?.ignore ?? []).located(in: Self.network)
      + (document.service?.ignore ?? []).located(in: Self.service)
  }
}
