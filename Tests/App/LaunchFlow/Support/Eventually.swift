/// Waits until something is true, however long a busy machine takes. False only where the test is cancelled.
func eventually(_ isTrue: () async -> Bool) async -> Bool {
  while !Task.isCancelled {
    if await isTrue() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return await isTrue()
}
