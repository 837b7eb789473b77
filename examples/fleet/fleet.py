"""Draws many launches of a flow on a Spark cluster, and adds them up.

    spark-submit fleet.py rider-launch.json --scenario odd-day --runs 1000000000 --shards 256

Every executor needs the command and the flow's files under the same paths. Options that this program does not know
go to `launchflow simulate`; those of the world (`--set`, `--input`, `--network`, `--scenarios`) go to `merge`, too.
"""

import argparse
import os
import shlex
import subprocess
import sys

# PySpark may write warnings to standard output, which is for the result alone.
OUTPUT = os.dup(1)
os.dup2(2, 1)

from pyspark.sql import SparkSession  # noqa: E402

OF_THE_WORLD = ("--scenarios", "--set", "--input", "--network")


def shards(context, command, count):
    """The line of each shard. A task whose command fails is run again by Spark, and draws the same."""
    numbers = context.parallelize(range(1, count + 1), count)
    # One shard a task: `xargs` puts the number on its standard input into the command line.
    words = ["xargs", "-I", "{}", *command, "--shard", f"{{}}/{count}"]
    environment = {"PATH": os.environ.get("PATH", "")}
    return numbers.pipe(shlex.join(words), env=environment, checkCode=True)


def of_the_world(words):
    """The words for `merge` among those for `simulate`."""
    kept, rest = [], iter(words)
    for word in rest:
        if word in OF_THE_WORLD:
            kept += [word, next(rest, "")]
        elif word.startswith(tuple(name + "=" for name in OF_THE_WORLD)):
            kept.append(word)
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("flow")
    parser.add_argument("--launchflow", default="launchflow", help="the command, on every executor")
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--format", default="text")
    parser.add_argument("--output", default="-")
    parser.add_argument("--jobs", type=int, default=1, help="the cores of one task (spark.task.cpus)")
    given, words = parser.parse_known_args()

    simulate = [given.launchflow, "simulate", given.flow, "--jobs", str(given.jobs), *words]
    merge = [given.launchflow, "merge", given.flow, "--format", given.format, *of_the_world(words)]
    if given.output != "-":
        merge += ["--output", given.output]

    spark = SparkSession.builder.appName("launchflow").getOrCreate()
    try:
        # A line has some hundred kilobytes at most, whatever the number of its runs.
        lines = shards(spark.sparkContext, simulate, given.shards).collect()
        lines = [line for line in lines if line.startswith("{")]
    finally:
        spark.stop()
    sys.exit(subprocess.run(merge, input="\n".join(lines) + "\n", text=True, stdout=OUTPUT).returncode)


if __name__ == "__main__":
    main()
