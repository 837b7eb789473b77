/// A switch with every factor.
package enum DeclaredSwitch {
  package static let text = #"""
    {
      "switch": "offline",
      "factors": {
        "marked": { "manual": { "cache": "offline-marked" } },
        "network": {
          "probe": { "http": { "url": "https://probe.example.com/204", "method": "HEAD", "expect": "none" }, "timeout": "3s" },
          "every": "60s", "everyWhileDown": "5s",
          "debounce": { "down": "2s", "up": "500ms" },
          "causes": ["wifi", "cellular"]
        },
        "service": {
          "watch": { "trade": ["POST /trade/*"], "member": ["GET /member/*"] },
          "trigger": { "failures": 1, "within": "30s" },
          "confirm": {
            "http": { "url": "https://qos.example.com/decide", "query": { "domain": "${domain}" } }, "timeout": "3s",
            "results": { "faulty": { "at": "/fault", "equals": true } }
          },
          "poll": { "every": "15s", "factor": 1.5, "maxEvery": "60s", "jitter": "full" },
          "keep": "5m"
        }
      }
    }
    """#
}
