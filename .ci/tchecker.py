"""Compares `launchflow verify` with TChecker; `.ci/tchecker` prepares and calls it."""

import argparse, collections, ctypes, glob, json, os, re, resource, shutil, struct, subprocess, sys

# Of tcheckerpy: exploration with inclusion of zones; the graph as the result.
COVREACH, GRAPH = 2, 0
# Of the processor, for a flow of the repository and for a random one.
SECONDS, FEW_SECONDS = 60, 10
MEGABYTES = 4000


def weaken(library, copy):
    """Writes a copy of a library that does without glibc 2.38 (the flag of a weak version is 2)."""
    data = bytearray(open(library, "rb").read())
    (offset,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, offset + i * size) for i in range(count)]
    needs = next(section for section in sections if section[1] == 0x6FFFFFFE)
    names = sections[needs[6]][4]
    at = needs[4]
    while True:
        _, entries, _, first, following = struct.unpack_from("<HHIII", data, at)
        entry = at + first
        for _ in range(entries):
            _, flags, _, name, step = struct.unpack_from("<IHHII", data, entry)
            if data[names + name :].startswith(b"GLIBC_2.38\0"):
                struct.pack_into("<H", data, entry + 4, flags | 2)
            entry += step
        if not following:
            break
        at += following
    open(copy, "wb").write(data)


class TChecker:
    """The library, called in a process of its own each time: it keeps its memory, and may end the process."""

    def __init__(self, scratch, library):
        self.scratch, self.library = scratch, library
        newer = f"{scratch}/newer.so"
        if os.path.exists(newer):
            self.library = f"{scratch}/libtchecker.so"
            weaken(library, self.library)
            ctypes.CDLL(newer, ctypes.RTLD_GLOBAL)

    def explore(self, model, seconds):
        """The statistics, and the labels that occur in the explored graph; none where it was not finished."""
        graph, figures = f"{self.scratch}/graph", f"{self.scratch}/figures"
        open(graph, "w").close()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(figures, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
            os.dup2(os.open(figures + ".errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
            library, pointer = ctypes.CDLL(self.library), ctypes.POINTER(ctypes.c_int)
            library.tck_reach.argtypes = [ctypes.c_char_p] * 3 + [
                ctypes.c_int, ctypes.c_char_p, ctypes.c_int, pointer, pointer]
            library.tck_reach(
                graph.encode(), model.encode(), b"", COVREACH, b"bfs", GRAPH, None, None)
            ctypes.CDLL(None).fflush(None)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        found = dict(line.split(" ", 1) for line in open(figures).read().splitlines() if " " in line)
        if status or "STORED_STATES" not in found:
            return None, open(figures + ".errors").read().strip() or "time or memory ran out"
        occurring = set()
        found["resting"] = 0
        for line in open(graph):
            found["resting"] += ",idle>" in line or ",after>" in line
            if match := re.search(r'labels="([^"]+)"', line):
                occurring.update(match[1].split(","))
        return found, occurring


class Comparison:
    def __init__(self, tchecker, options):
        self.tchecker, self.options = tchecker, options
        self.left_out, self.open, self.unequal, self.rows = collections.Counter(), [], [], []
        self.equal = self.claims = 0

    def compare(self, flow, seconds):
        scratch, options = self.tchecker.scratch, self.options
        name = os.path.basename(flow).removesuffix(".json")
        verification, model = f"{scratch}/verification.json", f"{scratch}/{name}.tck"
        verified = subprocess.run(
            [options.launchflow, "verify", flow, "--format", "json", "--timeout", f"{SECONDS}s"],
            capture_output=True, text=True)
        if verified.returncode not in (0, 1, 3):
            sys.exit(verified.stderr)
        if "stopped" in json.loads(verified.stdout):
            self.open.append(f"{name}: the verifier leaves claims open")
            return
        open(verification, "w").write(verified.stdout)
        encoded = subprocess.run([options.automata, flow, verification], capture_output=True, text=True)
        if encoded.returncode == 3:
            for feature in encoded.stderr.strip().split(", "):
                self.left_out[feature] += 1
            return
        if encoded.returncode != 0:
            sys.exit(encoded.stderr)
        open(model, "w").write(encoded.stdout)
        expected = [
            line[2:].split(" ", 2) for line in encoded.stdout.splitlines() if line.startswith("# claim")]
        figures, labels = self.tchecker.explore(model, seconds)
        if figures is None:
            self.open.append(f"{name}: TChecker did not finish: {labels}")
            return
        wrong = [
            f"{name}: {text}: {verdict} by the verifier, but not by TChecker"
            for label, verdict, text in expected if (label in labels) != (verdict == "reachable")]
        if not wrong:
            self.equal += 1
            self.claims += len(expected)
        self.unequal += wrong
        for line in wrong:
            print(line, flush=True)
        if wrong and options.keep:
            os.makedirs(options.keep, exist_ok=True)
            shutil.copy(flow, options.keep)
            shutil.copy(model, options.keep)
            shutil.copy(verification, f"{options.keep}/{name}.verification.json")
        if options.table:
            self.add_row(name, flow, json.loads(verified.stdout), verified.stderr)
        os.remove(model)

    def add_row(self, name, flow, verification, statistics):
        """Measures both on the flow alone, without labels for claims."""
        model = f"{self.tchecker.scratch}/{name}.tck"
        with open(model, "w") as file:
            subprocess.run([self.options.automata, flow], stdout=file, check=True)
        figures, _ = self.tchecker.explore(model, SECONDS)
        took = re.search(r"in ([\d.]+) (ms|s)", statistics)
        if not figures or not took or not verification["explored"]:
            return
        own = float(took[1]) / (1000 if took[2] == "ms" else 1)
        theirs = float(figures["RUNNING_TIME_SECONDS"])
        states, stored = verification["explored"], int(figures["STORED_STATES"])
        self.rows.append(
            f"| {name} | {states:,} | {figures['resting']:,} | {stored:,} | {theirs / own:.3g} | "
            f"{theirs / stored / (own / states):.2g} |")

    def report(self):
        print(f"{self.equal} flows with {self.claims} claims: the verifier and TChecker agree")
        for feature, count in self.left_out.items():
            print(f"left out: {feature} ({count} flows)")
        for line in self.open:
            print(f"not compared: {line}")
        if self.rows:
            print("| flow | own states | at rest | stored | total | per state |\n| --- | --: | --: | --: | --: | --: |")
            print("\n".join(self.rows))
        print(f"{len(self.unequal)} claims on which they disagree")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch")
    parser.add_argument("library")
    parser.add_argument("--random", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--launchflow", default=".build/debug/launchflow")
    parser.add_argument("--automata", default=".build/debug/TimedAutomata")
    options = parser.parse_args()
    comparison = Comparison(TChecker(options.scratch, options.library), options)
    for flow in sorted(glob.glob("flows/*.json") + glob.glob("examples/*/*.json")):
        if "flow" in json.load(open(flow)) and ".scenarios." not in flow:
            comparison.compare(flow, SECONDS)
    folder = f"{options.scratch}/random"
    os.mkdir(folder)
    subprocess.run([options.automata, "random", str(options.first), str(options.random), folder], check=True)
    for seed in range(options.first, options.first + options.random):
        comparison.compare(f"{folder}/random-{seed}.json", FEW_SECONDS)
    comparison.report()
    sys.exit(bool(comparison.unequal))


main()
