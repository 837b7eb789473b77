@_exported import LaunchFlowTraces
