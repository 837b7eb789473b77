/// A document to start from, with its scenarios.
protocol Starter {
  var name: String { get }
  var text: String { get }
  var scenarios: String { get }
  /// The scenario to look at first.
  var worstDay: String { get }
}

extension Starter {
  var file: String { name + ".json" }
  var scenariosFile: String { name + ".scenarios.json" }
}

/// A small flow to start from, with parallel steps, a cache, a refusal and three kinds of promise.
struct StarterFlow: Starter {
  let name: String
  let worstDay = "everything-hangs"

  var text: String {
    """
    {
      "$schema": "launchflow.schema.json",
      "flow": "\(name)",
      "summary": "From the start of the app to its first page, whatever the backend does.",
      "deadline": "5s",
      "inputs": { "signed-in": { "type": "boolean" } },
      "pages": ["home", "login", "update"],
      "caches": { "profile": { "scope": "user", "maxAge": "30d" } },
      "services": { "api": { "baseURL": "https://api.example.com" } },
      "steps": {
        "check-update": {
          "summary": "No answer within 2 s counts as no update.",
          "http": { "service": "api", "path": "/update" }, "timeout": "2s",
          "results": { "update-required": { "at": "/required", "equals": true } }
        },
        "get-profile": {
          "summary": "After 3 s the cached profile is used.",
          "when": { "signed-in": true },
          "http": { "service": "api", "path": "/profile" }, "timeout": "4s", "useFallbackAfter": "3s",
          "failures": { "token-expired": { "status": 401 } },
          "store": "profile",
          "fallback": [{ "cache": "profile" }]
        }
      },
      "landings": [
        { "page": "update", "when": { "check-update": "update-required" } },
        { "page": "login", "when": { "get-profile": "token-expired" }, "notice": "Please sign in again." },
        { "page": "home", "when": { "get-profile": "available" } },
        { "page": "login" }
      ],
      "promises": [
        { "within": "4s" },
        { "never": { "landing": "home", "signed-in": false } },
        { "if": { "check-update": "update-required" }, "then": { "landing": "update" } }
      ]
    }

    """
  }

  var scenarios: String {
    """
    {
      "$schema": "launchflow.schema.json",
      "scenariosFor": "\(file)",
      "defaults": {
        "inputs": { "signed-in": true },
        "caches": { "profile": { "value": { "name": "Ada" }, "age": "1d" } },
        "steps": { "*": { "takes": "400ms" } }
      },
      "scenarios": {
        "normal-day": {
          "expect": { "landing": "home", "within": "400ms", "degraded": false }
        },
        "signed-out": {
          "inputs": { "signed-in": false },
          "expect": { "landing": "login", "within": "400ms", "notice": "", "steps": { "get-profile": "skipped" } }
        },
        "update-required": {
          "steps": { "check-update": { "takes": "300ms", "result": "update-required" } },
          "expect": { "landing": "update", "within": "300ms", "steps": { "get-profile": "cancelled" } }
        },
        "token-expired": {
          "summary": "A refusal is an answer: the cached profile must not hide it.",
          "steps": { "get-profile": { "takes": "400ms", "response": { "status": 401 } } },
          "expect": { "landing": "login", "within": "400ms", "notice": "Please sign in again." }
        },
        "everything-hangs": {
          "steps": { "*": { "hang": true } },
          "expect": {
            "landing": "home", "within": "3s", "degraded": true,
            "steps": { "check-update": "timed-out", "get-profile": { "is": "recovered", "source": "cache" } }
          }
        },
        "everything-hangs-on-first-start": {
          "caches": { "profile": null },
          "steps": { "*": { "hang": true } },
          "expect": { "landing": "login", "within": "4s", "steps": { "get-profile": "timed-out" } }
        },
        "odd-day": {
          "summary": "A thousand launches: most calls succeed, some are late, some hang.",
          "runs": 1000,
          "steps": {
            "*": {
              "takes": { "median": "400ms", "p99": "4s" },
              "odds": { "ok": 0.9, "network": 0.05, "hang": 0.05 }
            }
          },
          "expect": { "landing": { "home": "==1" }, "p95": "<=3s", "within": "3s" }
        }
      }
    }

    """
  }
}
