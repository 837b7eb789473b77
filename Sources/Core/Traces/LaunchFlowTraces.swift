@_exported import LaunchFlowMachine
