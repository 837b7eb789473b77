import LaunchFlowTimeline
import Testing

/// The pictures themselves: a change to any of them is a change to the product, to be looked at.
@Suite struct TerminalTimelineGoldenTests {
  @Test func signs() {
    var options = TextOptions()
    options.width = 100
    #expect(
      Picture(PicturedRun(everySign())).text(options) == """
        signs · every-sign · seed 1
        landed on home at 5 s · 3 s before its deadline of 8 s · degraded
        confirm “Hello ${last.message}”
        all attempts in a row: 26.4 s, 5.3× as long · all time-outs in a row: 30 s, 6× as long

                          0      1 s   2 s    3 s    4 s    5 s    6 s   7 s     8 s
                          ┬──────┬─────┬──────┬──────┬─────╥┬──────┬─────┬──────┊
        group             ┌──────────────────────┐        ┤║                    ┊ ✗ 3.6 s failed
          inner-group     ┌──────────────────────┐         ║                    ┊ ✓ 3.6 s
            retried      ▸1██✗···2████┫······3████         ║   ┤                ┊ ✓ 3.6 s
            polled        1━━⋯⋯⋯⋯⋯⋯⋯2━━                    ║                    ┊ ✓ 1.9 s done
          refused         ━━━━━✗                           ║                    ┊ ✗ 900 ms token-invalid
        alternate         1━━━✗2═══════↳                   ║                    ┊ ↳ 1.9 s alternate
        stuck             ━━━━━━━━━━━━┫↳~~~~~~~~~~~~~      ║                    ┊ ↳ 2 s value after timeout
        queued            ░░░░░░░░░░░░░━━━━━━━             ║                    ┊ ✓ 1 s
        uses-fallback     ━━━━━━━━━━━━━━━━◆↳╌╌╌╌╌╌╌╌╌╌╌╌   ║                    ┊ ↳ 2.5 s cache +2 s late
        without-fallback  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━⊘║                    ┊ ⊘ 5 s cancelled
        cached            •                                ║                    ┊ ✓ cleared
        skipped                                            ║                    ┊ – needs refused (failed)
        unfit                                              ║                    ┊ – condition false
        last             ▸                        █████████║                    ┊ ✓ 1.4 s fine
        dropped                                   ━━━━━━━━⊘║                    ┊ ⊘ 1.4 s cancelled
        never-started                                      ║                    ┊ ⊘ not started
        goes-on                               ━━━━━━━━━━━━━║╌╌╌╌╌╌╌╌╌╌╌╌╌       ┊ ✓ 4 s
        tail                                               ║━━━━━━━             ┊ ✓ 1 s
                                               home at 5 s ╨                    ┊ deadline 8 s

        ━━ work  ▸██ critical path  ══ fallback request  ░░ queued  ·· waits to retry
        ⋯⋯ waits for the next poll  ✗ failed  ┫ timed out  ⊘ cancelled  ◆ fallback due  ↳ fallback used
        • took no time  ┤ step deadline  ╌╌ late work  ~~ ignores cancellation

        """)
  }

  @Test func narrow() {
    var options = TextOptions()
    options.width = 60
    #expect(
      Picture(PicturedRun(everySign())).text(options) == """
        signs · every-sign · seed 1
        landed on home at 5 s · 3 s before its deadline of 8 s
          degraded
        confirm “Hello ${last.message}”
        all attempts in a row: 26.4 s, 5.3× as long
          all time-outs in a row: 30 s, 6× as long

                          0     2 s   4 s   6 s    8 s
                          ┬─────┬─────┬─╥───┬─────┊
        group             ┌────────┐   ┤║         ┊ ✗ 3.6 s failed
          inner-group     ┌────────┐    ║         ┊ ✓ 3.6 s
            retried      ▸1✗·2█┫··3█    ║  ┤      ┊ ✓ 3.6 s
            polled        ━⋯⋯⋯━         ║         ┊ ✓ 1.9 s done
          refused         ━━✗           ║         ┊ ✗ 900 ms
        alternate         1✗2══↳        ║         ┊ ↳ 1.9 s
        stuck             ━━━━━┫↳~~~~~  ║         ┊ ↳ 2 s value
        queued            ░░░░░░━━━     ║         ┊ ✓ 1 s
        uses-fallback     ━━━━━━◆↳╌╌╌╌╌ ║         ┊ ↳ 2.5 s cache
        without-fallback  ━━━━━━━━━━━━━⊘║         ┊ ⊘ 5 s cancelled
        cached            •             ║         ┊ ✓ cleared
        skipped                         ║         ┊ – needs refused
        unfit                           ║         ┊ – condition fal…
        last             ▸          ████║         ┊ ✓ 1.4 s fine
        dropped                     ━━━⊘║         ┊ ⊘ 1.4 s
        never-started                   ║         ┊ ⊘ not started
        goes-on                    ━━━━━║╌╌╌╌╌╌   ┊ ✓ 4 s
        tail                            ║━━━      ┊ ✓ 1 s
                            home at 5 s ╨         ┊ deadline 8 s

        ━━ work  ▸██ critical path  ══ fallback request  ░░ queued
        ·· waits to retry  ⋯⋯ waits for the next poll  ✗ failed
        ┫ timed out  ⊘ cancelled  ◆ fallback due  ↳ fallback used
        • took no time  ┤ step deadline  ╌╌ late work
        ~~ ignores cancellation

        """)
  }

  @Test func ascii() {
    var options = TextOptions()
    options.width = 80
    options.isASCII = true
    #expect(
      Picture(PicturedRun(everySign())).text(options) == """
        signs - every-sign - seed 1
        landed on home at 5 s - 3 s before its deadline of 8 s - degraded
        confirm "Hello ${last.message}"
        all attempts in a row: 26.4 s, 5.3x as long
          all time-outs in a row: 30 s, 6x as long

                          0         2 s       4 s       6 s        8 s
                          +---------+---------+---|-----+---------!
        group             [                ]     )|               ! x 3.6 s failed
          inner-group     [                ]      |               ! + 3.6 s
            retried      *1#x..2###T....3###      |   )           ! + 3.6 s
            polled        1=,,,,,2=               |               ! + 1.9 s done
          refused         ===x                    |               ! x 900 ms
        alternate         1=x2+++++>              |               ! > 1.9 s alternate
        stuck             =========T>~~~~~~~~~    |               ! > 2 s value
        queued            __________=====         |               ! + 1 s
        uses-fallback     ===========^>---------  |               ! > 2.5 s cache
        without-fallback  =======================/|               ! / 5 s cancelled
        cached            o                       |               ! + cleared
        skipped                                   |               ! - needs refused
        unfit                                     |               ! - condition false
        last             *                  ######|               ! + 1.4 s fine
        dropped                             =====/|               ! / 1.4 s cancelled
        never-started                             |               ! / not started
        goes-on                          =========|----------     ! + 4 s
        tail                                      |=====          ! + 1 s
                                      home at 5 s |               ! deadline 8 s

        == work  *## critical path  ++ fallback request  __ queued  .. waits to retry
        ,, waits for the next poll  x failed  T timed out  / cancelled  ^ fallback due
        > fallback used  o took no time  ) step deadline  -- late work
        ~~ ignores cancellation

        """)
  }

  @Test func colours() {
    var options = TextOptions()
    options.isColoured = true
    options.showsLegend = false
    let text = Picture(PicturedRun(offline())).text(options)
    #expect(
      text.split(separator: "\n").map { $0.replacing("\u{1B}", with: "^") } == [
        "^[1mtrip^[0m^[2m · ^[0mtunnel^[2m · seed 3^[0m",
        "landed on ^[1;36mhome^[0m at ^[1;36m750 ms^[0m^[2m · ^[0m59.25 s before its deadline of 1 min^[2m · ^[0m^[33mdegraded^[0m^[2m · ^[0m^[31mcancelled^[0m",
        "toast “as written”",
        "all attempts in a row: 750 ms",
        "                 ^[2m0^[0m              ^[2m200 ms^[0m        ^[2m400 ms^[0m         ^[2m600 ms^[0m",
        "                 ^[2m┬──────────────┬─────────────┬──────────────┬──────────^[0m^[1;36m╥^[0m",
        "(offline)                       ^[31m╳╳╳╳╳╳╳^[0m                                 ^[1;36m║^[0m ^[31m✗ ^[0mfrom 200 ms",
        "(trade offline)                        ^[31m╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳╳^[0m^[1;36m║^[0m ^[31m✗ ^[0mfrom 300 ms to the end",
        "^[1mfirst^[0m           ^[1m▸^[0m^[1;31m██████████████✗^[0m^[1;33m↳^[0m                                       ^[1;36m║^[0m ^[33m↳ ^[0m200 ms cache",
        "^[1msecond^[0m          ^[1m▸^[0m               ^[2m███████████████████████████████████████^[0m⊘^[1;36m║^[0m ^[2m⊘ 550 ms cancelled^[0m",
        "                                                                        ^[1;36m╨ home at 750 ms^[0m",
        "                                                                                    ^[35mdeadline 1 min →^[0m",
      ])
  }
}
