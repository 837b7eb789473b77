/// A start's fact in a file. Literals are texts of JSON.
package struct RecordedFact: FormatObject {
  package static var object: DeclaredObject { .startFact }

  package private(set) var fact: StartFact?

  package init(_ fact: StartFact) { self.fact = fact }

  package init(named name: String) {}

  package mutating func visit(_ v: Visitor) {
    var (input, literal, others): (String?, String?, [String]?)
    var (cache, step, found, result): (String?, String?, Bool?, String?)
    var (isOffline, domain): (Bool?, String?)
    switch fact {
    case .input(let name, let value): (input, literal) = (name, value.text())
    case .otherInput(let name, let values): (input, others) = (name, values.map { $0.text() })
    case .cache(let name, let reader, .nothing): (cache, step, found) = (name, reader, false)
    case .cache(let name, let reader, .value(let word)):
      (cache, step, found, result) = (name, reader, true, word)
    case .offline(let name): (isOffline, domain) = (true, name)
    case nil: break
    }
    v.key("input", &input)
    v.on(["input"]).key("is", &literal)
    v.on(["input"]).key("not", &others) { v.texts($0) }
    v.key("cache", &cache)
    v.on(["cache"]).key("step", &step)
    v.on(["cache"]).key("found", &found)
    v.on(["found"]).key("result", &result)
    isOffline = v.key("offline", isOffline) { v.yes($0 ?? false, "offline") } ?? isOffline
    v.on(["offline"]).key("domain", &domain)
    guard v.isReading else { return }
    func value(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }
    if let input {
      let values = others?.compactMap(value) ?? []
      if let literal = literal.flatMap(value) {
        fact = .input(input, is: literal)
      } else if let others, values.count == others.count, literal == nil {
        fact = .otherInput(input, than: values)
      }
    } else if let cache, let step, let found {
      fact = .cache(cache, step: step, found ? .value(result: result) : .nothing)
    } else if isOffline == true {
      fact = .offline(domain: domain)
    }
    if fact == nil { v.report(.badValue, "a fact is about an input, a cache or the offline switch") }
  }
}
