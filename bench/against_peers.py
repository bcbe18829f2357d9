#!/usr/bin/env python3
"""Lockstep beside PyTorch and a plain C++ trainer on the same MLP, in interleaved rounds.

    bench/against_peers.py PEERS [--lockstep FILE] [--rounds 5] [--seconds 3]

PEERS is a folder with train_torch.py and train_eigen.cpp; each prints one line
    name model ranks steps_per_second samples_per_second ...
for the MLP 784-512-256-10, batch 128 a worker, 32-bit floats, SGD with momentum 0.9, one thread a worker. What is missing
is skipped, and that is said. Prints the medians (least..most) and three ratios, taken round by round:
    T1  Lockstep / PyTorch, one worker                       goal 1.20
    T2  Lockstep / PyTorch DDP over Gloo, two workers        goal 2.20
    T3  Lockstep's speedup from 1 to 2 / the C++ trainer's   goal 0.97
A run during which other processes used more than --foreign of the machine is done again, --tries times at most; then the
quietest of them counts and the report says how many such runs there are. Only ratios of one call mean anything."""
import argparse, json, os, re, resource, shutil, statistics, subprocess, sys, tempfile, time

MODEL, BATCH = "784-512-256-10", 128
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def busy_seconds():
    """Of all processors together; stolen time counts as somebody else's."""
    ticks = list(map(int, open("/proc/stat").readline().split()[1:9]))
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


class Machine:
    """Runs commands and knows how much the rest of the machine was in the way."""

    def __init__(self, foreign, tries):
        self.foreign, self.tries, self.repeated, self.disturbed = foreign, tries, 0, 0
        self.environment = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}
        self.environment.update(ONE_THREAD)

    def run(self, command):
        best = None
        for attempt in range(self.tries):
            busy, own, begin = busy_seconds(), own_seconds(), time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, env=self.environment)
            wall = max(time.monotonic() - begin, 1e-9)
            others = max(0, busy_seconds() - busy - (own_seconds() - own)) / (wall * os.cpu_count())
            if done.returncode != 0:
                raise RuntimeError(" ".join(command) + ": " + (done.stderr.strip().splitlines() or ["no reason given"])[-1])
            if best is None or others < best[0]:
                best = (others, done.stdout)
            if others <= self.foreign:
                return done.stdout
            self.repeated += attempt + 1 < self.tries
        self.disturbed += 1
        return best[1]


def lockstep_run(program, workers, seconds, settings):
    command = [program, "bench", "step", "--model", MODEL, "--batch", str(BATCH), "--precision", "f32", "--workers",
               str(workers), "--repeats", "1", "--seconds", str(seconds), "--json"]
    for setting in settings:
        command += ["--set", setting]
    return command, lambda text: json.loads(text)["rows"][0]["values"]["examples_per_second"]["median"]


def peer_run(command):
    return command, lambda text: float(text.split()[4])


def torch_name(python):
    """"PyTorch 1.13.1 (Debian 12)", asked of the installation; nothing when there is none."""
    asked = subprocess.run([python, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    if asked.returncode != 0:
        return None
    version = re.match(r"[0-9.]+", asked.stdout.strip()).group()
    package = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "python3-torch"], capture_output=True, text=True) \
        if python == "/usr/bin/python3" and shutil.which("dpkg-query") else None
    if package and package.returncode == 0 and package.stdout:
        version = re.match(r"[0-9.]+", package.stdout).group()
        system = dict(line.strip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
        return f"PyTorch {version} ({system.get('NAME', '').strip(chr(34)).split()[0]} {system.get('VERSION_ID', '').strip(chr(34))})"
    return f"PyTorch {version}"


def compiled(source, folder):
    program = os.path.join(folder, "train_eigen")
    built = subprocess.run(["g++", "-O3", "-march=x86-64-v3", "-DNDEBUG", "-std=c++20", "-pthread",
                            "-I/usr/include/eigen3", source, "-o", program], capture_output=True, text=True)
    return (program, None) if built.returncode == 0 else (None, "it does not compile: " + built.stderr.splitlines()[0])


def contestants(options, folder):
    """Name to (command, reader of the samples a second), and what is skipped with the reason."""
    runs, skipped, names = {}, [], {}
    for workers in (1, 2):
        runs[f"lockstep {workers}"] = lockstep_run(options.lockstep, workers, options.seconds, options.set)
    script = os.path.join(options.peers, "train_torch.py")
    torch = torch_name(options.python) if os.path.exists(script) else None
    if torch:
        names["torch"] = torch
        runs["torch plain"] = peer_run([options.python, script, "mlp", "plain", "1", str(options.seconds)])
        runs["torch ddp 2"] = peer_run([options.python, script, "mlp", "ddp", "2", str(options.seconds)])
    else:
        why = f"{options.python} has no torch" if os.path.exists(script) else "train_torch.py is not there"
        skipped.append(f"PyTorch (T1, T2): {why}")
    source = os.path.join(options.peers, "train_eigen.cpp")
    program, why = compiled(source, folder) if os.path.exists(source) else (None, "train_eigen.cpp is not there")
    if program:
        for workers in (1, 2):
            runs[f"eigen {workers}"] = peer_run([program, str(workers), str(options.seconds)])
    else:
        skipped.append(f"the C++ trainer (T3): {why}")
    if os.cpu_count() < 2:
        for name in [n for n in runs if n.endswith("2")]:
            del runs[name]
        skipped.append("two workers (T2, T3): this machine has one core, and they would take turns")
    return runs, skipped, names


def spread(values, digits=4):
    form = f".{digits}g"
    return f"{statistics.median(values):{form}} ({min(values):{form}}..{max(values):{form}})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("peers", help="folder with train_torch.py and train_eigen.cpp")
    parser.add_argument("--lockstep", default=os.path.join(here, "build", "release", "bin", "lockstep"))
    parser.add_argument("--python", default="/usr/bin/python3", help="the Python that has torch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--foreign", type=float, default=0.04)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a key of Lockstep's config")
    parser.add_argument("--json", metavar="FILE", help="also write every figure")
    options = parser.parse_args()
    if options.rounds < 3:
        parser.error("--rounds must be at least 3: a ratio without its spread says nothing")
    if not os.path.isdir(options.peers):
        parser.error(f"{options.peers} is no folder")
    if not os.access(options.lockstep, os.X_OK):
        parser.error(f"{options.lockstep} is not there; build it with: cmake --preset release && cmake --build build/release")

    machine, got = Machine(options.foreign, options.tries), {}
    with tempfile.TemporaryDirectory() as folder:
        runs, skipped, names = contestants(options, folder)
        for _ in range(options.rounds):
            for name, (command, reader) in runs.items():
                try:
                    got.setdefault(name, []).append(reader(machine.run(command)))
                except (RuntimeError, ValueError, KeyError, IndexError) as error:
                    sys.exit(f"{name}: {error}")
            print("round", len(next(iter(got.values()))), "of", options.rounds, file=sys.stderr, flush=True)

    def ratio(*quotients):
        """Product over rounds of a / b for each pair."""
        if any(name not in got for pair in quotients for name in pair):
            return None
        values = [1.0] * options.rounds
        for above, below in quotients:
            values = [v * a / b for v, a, b in zip(values, got[above], got[below])]
        return values

    goals = [("T1", f"Lockstep / {names.get('torch', 'PyTorch')}, 1 worker", 1.20, ratio(("lockstep 1", "torch plain"))),
             ("T2", f"Lockstep / {names.get('torch', 'PyTorch')} DDP over Gloo, 2 workers", 2.20, ratio(("lockstep 2", "torch ddp 2"))),
             ("T3", "Lockstep's speedup 1 to 2 / the C++ trainer's", 0.97,
              ratio(("lockstep 2", "lockstep 1"), ("eigen 1", "eigen 2")))]
    print(f"MLP {MODEL}, batch {BATCH} a worker, 32-bit floats, one thread a worker; {options.rounds} interleaved rounds of"
          f" {options.seconds:g} s; samples a second, median (least..most)")
    for name, values in got.items():
        print(f"  {name:12} {spread(values)}")
    for name, pair in (("Lockstep", ("lockstep 2", "lockstep 1")), ("the C++ trainer", ("eigen 2", "eigen 1"))):
        if speedup := ratio(pair):
            print(f"  speedup from 1 to 2 workers, {name}: {spread(speedup, 3)}")
    for name, what, goal, values in goals:
        if values:
            met = "met" if statistics.median(values) >= goal else "NOT met"
            print(f"{name}  {what}: {spread(values, 3)}   goal {goal:.2f} {met}")
        else:
            print(f"{name}  {what}: skipped")
    for line in skipped:
        print("skipped:", line)
    print(f"{machine.repeated} runs were done again because other processes used more than {100 * options.foreign:.0f} % of the"
          f" machine; {machine.disturbed} that were never quiet count all the same"
          + (", so these figures are noisy" if machine.disturbed else ""))
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"rounds": got, "goals": {n: {"goal": g, "ratios": v} for n, _, g, v in goals}, "skipped": skipped,
                       "torch": names.get("torch"), "disturbed": machine.disturbed}, out, indent=2)


if __name__ == "__main__":
    main()
