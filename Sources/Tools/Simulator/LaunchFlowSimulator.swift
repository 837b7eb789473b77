@_exported import LaunchFlowAuthoring
@_exported import LaunchFlowMachine
@_exported import LaunchFlowTraces
