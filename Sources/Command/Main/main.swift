import LaunchFlowCommand

await Command.runProcess()
