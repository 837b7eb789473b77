extension Visitor {
  func time(_ time: Flow.Time?) -> Flow.Time? {
    guard isReading else {
      let text: String? =
        switch time {
        case .fixed(let time): time.documentText
        case .input(let name): "${\(name)}"
        case nil: nil
        }
      show(.oneOf([.duration, .text(.input)]), text.map { .string($0) })
      return nil
    }
    guard let text = reader.json.string(of: node), text.utf8.first == UInt8(ascii: "$") else {
      return duration(nil).map { .fixed($0) }
    }
    return input(text).map { .input($0) }
  }

  /// The input of a text such as `${limit}`.
  private func input(_ text: String) -> String? {
    let name = text.dropFirst(2).dropLast()
    guard text == "${\(name)}", !name.isEmpty, !name.utf8.contains(UInt8(ascii: "}")) else {
      reader.report(.badDuration, "\"\(text)\" is neither a duration nor an input", at: node)
      return nil
    }
    return String(name)
  }

  /// A time that is written out, or the input that gives it.
  @inline(never)
  func key(
    _ name: String, _ longest: inout Duration?, from input: inout String?, standIn: Duration? = nil
  ) {
    var time = Flow.Time(longest, from: input)
    key(name, &time, standIn: standIn.map { .fixed($0) }) { self.time($0) }
    if isReading { (longest, input) = (time?.duration, time?.input) }
  }

  func key(_ name: String, _ longest: inout Duration, from input: inout String?) {
    var time = input.map { Flow.Time.input($0) } ?? .fixed(longest)
    key(name, &time) { self.time($0) }
    if isReading { (longest, input) = (time.duration, time.input) }
  }

  func awaited(_ awaited: Flow.Step.Awaited?) -> Flow.Step.Awaited? {
    guard isReading else {
      let text: String?
      switch awaited {
      case .signal(let name): text = name
      case .online: text = Flow.Step.Awaited.onlineWord
      case .time(let wait, let input):
        _ = time(input.map { .input($0) } ?? .fixed(wait))
        text = written?.string
      case nil: text = nil
      }
      show(
        .oneOf([.text(.anyName(of: "signal")), .oneOf([.duration, .text(.input)])]), text.map { .string($0) })
      return nil
    }
    guard let text = reader.json.string(of: node),
      text.utf8.first.map({ (48...57).contains($0) || $0 == UInt8(ascii: "$") }) != true
    else { return time(nil).map { .time($0.duration, from: $0.input) } }
    return text == Flow.Step.Awaited.onlineWord ? .online : .signal(text)
  }

  func afterLanding(_ choice: Flow.Step.AfterLanding?) -> Flow.Step.AfterLanding? {
    word(choice)
  }
}
