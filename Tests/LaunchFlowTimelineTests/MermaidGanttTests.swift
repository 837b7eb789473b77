import LaunchFlowTimeline
import Testing

@Suite struct MermaidGanttTests {
  @Test func picture() {
    #expect(
      MermaidGantt.text(everySign()) == """
        gantt
          title signs, every-sign, home at 5 s
          dateFormat x
          axisFormat %S.%L
          todayMarker off
          section inner-group
          retried (3.6 s) :crit, 0, 3600
          polled (1.9 s done) :0, 1900
          section group
          refused (900 ms token-invalid) :active, 0, 900
          section signs
          alternate (1.9 s alternate after network) :0, 1900
          stuck (2 s value after timeout) :0, 2000
          queued (1 s) :2000, 3000
          uses-fallback (2.5 s cache +2 s late) :0, 2500
          uses-fallback, late :done, 2500, 4500
          without-fallback (5 s cancelled) :0, 5000
          cached (cleared) :0, 1
          last (1.4 s fine) :crit, 3600, 5000
          dropped (1.4 s cancelled) :3600, 5000
          goes-on (4 s) :3000, 7000
          tail (1 s) :5000, 6000
          section landing
          landed on home :milestone, 5000, 0ms
          deadline :milestone, 8000, 0ms

        """)
  }

  @Test func `hostile names stay text`() {
    let lines = MermaidGantt.text(hostileTrace()).split(separator: "\n")
    // A bar's name ends at the line's only colon.
    for line in lines
    where line.contains("script") && !line.hasPrefix("  title") && !line.hasPrefix("  section") {
      #expect(line.count { $0 == ":" } == 1)
    }
    #expect(!lines.contains { $0.contains("<") || $0.contains(";alert(1)") })
  }
}
