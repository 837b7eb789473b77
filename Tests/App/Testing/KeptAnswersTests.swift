import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTesting
import Testing

/// What a launch keeps, and clears, for the next one: launches in a row, in virtual time.
@Suite struct KeptAnswersTests {
  /// A launch of a scenario with the app's own servers, and with the caches as the launch before has left them.
  private static func launch(
    _ scenario: String, after former: LaunchReport? = nil,
    _ change: (inout LaunchTest) -> Void = { _ in }
  ) async throws -> LaunchReport {
    var test = try Flows.test("rider-launch")
    let file = try #require(test.scenarios)
    var merged = try #require(file.scenarios.first { $0.name == scenario }).over(file.defaults)
    for cache in test.plan.flow.caches where former != nil {
      merged = merged.with(cache: cache.name, former?.caches[cache.name])
    }
    merged.expect = nil
    let rider = RiderBackend(merged)
    for step in RiderBackend.values.keys {
      test.answer(step) { _, context in try await rider.answer(context) }
    }
    change(&test)
    let report = try await test.play(merged)
    #expect(report.problems == [])
    return report
  }

  @Test func `a refused login is forgotten by the next launch`() async throws {
    #expect(try await Self.launch("login-hangs").page == "home")
    let known = try await Self.launch("normal-day")
    #expect(known.caches["rider-info"] != nil && known.caches["city"] != nil)
    let refused = try await Self.launch("invalid-token", after: known)
    #expect(refused.page == "login")
    #expect(refused.caches["login"] == nil && refused.caches["rider-info"] == nil)
    #expect(refused.caches["city"] != nil)
    #expect(try await Self.launch("login-hangs", after: refused).page == "login")
  }

  @Test func `a late refusal clears, too`() async throws {
    let late = try await Self.launch("not-yet-cleared") {
      $0.answer("login") { _, context in
        try await context.clock.sleep(for: .milliseconds(3_200))
        return .json(["code": 401], status: 401)
      }
    }
    #expect(late.page == "home")
    #expect(late["login"]?.source == .cache)
    #expect(late.caches["login"] == nil)
  }

  /// The kept answer says no, and the true one comes after the landing: it counts from then on.
  @Test func `a forced update that is answered late is forced by the next launch`() async throws {
    let late = try await Self.launch("update-answered-late")
    #expect(late.page == "home")
    #expect(late.caches["update"] == ["force": true])
    let next = try await Self.launch("check-app-update-hangs", after: late)
    #expect(next.page == "update")
    #expect(next["check-app-update"]?.source == .cache)
    // Another version: the app has cleared the scope.
    let updated = try await Self.launch("check-app-update-hangs-in-a-new-version")
    #expect(updated.page == "home")
  }

  @Test func `the lending app's forced update is cached, too`() async throws {
    var test = try Flows.test("loan-launch")
    let file = try #require(test.scenarios)
    let day = try #require(file.scenarios.first { $0.name == "normal-day" }).over(file.defaults)
    test.answer("get-appcode") { _, context in
      try await context.clock.sleep(for: .seconds(8))
      let data: JSONValue = [
        "baseURL": "https://api-2.loan.example.com", "guestId": "g-1", "forceUpdate": true,
      ]
      return .json(["code": 200, "data": data])
    }
    let late = try await test.play(day)
    #expect(late.page == "home")
    test.answer("get-appcode") { _, context in
      try await context.hang()
      throw CancellationError()
    }
    let next = try await test.play(day.with(cache: "appcode", late.caches["appcode"]))
    #expect(next.page == "update")
    #expect(next.time == .seconds(3))
  }

  /// With the dialog open and the upload hanging, the page has its data 400 ms after the landing.
  @Test func `the lending app's home page waits neither for the dialog nor for the upload`() async throws {
    let report = try await Flows.test("loan-launch").play("dialog-and-upload-hang")
    #expect(report.page == "home")
    #expect(report.time == .milliseconds(400))
    #expect(report["load-home"]?.time == .milliseconds(800))
    #expect(report["refresh"]?.time == .milliseconds(1_600))
    #expect(report["ask-for-location"]?.time == .milliseconds(5_400))
    #expect(report["upload-location"]?.status == .timedOut)
  }
}
