extension ValueFormat where Value == Flow.Time {
  /// A duration, or an input that gives one.
  static var time: Self {
    let fixed: ValueFormat<Duration> = .duration
    return Self(
      .oneOf([fixed.shape, .text(.input)]),
      read: { reader, node in
        guard let text = reader.json.string(of: node), text.utf8.first == UInt8(ascii: "$") else {
          return fixed.read(reader, node).map { .fixed($0) }
        }
        return reader.input(text, node).map { .input($0) }
      },
      write: { time in
        switch time {
        case .fixed(let time): fixed.write(time)
        case .input(let name): .string("${\(name)}")
        }
      },
      check: { time, range in if case .fixed(let time) = time { fixed.check?(time, &range) } })
  }
}

extension DocumentReader {
  /// The input of a text such as `${limit}`.
  func input(_ text: String, _ node: Int) -> String? {
    let name = text.dropFirst(2).dropLast()
    guard text == "${\(name)}", !name.isEmpty, !name.utf8.contains(UInt8(ascii: "}")) else {
      report(
        .badDuration, "\"\(text)\" is neither a duration nor an input", at: node,
        hint: "write a duration such as \"10s\", or an input such as \"${limit}\"")
      return nil
    }
    return String(name)
  }
}
