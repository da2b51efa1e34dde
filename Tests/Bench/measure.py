"""What the sections of the benchmark share: running programs, medians, and the table."""

import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

KEY = "sample-bench"


@dataclass
class Run:
    """One process from its start to its end: seconds, seconds of all cores, MB at the most."""

    wall: float
    cpu: float
    memory: float
    output: str
    messages: str


def run(*command, allowed=(0,), discard=False, **environment):
    """Runs a command to its end; stops the benchmark where it fails. What it prints can be discarded."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.DEVNULL if discard else subprocess.PIPE,
        stderr=subprocess.PIPE, env=os.environ | environment,
    )
    with ThreadPoolExecutor(1) as reader:
        messages = reader.submit(process.stderr.read)
        output, messages = b"" if discard else process.stdout.read(), messages.result()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begin
    if process.returncode not in allowed:
        sys.exit(f"{command} ended with {process.returncode}: {messages.decode()}")
    cpu = usage.ru_utime + usage.ru_stime
    return Run(wall, cpu, usage.ru_maxrss / 1024, output.decode(), messages.decode())


def alternate(count, *commands):
    """Several commands in turn, so that a change of the machine's load meets all of them alike. What they
    print is discarded: it would count as memory of the next ones."""
    for command in commands:
        run(*command, discard=True)
    rounds = [[run(*command, discard=True) for command in commands] for _ in range(count)]
    return [list(runs) for runs in zip(*rounds)]


def sample_archive(program, archive, *, days):
    """An archive with a reading of the sample network each night."""
    run(f"{program}-sample", "archive", archive, "--days", days, "--every", 1, discard=True)


@contextmanager
def sample_network(program, *options):
    """Serves a sample network meanwhile, by the program beside modexport; yields the address of its API."""
    command = [f"{program}-sample", "serve", "--port", "0", *map(str, options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield process.stdout.readline().decode().strip()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def median(values):
    return statistics.median(values)


def spread(values):
    """`median (least to most)`, in a unit that suits it."""
    unit, factor, digits = ("ms", 1000, 1) if max(values) < 1 else ("s", 1, 2)
    low, middle, high = (f"{v * factor:.{digits}f}" for v in (min(values), median(values), max(values)))
    return f"{middle} {unit} ({low} to {high})" if len(values) > 1 else f"{middle} {unit}"


class Table:
    """The measurements so far, each printed as it comes."""

    HEAD = ("measured", "modexport", "beside it", "figure", "bound")

    def __init__(self):
        self.rows = []
        self.show(self.HEAD)

    def add(self, what, ours, theirs, figure, bound):
        """One row. The figure, a ratio or what was measured itself, has to be at most the bound."""
        missed = "" if figure <= bound else " **missed**"
        cells = (what, ours, theirs, f"{figure:.2f}", f"≤ {bound:g}{missed}")
        self.rows.append(cells)
        self.show(cells)

    def show(self, cells):
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, (44, 28, 36, 8, 10))), flush=True)

    @property
    def markdown(self):
        lines = [self.HEAD, ("---",) * len(self.HEAD), *self.rows]
        return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
