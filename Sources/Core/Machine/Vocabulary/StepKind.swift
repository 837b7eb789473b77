package enum StepKind: String, CaseIterable, Hashable, Sendable {
  case http, action, cache, value, group
  case wait = "await"
}
