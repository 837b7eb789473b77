extension Flow.Landing: FormatObject {
  package static var object: DeclaredObject { .landing }

  package init(named name: String) { self.init(UnreadParts.standInName) }

  package mutating func visit(_ v: Visitor) {
    v.key("page", &page, required: true)
    v.key("when", &when, standIn: Condition([])) { v.condition($0) }
    v.key("after", &after) { v.texts($0) }
    v.key("notice", &notices) { Flow.Notice.list($0, v) }
    v.key("with", &input) { v.any($0, references: true) }
    v.key("ignore", &ignore) { Flow.Silence.map($0, .warningOfFlow, v) }
  }
}

extension Flow.Notice: FormatObject {
  package static var object: DeclaredObject { .notice }

  package init(named name: String) { self.init("") }

  package mutating func visit(_ v: Visitor) {
    v.key("when", &when) { v.condition($0) }
    v.key("text", &text, references: true, required: true)
    v.key(word: "style", &style)
  }

  fileprivate static func list(_ notices: [Self]?, _ v: Visitor) -> [Self]? {
    v.forms(
      [[.string, .object], [.array]], "text, an object or a list of these",
      written: notices?.count == 1 ? 0 : 1
    ) { form in
      form == 0
        ? single(notices?.first, v).map { [$0] }
        : v.list(notices, count: 1...Int.max, standIn: Self("")) { single($0, v) }
    }
  }

  private static func single(_ notice: Self?, _ v: Visitor) -> Self? {
    let isPlain = { notice.map { $0.when == nil && $0.style == .toast } ?? true }
    return v.forms([[.string], [.object]], "text or an object", written: isPlain() ? 0 : 1) { form in
      form == 0 ? v.text(notice?.text, references: true).map { Self($0) } : v.object(notice)
    }
  }
}

extension Flow.Promise: FormatObject {
  package static var object: DeclaredObject { .promise }

  package init(named name: String) { self = .always(Condition([])) }

  package mutating func visit(_ v: Visitor) {
    var bound: Duration?
    var page: String?
    var first: Condition?
    var second: Condition?
    let key: String
    switch self {
    case .within(let time, let landing): (key, bound, page) = ("within", time, landing)
    case .never(let ending): (key, first) = ("never", ending)
    case .always(let ending): (key, first) = ("always", ending)
    case .implies(let premise, let conclusion): (key, first, second) = ("if", premise, conclusion)
    }
    for key in v.choose(
      ["within", "never", "always", "if"], is: key, required: true,
      companions: [.init("landing", of: ["within"]), .init("then", of: ["if"])])
    {
      if key == "within" {
        let time = v.key(key, bound)
        let landing = v.on(["within"]).key("landing", page)
        if let time { self = .within(time, landing: landing) }
        continue
      }
      let condition = v.key(key, first) { v.condition($0) }
      switch key {
      case "never": if let condition { self = .never(condition) }
      case "always": if let condition { self = .always(condition) }
      default:
        let then = v.on(["if"]).key("then", second, required: true) { v.condition($0) }
        if let condition, let then { self = .implies(condition, then) }
      }
    }
  }
}
