/// Whether something becomes true, sooner or later.
func eventually(_ isTrue: () async -> Bool) async -> Bool {
  for _ in 0..<6_000 {
    if await isTrue() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return await isTrue()
}
