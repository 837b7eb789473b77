import LaunchFlowSimulator
import LaunchFlowSwitch

/// A switch with every factor.
func sampleSwitchDocument() throws -> OfflineSwitchDocument {
  let text = """
    {
      "switch": "till",
      "factors": {
        "marked": { "manual": { "cache": "offline-marked" } },
        "network": {
          "probe": { "http": { "url": "https://probe.example.com/204", "expect": "none" }, "timeout": "3s" },
          "every": "60s", "everyWhileDown": "5s", "debounce": { "down": "2s", "up": "500ms" }
        },
        "service": {
          "watch": { "trade": ["POST /trade/*"], "member": ["/member/*"] },
          "confirm": { "http": { "url": "https://qos.example.com/${domain}" }, "timeout": "3s",
                       "results": { "faulty": { "at": "/fault", "equals": true } } },
          "poll": { "every": "15s", "jitter": "none" }
        }
      }
    }
    """
  let reading = OfflineSwitchDocument.read(SourceText(name: "till.json", bytes: Array(text.utf8)))
  let document = try reading.get()
  return document
}

/// A day on which everything happens to a switch, every sign included.
func sampleSwitch() throws -> SwitchTrace {
  var trace = try SwitchTrace(SwitchPlan(sampleSwitchDocument()), scenario: "bad-day", seed: 1)
  trace.end = 300_000.ms
  trace.faults = [.init(0, 50_000.ms..<100_000.ms), .init(nil, 180_000.ms..<210_000.ms)]
  let events: [(Int64, SwitchTrace.EventKind)] = [
    (0, .input(.started(isMarked: false, path: .medium(.wifi)))),
    (100, .effect(.probeEnded(number: 1, .good))),
    (20_000, .input(.callSucceeded)),
    (52_000, .input(.callFailed(domain: 0, .server))), (52_000, .effect(.suspected(domain: 0))),
    (52_000, .effect(.ask(domain: 0, number: 1))),
    (54_000, .effect(.questionEnded(domain: 0, number: 1, .faulty))),
    (54_000, .effect(.began(.domain(0)))),
    (69_000, .effect(.questionEnded(domain: 0, number: 2, .unreachable))),
    (112_000, .effect(.questionEnded(domain: 0, number: 3, .fine))), (112_000, .effect(.ended(.domain(0)))),
    (180_000, .input(.pathChanged(.none))),
    (180_000, .effect(.windowOpened(.down, nanoseconds: 2_000.ms, .path))),
    (182_000, .effect(.startProbe(number: 4, isDeciding: true))),
    (182_000, .effect(.probeEnded(number: 4, .failed))),
    (182_000, .effect(.decided(isDown: true))), (182_000, .effect(.began(.network(.wifi)))),
    (190_000, .effect(.probeEnded(number: 5, .timedOut))),
    (195_000, .effect(.probeEnded(number: 6, .calledOff))),
    (210_000, .input(.pathChanged(.medium(.cellular)))),
    (210_500, .effect(.decided(isDown: false))), (210_500, .effect(.ended(.network(.wifi)))),
    (220_000, .input(.enteredBackground)), (230_000, .input(.returned)),
    (240_000, .input(.markRequested(true))), (240_000, .effect(.began(.marked))),
    (255_000, .effect(.ended(.marked))),
    (270_000, .killed), (280_000, .input(.started(isMarked: false, path: .unknown))),
    (290_000, .effect(.windowOpened(.down, nanoseconds: 2_000.ms, .call))),
  ]
  trace.events = events.map { .init(at: $0.0.ms, $0.1) }
  return trace
}
