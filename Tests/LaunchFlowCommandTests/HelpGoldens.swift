/// The help of every command, whole.
enum HelpGoldens {
  static let root = """
    Declares, simulates and checks the launch of an app.

    Usage: launchflow COMMAND [options]

    Commands:
      simulate     Play a flow under a scenario, in virtual time, and draw what
                   happens.
      run          Run a flow for real, over HTTP, and draw what happens.
      show         Draw a run from its trace file.
      check        Find what is wrong in flow, switch and scenarios files.
      verify       Prove that every run lands in time, or show one that does not.
      test         Play every scenario and hold it to what it expects.
      compare      Play two flows, or two scenarios, under the same luck and tell
                   what differs.
      graph        Draw which step waits for which.
      init         Write a starter flow with its scenarios.
      fmt          Write flow, switch and scenarios files in the canonical layout.
      schema       Print the JSON Schema that editors read.
      explain      Tell in full what a diagnostic means.
      completions  Print a script that completes this command's words in a shell.

    Options:
      -h, --help     Show this help.
          --version  Show the version.

    'launchflow help COMMAND' tells more.
    Exit status: 0 fine, 1 problems found, 2 wrong usage, 3 could not run.

    """

  static let simulate = """
    Play a flow under a scenario, in virtual time, and draw what happens.

    Usage: launchflow simulate [options] FLOW

    A BEHAVIOUR is 'hang', 'ok', an error class (timeout, offline, network, server,
    client, business, malformed, error), the name of one of the step's results or
    failures, or a duration; a duration may stand beside one of the others:
    '4s,network'. The STEP '*' is every step that no other --set names, and
    STEP.fallback its remote fallbacks.

    An input that nobody gives and that has no default is false, empty or 0. A
    scenario for many runs shows where and when they landed.

    What '--format trace' writes, 'launchflow show' draws.

    Arguments:
      FLOW  The flow file; '-' is standard input.

    Options:
      -s, --scenario NAME     The scenario to play; '*' plays every one. Without it,
                              the defaults of the scenarios file alone are played.
                              May be repeated.
          --scenarios FILE    The scenarios file. (default: the one beside the flow)
          --set STEP=BEHAVIOUR
                              What a step does, whatever the scenario says; given
                              again for the same step, what its next attempt does.
                              May be repeated.
          --input NAME=VALUE  An input of the flow, whatever the scenario says. May
                              be repeated.
          --runs N            Run so many times and show where and when they landed.
                              (default: as the scenario says)
          --seed N            What all luck is drawn from; the same seed gives the
                              same runs. (default: the scenario's, else 1)
          --run N             Show this one of many runs, counted from 0.
          --vary SETTING=VALUES
                              Of a switch: compare the figures under several values,
                              such as debounce.down=0s,2s,5s.
      -f, --format FORMAT     What to write. One of: text, json, jsonl, html, svg,
                              perfetto, mermaid, trace. (default: text)
      -o, --output FILE       Write to a file instead of standard output.

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow simulate flows/rider-launch.json --scenario everything-hangs
      launchflow simulate flows/rider-launch.json --set login=token-invalid --set get-city=hang
      launchflow simulate flows/rider-launch.json --scenario '*' --format jsonl
      launchflow simulate flows/rider-launch.json --scenario odd-day --runs 100000 --seed 7
      launchflow simulate flows/offline-switch.json --scenario cable-pulled --vary debounce.down=0s,1s,2s,5s

    """

  static let check = """
    Find what is wrong in flow, switch and scenarios files.

    Usage: launchflow check [options] [PATH...]

    What kind of file it is, is told by its keys. Scenarios are checked against the
    flow that they name. In folders and patterns ('flows/**/*.json') every '.json'
    file that is one of these is looked at; '-' is standard input. The findings go
    to standard output, the tally to standard error.

    'launchflow explain CODE' tells more about a finding. A warning that does not
    matter is silenced in the file, where it was found or around it, with a reason:
    "ignore": { "LF028": "The map reads it." }

    Arguments:
      PATH  A file, a folder or a pattern. (default: the working folder)

    Options:
      -f, --format FORMAT     What to write. One of: text, json, sarif, github.
                              (default: text)
          --fail-level LEVEL  What makes it end with 1: errors alone, or warnings
                              too. One of: error, warning. (default: error)

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow check flows
      launchflow check - < flows/rider-launch.json
      launchflow check flows --fail-level warning --format github

    """

  static let verify = """
    Prove that every run lands in time, or show one that does not.

    Usage: launchflow verify [options] [PATH...]

    Every combination of answers, errors, hangs, cache contents, inputs and orders
    of arrival is explored. What is shown is a run that 'launchflow simulate'
    replays.

    Several flows are verified one by one, each within the limits given; as JSON
    they are a list. What refutes something is drawn, and of a single flow the
    latest landing too.

    The status is 1 when a promise is broken, a run lands late or never, or the
    exploration is cut short.

    Arguments:
      PATH  A flow file, or a folder whose flows are meant; '-' is standard input.
            (default: the working folder)

    Options:
          --budget N          Explore no more states than this. (default: 2000000)
          --timeout DURATION  Stop exploring after this, and say how far it got.
                              (default: 60s)
      -o, --output FILE       Write the worst case and every counterexample to a
                              scenarios file.
      -f, --format FORMAT     What to write. One of: text, json. (default: text)

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow verify flows/rider-launch.json
      launchflow verify flows/rider-launch.json --output worst.scenarios.json
      launchflow verify flows --format json

    """

  static let test = """
    Play every scenario and hold it to what it expects.

    Usage: launchflow test [options] [PATH...]

    Plays the scenarios of all scenarios files that are named or lie in the folders
    named, in virtual time, and says of each expectation that does not hold where it
    stands, what was expected and what came. The run is drawn, of many runs the
    first that goes against what is expected, with the command that plays it again.
    The coverage at the end says which landing rules, results, failures and
    fallbacks no scenario has reached.

    What --record writes is what the flow does, not what it should do: the page, a
    time rounded up, and the steps that did not succeed. Read it before you keep it.
    The rest of the file stays byte for byte.

    Arguments:
      PATH  A scenarios file, a flow or switch with scenarios beside it, or a
            folder. (default: the working folder)

    Options:
      -f, --format FORMAT     What to write. One of: text, junit. (default: text)
      -o, --output FILE       Write to a file instead of standard output.
          --fail-under PERCENT
                              End as failed when less than this share of landings,
                              results, failures and fallbacks is covered.
          --record            First write an "expect" of what comes into each
                              scenario that has none, for you to read.

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow test
      launchflow test flows --format junit -o report.xml --fail-under 80

    """

  static let graph = """
    Draw which step waits for which.

    Usage: launchflow graph [options] FLOW

    Arguments:
      FLOW  The flow file; '-' is standard input.

    Options:
      -f, --format FORMAT  What to write. One of: mermaid, dot. (default: mermaid)
      -o, --output FILE    Write to a file instead of standard output.

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow graph flows/rider-launch.json --format dot | dot -Tsvg -o launch.svg

    """

  static let compare = """
    Play two flows, or two scenarios, under the same luck and tell what differs.

    Usage: launchflow compare [options] A [B]

    Two flows are compared under one scenario, which each has in the file beside it,
    or under one each. One flow is compared under two scenarios.

    The trace of a run, as 'launchflow run --trace', 'launchflow simulate --format
    trace' and apps write it, may stand in place of a flow: so a run as it was is
    compared with another, or with how it is simulated.

    Switches are compared as flows are, by their figures; as text or json.

    Luck is drawn by seed, run, step and attempt: a step of the same name meets the
    same luck in both. Many runs are compared in pairs, one by one.

    Arguments:
      A  The first flow or trace file; '-' is standard input.
      B  The second; without it, the first under the second scenario.

    Options:
      -s, --scenario NAME     The scenario that is played; given twice, the first is
                              A's and the second B's. May be repeated.
          --scenarios FILE    The scenarios file of both. (default: the one beside
                              each flow)
          --set STEP=BEHAVIOUR
                              What a step does in both, as 'simulate' has it; a flow
                              without such a step passes it over. May be repeated.
          --input NAME=VALUE  An input of both; a flow without such an input passes
                              it over. May be repeated.
          --runs N            Compare the landings of so many runs. (default: as the
                              scenario says)
          --seed N            What all luck is drawn from, the same for both.
                              (default: the first scenario's, else 1)
          --run N             Compare this one of many runs, counted from 0.
      -f, --format FORMAT     What to write. One of: text, json, html. (default:
                              text)
      -o, --output FILE       Write to a file instead of standard output.

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow compare flows/rider-launch-before.json flows/rider-launch.json --scenario everything-hangs
      launchflow compare flows/rider-launch.json --scenario normal-day --scenario everything-hangs
      launchflow compare flows/rider-launch-before.json flows/rider-launch.json -s odd-day -f html -o odd.html
      launchflow compare flows/offline-switch.json --scenario cable-pulled --scenario trade-down
      launchflow compare yesterday.json flows/rider-launch.json --scenario normal-day

    """

  static let run = """
    Run a flow for real, over HTTP, and draw what happens.

    Usage: launchflow run [options] FLOW

    On a terminal the rows fill as the run goes on. Ctrl-C cancels the run, which
    still lands and runs its tail; a second Ctrl-C quits.

    The code of an app's actions is not here, so each must be told what it does. A
    BEHAVIOUR is 'ok', 'hang', 'error', the name of one of the step's failures, a
    value as JSON, or a duration; a duration may stand before one of the others:
    '2s,error'. The NAME '*' is every action that no other --action names.

    The status is 0 when the run has landed and come to its end, on whatever page,
    and 1 when it was cancelled.

    Arguments:
      FLOW  The flow file; '-' is standard input.

    Options:
      -e, --environment NAME  The environment whose services are called. To be said
                              where the flow declares several.
          --input NAME=VALUE  An input of the flow. May be repeated.
          --base-url SERVICE=URL
                              Where a service stands instead; outside the release
                              environment. May be repeated.
          --action NAME=BEHAVIOUR
                              What one of the app's actions does; given again for
                              the same action, what its next attempt does. May be
                              repeated.
          --store DIR         A folder that caches are read from and stored to.
                              Without it there are none at the start.
          --trace FILE        Write the run's trace to a file, which 'launchflow
                              show' draws.
          --log               Write a line for each event to standard error, in
                              place of the live view.
      -f, --format FORMAT     What to write. One of: text, json, jsonl, html, svg,
                              perfetto, mermaid, trace. (default: text)
      -o, --output FILE       Write to a file instead of standard output.

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow run flows/rider-launch.json --environment develop --input signed-in=true
      launchflow run flows/rider-launch.json -e develop --input signed-in=true --base-url hulk=http://127.0.0.1:9000
      launchflow run launch.json -e test --action ask-for-location='"granted"' --store caches --trace run.json

    """

  static let show = """
    Draw a run from its trace file.

    Usage: launchflow show [options] TRACE

    A trace file is what 'launchflow run --trace', 'launchflow simulate --format
    trace' and apps write.

    A notice is shown as the flow's author wrote it: what users were told stands in
    no trace.

    Arguments:
      TRACE  The trace file; '-' is standard input.

    Options:
      -f, --format FORMAT  What to write. One of: text, json, jsonl, html, svg,
                           perfetto, mermaid, trace. (default: text)
      -o, --output FILE    Write to a file instead of standard output.

    Options of every command:
          --color WHEN  Whether to colour: auto does on a terminal, unless NO_COLOR
                        is set. One of: auto, always, never. (default: auto)
          --width N     How many columns to write. (default: the terminal's, else
                        100)
          --ascii       Draw with ASCII characters alone.
      -h, --help        Show this help.

    Examples:
      launchflow show run.json
      launchflow show run.json --format html --output run.html

    """
}
