import LaunchFlow

/// The value of `--signal NAME[=[TIME,][VALUE]]`: a signal that the run gets, with its time since the start and its value.
struct SignalSetting {
  private let name: String
  private var time = Duration.zero
  private var value = JSONValue.null

  init(_ text: String, for flow: Flow) throws(UsageError) {
    let setting = NamedText(text) ?? NamedText(name: text, text: "0s")
    let (name, words) = (setting.name, setting.text)
    guard flow.signals.contains(name) else { throw .unknown("signal", name, among: flow.signals) }
    self.name = name
    // A value may contain commas, too.
    let comma = words.firstIndex(of: ",") ?? words.endIndex
    var rest = words[...]
    if let time = Duration(documentText: String(words[..<comma])) {
      self.time = time
      guard comma < words.endIndex else { return }
      rest = words[comma...].dropFirst()
    }
    // A value may be a secret, so the message does not repeat it.
    guard let value = try? JSONValue(parsing: String(rest)) else {
      throw UsageError(
        "the signal '\(name)' gets neither a time nor a value as JSON; write '\(name)=400ms', '\(name)={\"order\":7}' or both: "
          + "'\(name)=400ms,{\"order\":7}'")
    }
    self.value = value
  }

  func give(to run: FlowRun) {
    guard time > .zero else { return run.signal(name, value) { _ in } }
    Task {
      try await Task.sleep(for: time)
      run.signal(name, value) { _ in }
    }
  }
}
