// Advice that depends on the value or the flow, by its name in `advice.txt`.
extension Adviser {
  func computed(_ name: Substring, on finding: inout Finding) -> String? {
    switch name {
    case "mismatch": return advice(onMismatch: &finding)
    case "word": return advice(onWord: &finding)
    case "key", "condition": return advice(onKey: finding, isCondition: name == "condition")
    case "bound": return advice(onBound: finding)
    case "duration": return advice(onDuration: finding)
    case "null":
      return finding.value != nil && json(of: finding) == .null ? "write a time, or remove the key" : nil
    case "character", "escape": return advice(onSyntax: finding)
    case "kebab": return finding.texts[1].kebabCased.map { "write \"\($0)\"" }
    case "silence": return advice(onSilence: finding.texts[0])
    case "check": return "launchflow check \(path(ofFile: finding.texts[0]))"
    case "nearest":
      return suggester.nearest(to: finding.texts[0], among: finding.diagnostic.known).map {
        "did you mean \"\($0)\"?"
      }
    case "outcome": return suggester.suggestion(for: finding.texts[0], among: finding.diagnostic.known)
    case "status", "swapped", "member", "input", "given", "example", "behaviour":
      return flow.flatMap { advice(name, on: finding, in: $0) }
    case "reference", "constant": return flow.flatMap { advice(onReference: finding, in: $0) }
    case "landing": return advice(onLandings: flow)
    case "limit":
      let name = finding.texts[0]
      guard flow?.inputIndex[name].map({ flow?.flow.inputs[$0].kind == .duration }) == true else {
        return nil
      }
      return "write \"timeout\": \"${\(name)}\" into a step, for example, or remove it"
    case "optional":
      guard LocatedTemplate.canBeLeftOut(finding.diagnostic.place.path) else { return nil }
      let (step, target) = (finding.texts[0], finding.texts[1])
      return
        "add \"\(target)\" to the \"needs\" of \"\(step)\"; to go on where it fails, add it to \"after\" and "
        + "write ${?\(target)…}"
    default: return advice(name, on: finding)
    }
  }

  /// Advice that depends on the value alone.
  private func advice(_ name: Substring, on finding: Finding) -> String? {
    guard let node = finding.value?.node else { return nil }
    let text = json.string(of: node) ?? ""
    switch name {
    case "pointer":
      return text.hasPrefix("/")
        ? "'~' is written ~0 within a pointer" : "write \"\(JSONPointer(meantBy: text))\""
    case "names": return json.names(in: node).map { "write \($0.quoted)" }
    case "path": return "write \"/\(text)\""
    case "address":
      // It looks like a host whose scheme was forgotten.
      let isHost = text.lowercased().first.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? false
      return text.contains("://") || !isHost ? nil : "write \"https://\(text)\""
    case "method":
      let capitals = text.uppercased()
      return !capitals.isEmpty && capitals.allSatisfy { ("A"..."Z").contains($0) }
        ? "write \"\(capitals)\"" : nil
    case "pace":
      guard let deadline = Duration(documentText: finding.texts[1]), let rounds = Int(finding.texts[2]) else {
        return nil
      }
      let shortest = Duration.milliseconds((deadline / .milliseconds(rounds)).rounded(.up))
      return "write at least \"\(shortest.documentText)\""
    case "count":
      return finding.texts.count == 2 ? "write a number from 1 to \(finding.texts[1])" : "write 1 or more"
    case "probe":
      let path = OfflineSwitchDocument.networkPlace / finding.texts[0]
      return value(at: path).flatMap { json.string(of: $0.node) }.flatMap { Duration(documentText: $0) }.map {
        "give it less than \($0.documentText)"
      }
    case "figure", "promise":
      let bound = text.drop { "<>= ".contains($0) }
      let time = Duration(documentText: String(bound))?.documentText
      let number = (try? JSONValue(parsing: String(bound)))?.text()
      return name == "promise"
        ? (time ?? number).map { "write \"<=\($0)\"" }
        : time.map { "write \"within\": \"\($0)\", or add \"runs\": 1000 to the scenario" }
    default: return nil
    }
  }

  private func advice(onKey finding: Finding, isCondition: Bool) -> String? {
    if isCondition {
      let key = finding.texts[0]
      let isAll = ["and", "allof", "every", "&&"].contains(key.lowercased())
      return isAll || ["or", "anyof", "oneof", "some", "||"].contains(key.lowercased())
        ? "did you mean \"\(isAll ? "all" : "any")\"?" : "a list of conditions goes under \"all\" or \"any\""
    }
    guard let node = finding.value?.node, let kind = finding.value?.object else { return nil }
    return KeyAdvice(json, node, in: kind).sentence
  }

  private func advice(onSyntax finding: Finding) -> String? {
    guard let offset = finding.diagnostic.place.range?.start.offset else { return nil }
    let advice = SyntaxAdvice(json.source, at: offset)
    return finding.texts.isEmpty ? advice.escape : advice.instead(of: finding.texts[0])
  }

  private func advice(onSilence code: String) -> String {
    let code = DiagnosticCode(rawValue: code)
    guard code?.severity == .warning, code != .unusedSilence else {
      return "only warnings can; fix the problem"
    }
    return "it is about \(root == .offlineSwitch ? "a flow" : "a switch")"
  }

  /// The path of a file in the directory of this one.
  private func path(ofFile name: String) -> String {
    let own = json.source.name
    return own.lastIndex(of: "/").map { own[...$0] + name } ?? name
  }
}

// Names and words of the flow.
extension Adviser {
  private func advice(_ name: Substring, on finding: Finding, in flow: FlowIndex) -> String? {
    switch name {
    case "status":
      guard let step = flow.graph.index[finding.texts[1]] else { return nil }
      let word = finding.texts[0]
      return suggester.suggestion(
        forStatus: word.hasPrefix("\"") ? String(word.dropFirst().dropLast()) : "",
        among: flow.words(of: step))
    case "swapped":
      guard finding.diagnostic.place.part == .key else { return nil }
      let value = json(of: finding)
      let word = value.array.flatMap { $0.count == 1 ? $0[0].string : nil } ?? value.string
      // The word names a step, and the subject is one of its words: the author swapped them.
      guard let word, let step = flow.graph.index[word], flow.words(of: step).contains(finding.texts[0])
      else {
        return nil
      }
      return "write \"\(word)\": \"\(finding.texts[0])\""
    case "member":
      let step = flow.graph.index[finding.texts[0]].map { flow.steps[$0] }
      return step?.members == nil ? nil : "ask for the error of a member"
    case "behaviour":
      return flow.graph.index[finding.texts[0]].flatMap { Self.advice(onBehaviourOf: flow.steps[$0]) }
    case "example":
      let input = flow.inputIndex[finding.texts[0]].map { flow.flow.inputs[$0] }
      return input.map { "add \"inputs\": { \"\($0.name)\": \($0.example) } to it, or to \"defaults\"" }
    default:
      // The input's own values are not compared with one another.
      if name == "given", root == .flow { return nil }
      let input = finding.texts.count == 3 ? finding.texts[0] : finding.texts[1]
      guard let index = flow.inputIndex[input], let value = finding.value else { return nil }
      return flow.flow.inputs[index].advice(on: json.value(of: value.node), &suggester)
    }
  }

  private static func advice(onBehaviourOf step: Flow.Step) -> String? {
    switch step.work {
    case .cache(let cache): "set the content of \"\(cache)\" under \"caches\""
    case .group: "set the behaviour of its members"
    case .wait(.signal(let signal)): "set the time of \"\(signal)\" under \"signals\""
    case .wait(.online): "set the periods under \"offline\""
    case .value, .http, .action, .wait(.time): nil
    }
  }

  private func advice(onLandings flow: FlowIndex?) -> String {
    let page = flow?.flow.pages.map(\.name).first { $0.isKebabCase } ?? "home"
    return "add \"landings\": [ { \"page\": \"\(page)\" } ]"
  }

  /// The advice for a text that is not a reference, or for a reference in a constant.
  private func advice(onReference finding: Finding, in flow: FlowIndex) -> String? {
    let value = json(of: finding)
    // The text of a notice may be in an object.
    guard let text = value.string ?? value.object?["text"]?.string else { return nil }
    do throws(Template.Flaw) {
      return try Template(text).references.first.map {
        "refer to \"\($0.subject)\" where the value is used: in a request, or in the \"with\" of an action"
      }
    } catch {
      switch error {
      case .unterminated(let rest):
        let name = rest.prefix { $0.isLetter || $0.isNumber || "-_/.~".contains($0) }
        return flow.meantReference(name).map { "write \($0)" }
      case .noReference(let text): return flow.meantReference(text[...]).map { "write \($0)" }
      }
    }
  }
}

extension FlowIndex {
  /// The reference that an author means by a text in the style of other tools, such as `steps.login.token`;
  /// nil if it does not begin with a step or input.
  func meantReference(_ text: Substring) -> String? {
    if let reference = Template.Reference(String(text)), isSubject(reference.subject) { return "${\(text)}" }
    var tokens = JSONPointer(meantBy: text.filter { $0 != " " && $0 != "{" }).tokens[...]
    if let first = tokens.first, ["steps", "inputs", "step", "input"].contains(first), !isSubject(first) {
      tokens.removeFirst()
    }
    if tokens.count > 1, tokens[tokens.startIndex + 1] == "outputs" {
      tokens.remove(at: tokens.startIndex + 1)
    }
    guard let subject = tokens.first, isSubject(subject) else { return nil }
    return "${\(subject)\(JSONPointer(tokens: Array(tokens.dropFirst())))}"
  }
}

extension JSONPointer {
  /// The pointer that an author means by a path in the style of other tools, such as `$.data.list[0]` or `data.name`.
  fileprivate init(meantBy path: String) {
    let separators: Set<Character> = [".", "[", "]", "/", "'", "\""]
    let tokens = path.drop { $0 == "$" || $0 == "@" || $0 == "#" }.split(whereSeparator: separators.contains)
    self.init(tokens: tokens.map(String.init))
  }
}

extension Flow.Input {
  fileprivate func advice(on value: JSONValue, _ suggester: inout Suggester) -> String? {
    guard let text = value.string else { return nil }
    if let value = try? JSONValue(parsing: text), problem(with: value) == nil {
      return "write \(text) without quotes"
    }
    if kind == .boolean { return Adviser.meantBool(value).map { "write \($0)" } }
    return suggester.suggestion(for: text, among: values.compactMap(\.string))
  }

  /// A value that the input accepts, as JSON.
  fileprivate var example: String {
    if let value = values.first { return value.text() }
    return switch kind {
    case .boolean: "true"
    case .string: "\"…\""
    case .number: "1"
    case .duration: placeholder.text()
    }
  }
}
