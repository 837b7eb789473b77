extension FlowWarnings {
  /// Warns of a notice that is never shown. The first notice whose condition holds and whose text is not empty
  /// is shown, so notices after one that is always shown are hidden.
  func hiddenNotice() {
    for (index, landing) in flow.flow.landings.enumerated() {
      guard let shown = landing.notices.firstIndex(where: \.isAlwaysShown) else { continue }
      let path = JSONPointer(tokens: ["landings"]) / index / "notice"
      for position in landing.notices.indices.dropFirst(shown + 1) {
        report.add(
          "this notice is never shown, because an earlier one always is", at: path / position,
          notes: [Diagnostic.Note("it is always shown", at: Place(path / shown))])
      }
    }
  }
}

extension Flow.Notice {
  /// Whether it has no condition, and a text that is not empty for any values of its references.
  fileprivate var isAlwaysShown: Bool {
    guard when == nil, let template = try? Template(text) else { return false }
    return template.segments.contains { if case .text(let text) = $0 { !text.isEmpty } else { false } }
  }
}
