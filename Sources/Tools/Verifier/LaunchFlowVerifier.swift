@_exported import LaunchFlowSimulator
