extension Visitor {
  func time(_ time: Flow.Time?) -> Flow.Time? {
    guard isReading else {
      show(
        .oneOf([.duration, .text(.input)]),
        time.map { time in .string(time.input.map { "${\($0)}" } ?? time.duration.documentText) })
      return nil
    }
    guard let text = reader.json.string(of: node), text.utf8.first == UInt8(ascii: "$") else {
      return duration(nil).map { Flow.Time(duration: $0) }
    }
    return input(text).map { Flow.Time(input: $0) }
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
    var time = longest.map { Flow.Time(duration: $0, input: input) }
    key(name, &time, standIn: standIn.map { Flow.Time(duration: $0) }) { self.time($0) }
    if isReading { (longest, input) = (time?.duration, time?.input) }
  }

  func key(_ name: String, _ longest: inout Duration, from input: inout String?) {
    var time = Flow.Time(duration: longest, input: input)
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
        _ = time(Flow.Time(duration: wait, input: input))
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
}
