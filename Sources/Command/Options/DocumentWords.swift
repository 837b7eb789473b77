/// The words of a document that complete a command line.
enum DocumentWords: String, CaseIterable, Sendable {
  case scenarios, steps, inputs, environments, services, actions
}
