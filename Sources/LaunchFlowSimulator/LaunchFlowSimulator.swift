@_exported import LaunchFlowScenarios
