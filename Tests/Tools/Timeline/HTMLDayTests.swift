import LaunchFlowMachine
import Testing

@testable import LaunchFlowTimeline

@Suite struct HTMLDayTests {
  static func page() -> String {
    Picture(
      day: "A day",
      [
        ("hang", "Nothing answers.", .run(PicturedRun(everythingHangs())), []),
        ("offline", nil, .run(PicturedRun(offline())), ["day.json:3:4: too late"]),
        ("layers", nil, .run(PicturedRun(layers(200))), nil),
        ("many", nil, .words("100 runs"), nil),
      ]
    ).html()
  }

  @Test func `each scenario has a card and a view`() {
    let page = Self.page()
    #expect(page.ranges(of: "<a class=\"card\"").count == 4)
    for number in 1...4 {
      #expect(page.contains("href=\"#scenario-\(number)\""))
      #expect(page.contains("<section id=\"scenario-\(number)\""))
    }
  }

  @Test func `the outcome comes first`() {
    let content = DayPicture(
      name: "A day",
      scenarios: [
        ("hang", nil, .run(PicturedRun(everythingHangs())), []),
        ("sign", nil, .run(PicturedRun(everySign())), ["wrong", "late"]),
        ("offline", nil, .run(PicturedRun(offline())), nil),
      ])
    #expect(
      content.sentences.map(\.text) == [
        "1 of 2 not as expected", "3 land on home", "the latest lands after 8 s (hang)",
      ])
  }

  @Test func `long and short runs have axes of their own`() {
    let runs = [everythingHangs(), layers(200), chain(400, 200_000, 400, deadline: 300_000)]
    let scenes = DayPicture(
      name: "A day", scenarios: runs.map { ("run", nil, .run(PicturedRun($0)), nil) }
    ).summary.scenes
    #expect(scenes.map(\.span) == [16_000.ms, 16_000.ms, 300_000.ms])
  }

  @Test func `small pictures share one axis and keep the telling rows`() throws {
    let cards = DayPicture(
      name: "A day",
      scenarios: [
        ("hang", nil, .run(PicturedRun(everythingHangs())), nil),
        ("layers", nil, .run(PicturedRun(layers(200))), nil),
      ]
    ).summary
    let scenes = cards.scenes
    #expect(scenes.count == 2)
    #expect(Set(scenes.map(\.span)).count == 1)
    for scene in scenes {
      #expect(scene.rows.count <= 12 && !scene.rows.isEmpty)
      #expect(scene.rows.allSatisfy { $0.label.isEmpty && $0.caption == nil })
    }
    #expect(scenes[1].rows.contains { $0.isCritical })
  }

}
