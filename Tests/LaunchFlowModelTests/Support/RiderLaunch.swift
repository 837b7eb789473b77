/// The rider app's launch as the design shows it, with its scenarios.
enum RiderLaunch {
  static let flow = #"""
    {
      "$schema": "launchflow.schema.json",
      "flow": "rider-launch",
      "summary": "Rider app, cold start: home or login page, whatever the backend does.",
      "deadline": "10s",
      "inputs": { "signed-in": { "type": "boolean" } },
      "pages": ["home", "login", "update"],
      "caches": {
        "city": {}, "server-address": {},
        "login":      { "scope": "user", "maxAge": "30d" },
        "rider-info": { "scope": "user" }
      },
      "environments": ["release", "pre-release", "test", "develop"],
      "services": {
        "hulk":   { "baseURL": { "release": "https://hulk.example.com", "develop": "http://127.0.0.1:8080" },
                    "envelope": { "success": { "at": "/code", "equals": 0 }, "data": "/data", "message": "/msg" } },
        "spider": { "like": "hulk", "baseURL": { "release": "https://spider.example.com", "develop": "http://127.0.0.1:8080" } },
        "rider":  { "like": "hulk", "baseURL": "${get-server-address/serverAddress}", "allowedHosts": ["*.example.com", "127.0.0.1"] }
      },
      "steps": {
        "hulk-checks": {
          "summary": "Two questions, asked side by side; no answer within 3 s counts as no.",
          "steps": {
            "check-app-update":     { "http": { "service": "hulk", "path": "/check-app-update.json" }, "timeout": "3s",
                                      "results": { "update-required": { "at": "/force", "equals": true } } },
            "is-verifying-version": { "http": { "service": "hulk", "path": "/is-verifing-version.json" }, "timeout": "3s",
                                      "results": { "under-review": { "in": [true, 1, "1"] } } }
          }
        },
        "get-city": {
          "http": { "service": "hulk", "path": "/get-city.json" }, "timeout": "10s", "store": "city", "afterLanding": "continue"
        },
        "get-server-address": {
          "when": { "signed-in": true },
          "http": { "service": "spider", "path": "/get-server-address.json" }, "timeout": "10s", "useFallbackAfter": "2s",
          "valid": { "at": "/serverAddress", "nonEmpty": true },
          "store": "server-address",
          "fallback": [ { "cache": "server-address" }, { "value": { "serverAddress": "https://rider.example.com" } } ]
        },
        "login": {
          "after": ["hulk-checks"], "needs": ["get-server-address"],
          "http": { "service": "rider", "method": "POST", "path": "/login.json" }, "timeout": "5s", "useFallbackAfter": "3s",
          "failures": { "token-invalid": { "status": 401 }, "binding-required": { "at": "/code", "equals": 50017 } },
          "valid": { "nonEmpty": true },
          "store": "login",
          "fallback": [ { "cache": "login" } ]
        },
        "cached-rider-info": {
          "cache": "rider-info",
          "results": { "cleared": { "all": [ { "at": "/authenticationStatus", "equals": 1 }, { "at": "/trainStatus", "equals": 0 } ] } }
        },
        "get-rider-info": {
          "needs": ["login"], "afterLanding": "continue",
          "http": { "service": "rider", "path": "/get-rider-info.json" }, "timeout": "10s", "useFallbackAfter": "2s",
          "store": "rider-info",
          "fallback": [ { "cache": "rider-info" }, { "value": {} } ]
        }
      },
      "landings": [
        { "page": "update", "when": { "check-app-update": "update-required" } },
        { "page": "login",  "when": { "any": [ { "is-verifying-version": "under-review" }, { "signed-in": false } ] } },
        { "page": "login",  "when": { "login": ["token-invalid", "binding-required"] }, "notice": { "text": "${login.message}", "style": "confirm" } },
        { "page": "login",  "when": { "login": "unavailable" } },
        { "page": "home",   "when": { "cached-rider-info": "cleared" }, "after": ["login"] },
        { "page": "home",   "after": ["get-rider-info"] },
        { "page": "login" }
      ],
      "promises": [
        { "within": "10s" },
        { "never": { "landing": "home", "login": "token-invalid" } },
        { "if": { "signed-in": false }, "then": { "landing": ["login", "update"] } }
      ]
    }
    """#

  static let scenarios = #"""
    {
      "scenariosFor": "rider-launch.json",
      "defaults": {
        "inputs": { "signed-in": true },
        "caches": { "login": { "value": { "token": "t" }, "age": "1d" } },
        "steps":  { "*": { "takes": { "median": "400ms", "p99": "4s" } } }
      },
      "scenarios": {
        "hulk-hangs": {
          "steps": { "check-app-update": { "hang": true }, "is-verifying-version": { "hang": true }, "get-city": { "hang": true } },
          "expect": { "landing": "home", "within": "10s" }
        },
        "login-answers-late": {
          "steps": { "login": { "takes": "4s", "response": { "status": 200, "body": { "code": 0, "data": { "token": "n" } } } } },
          "expect": { "landing": "home", "steps": { "login": "recovered" } }
        },
        "subway": { "network": [ { "from": "0s", "to": "4s", "is": "silent" } ], "expect": { "landing": "home" } },
        "odd-day": { "runs": 10000, "seed": 7,
          "steps": { "*": { "takes": { "median": "400ms", "p99": "4s" }, "odds": { "ok": 0.90, "network": 0.05, "hang": 0.05 } } },
          "expect": { "landing": { "home": ">=0.99" }, "p95": "<=9s" } }
      }
    }
    """#
}
