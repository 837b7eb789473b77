@_exported import LaunchFlowAuthoring
