"""Compares the steps of a trace in Perfetto's trace processor with those of the run's JSON.

Usage: perfetto.py TRACE RUN. Ends with 0 if all times agree, 1 if one differs, 3 if there is no trace processor.
"""

import json
import sys

from perfetto.trace_processor import TraceProcessor

try:
    processor = TraceProcessor(trace=sys.argv[1])
except Exception as error:  # the client raises whatever its download raises
    print(f"SKIPPED: Perfetto's trace processor cannot be downloaded or started: {error}", file=sys.stderr)
    sys.exit(3)

with open(sys.argv[2]) as file:
    run = json.load(file)

expected = {
    (step.get("title") or name, step["start"], step["end"] - step["start"])
    for name, step in run["steps"].items()
    if step.get("start") is not None and step.get("end") is not None
}
query = "select name, ts, dur from slice where category in ('http', 'action', 'cache', 'value', 'group', 'wait')"
found = {(row.name, row.ts, row.dur) for row in processor.query(query)}
origin = min((start for _, start, _ in found), default=0) - min((start for _, start, _ in expected), default=0)
found = {(name, start - origin, length) for name, start, length in found}
for name, start, length in sorted(expected ^ found):
    side = "the run" if (name, start, length) in expected else "Perfetto"
    print(f"only {side} has {name} at {start} ns for {length} ns", file=sys.stderr)
sys.exit(0 if expected == found else 1)
