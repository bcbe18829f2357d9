#!/usr/bin/env python3
"""Compares `lockstep sampler` with torch's own DistributedSampler on 150 random configurations.

    bench/sampler_against_torch.py [PATH OF lockstep]

Exit code 0: every index agrees; 1: one differs, and it is printed; 77: torch is not installed here.
"""
import pathlib
import random
import subprocess
import sys

CONFIGURATIONS = 150
# What random draws would hardly meet: empty sets, fewer examples than replicas, the refill of the generator.
CORNERS = [
    (0, 1, 0, 0, True, False),
    (0, 16, 3, 2, True, True),
    (0, 5, 0, 0, False, False),
    (1, 16, 0, 0, True, False),
    (3, 8, 0, 0, False, False),
    (3, 8, 0, 0, True, True),
    (3, 7, 0, 1, True, False),
    (10, 4, 0, 0, True, False),
    (624, 7, 42, 0, True, False),
    (1000, 16, 2**32, 1, True, True),
    (2000, 16, 2**53 - 1, 0, True, False),
]


def binary():
    if len(sys.argv) > 1:
        return pathlib.Path(sys.argv[1])
    build = pathlib.Path(__file__).resolve().parent.parent / "build"
    found = [build / preset / "bin" / "lockstep" for preset in ("release", "ci", "dev", "headless")]
    built = [path for path in found if path.exists()]
    if not built:
        sys.exit("There is no lockstep in build/; build it first (scripts/setup), or give its path.")
    return max(built, key=lambda path: path.stat().st_mtime)


def configurations():
    """Of each: examples, replicas, seed, epoch, shuffle, drop_last."""
    draw = random.Random(20260901)
    made = list(CORNERS)
    while len(made) < CONFIGURATIONS:
        seed = draw.choice([draw.randrange(0, 100), draw.randrange(0, 2**32), draw.randrange(0, 2**53)])
        made.append((draw.randint(0, 2000), draw.randint(1, 16), seed, draw.randint(0, 50),
                     draw.random() < 0.75, draw.random() < 0.5))
    return made


def torch_lists(sampler_class, examples, replicas, seed, epoch, shuffle, drop_last):
    lists = []
    for rank in range(replicas):
        sampler = sampler_class(range(examples), num_replicas=replicas, rank=rank, shuffle=shuffle, seed=seed,
                                drop_last=drop_last)
        sampler.set_epoch(epoch)
        lists.append(list(sampler))
    return lists


def lockstep_lists(path, examples, replicas, seed, epoch, shuffle, drop_last):
    words = [str(path), "sampler", "--dataset-size", str(examples), "--replicas", str(replicas), "--seed", str(seed),
             "--epoch", str(epoch)]
    words += [] if shuffle else ["--no-shuffle"]
    words += ["--drop-last"] if drop_last else []
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return [[int(index) for index in line.split()] for line in text.split("\n")[:-1]]


def main():
    try:
        import torch
        from torch.utils.data.distributed import DistributedSampler
    except ImportError:
        print("torch is not installed for this Python, so there is nothing to compare with; skipped.")
        return 77
    path = binary()
    indices = 0
    for number, config in enumerate(configurations()):
        expected, got = torch_lists(DistributedSampler, *config), lockstep_lists(path, *config)
        if expected != got:
            print(f"configuration {number} (examples, replicas, seed, epoch, shuffle, drop_last) = {config} differs:")
            for rank, (theirs, ours) in enumerate(zip(expected, got)):
                if theirs != ours:
                    print(f"  rank {rank}: torch {theirs[:10]}..., lockstep {ours[:10]}...")
                    break
            else:
                print(f"  torch deals to {len(expected)} ranks, lockstep to {len(got)}")
            return 1
        indices += sum(map(len, got))
    print(f"torch {torch.__version__}: {CONFIGURATIONS} configurations, {indices} indices, all equal.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
