/// A small switch to start from, with a button, a probe, a question about services and a promise.
struct StarterSwitch: Starter {
  let name: String
  let worstDay = "cable-pulled"

  var text: String {
    """
    {
      "$schema": "launchflow.schema.json",
      "switch": "\(name)",
      "summary": "The app goes on working whatever the network and the services behind it do.",
      "factors": {
        "marked": { "manual": { "cache": "offline-marked" } },
        "network": {
          "probe": {
            "http": { "url": "https://probe.example.com/204", "method": "HEAD", "expect": "none" },
            "timeout": "3s"
          },
          "every": "60s",
          "everyWhileDown": "5s",
          "debounce": { "down": "2s", "up": "3s" }
        },
        "service": {
          "watch": { "orders": ["POST /orders", "GET /orders/*"], "members": ["/members/*"] },
          "trigger": { "failures": 2, "within": "30s" },
          "confirm": {
            "http": { "url": "https://status.example.com/services", "query": { "domain": "${domain}" } },
            "timeout": "3s",
            "results": { "faulty": { "at": "/faulty", "equals": true } }
          },
          "poll": { "every": "15s" },
          "keep": "5m"
        }
      }
    }

    """
  }

  var scenarios: String {
    """
    {
      "$schema": "launchflow.schema.json",
      "scenariosFor": "\(file)",
      "defaults": { "length": "10m", "probeTakes": "80ms", "qosTakes": "120ms" },
      "scenarios": {
        "quiet-day": {
          "summary": "Nothing happens: the slow pace alone.",
          "expect": { "flips": "==0", "probesPerHour": "<=60" }
        },
        "cable-pulled": {
          "summary": "The wifi stays, and nothing behind it answers for two minutes.",
          "network": [{ "from": "2m", "to": "4m", "is": "silent" }],
          "calls": [{ "every": "7s" }],
          "promises": { "flips": "<=2" },
          "expect": { "flips": "==2", "detect": "<=15s", "recover": "<=12s", "falseOfflines": "==0" }
        },
        "orders-down": {
          "summary": "One service fails while the network is fine: only its domain goes offline.",
          "incidents": [{ "domain": "orders", "from": "2m", "to": "5m" }],
          "calls": [{ "domain": "orders", "every": "4s" }, { "domain": "members", "every": "9s" }],
          "expect": { "offline": { "members": [] }, "flips": "==2", "detect": "<=9s" }
        },
        "button-pressed": {
          "summary": "A person marks the app as offline for a minute.",
          "marks": [{ "at": "1m", "is": "marked" }, { "at": "2m", "is": "unmarked" }],
          "expect": { "offline": { "marked": [{ "from": "1m", "to": "2m" }] }, "flips": "==2" }
        }
      }
    }

    """
  }
}
