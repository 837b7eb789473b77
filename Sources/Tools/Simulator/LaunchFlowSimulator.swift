@_exported import LaunchFlowAuthoring
@_exported import LaunchFlowTraces
