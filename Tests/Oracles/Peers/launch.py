"""The peers' launch, written by hand as somebody would who simulates this one launch and no other.

Three calls side by side; when all have ended, three in a row. A call takes a log-normal time (median 0.4 s, sigma 1), 5 %
fail after it, 5 % hang. A time-out ends a call after 10 s. A failed call is replaced by what is stored, so a failure
changes no time.

usage: launch.py numpy|simpy RUNS SEED

Prints the mean landing in seconds, and the seconds of processor time that the runs took, without the start of Python.
"""

import random
import sys
import time


def with_numpy(runs, seed):
    """All runs of a block at once. A block fits into the processor's cache; larger ones are slower."""
    import numpy

    block = 4096
    source = numpy.random.Generator(numpy.random.SFC64(seed))
    times = numpy.empty((6, block))
    odds = numpy.empty((6, block), dtype=numpy.float32)
    begin = time.process_time()
    total = 0.0
    left = runs
    while left > 0:
        count = min(block, left)
        left -= count
        source.standard_normal(out=times)
        numpy.exp(times, out=times)
        numpy.multiply(times, 0.4, out=times)
        source.random(out=odds, dtype=numpy.float32)
        numpy.copyto(times, 10.0, where=odds < 0.05)
        numpy.minimum(times, 10.0, out=times)
        landings = times[:3].max(axis=0)
        landings += times[3]
        landings += times[4]
        landings += times[5]
        total += landings[:count].sum()
    return total / runs, time.process_time() - begin


def with_simpy(runs, seed):
    """An environment for each run. A call is one time-out of the shortest thing that ends it."""
    import simpy

    source = random.Random(seed)

    def call(environment):
        latency = 10.0 if source.random() < 0.05 else min(10.0, source.lognormvariate(-0.916290731874155, 1.0))
        return environment.timeout(latency)

    def launch(environment):
        yield environment.all_of([call(environment), call(environment), call(environment)])
        for _ in range(3):
            yield call(environment)

    begin = time.process_time()
    total = 0.0
    for _ in range(runs):
        environment = simpy.Environment()
        environment.run(environment.process(launch(environment)))
        total += environment.now
    return total / runs, time.process_time() - begin


way, runs, seed = sys.argv[1:]
mean, seconds = {"numpy": with_numpy, "simpy": with_simpy}[way](int(runs), int(seed))
print(mean, seconds)
