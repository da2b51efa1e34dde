"""Runs the nightly job many times on one archive, while the sample network ages by a day each time.

Prints how long a run takes, how much memory and how many open files it has, in the first and the last
tenth of the runs, beside the growth of the archive. Exits with 1 if a run fails, or if the last tenth
needs more than the archive's growth explains.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from program import Program, rows


def main():
    parser = argparse.ArgumentParser(prog="scripts/endure runs", description=__doc__)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=1000, help="runs")
    parser.add_argument("--sites", type=int, default=20, help="sites of the network")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        archive = Path(folder) / "modexport.sqlite"
        ended = []
        for day in range(options.count):
            with program.sample_network("--sites", options.sites, "--day", day) as api:
                run = program.run(
                    "mirror", "--api-url", api, "--rate", 1000, "--max-age", "0s", "--recheck-after", "0s",
                    "--keep", "30d")
            if run.code or run.messages:
                sys.exit(f"run {day} ended with {run.code}: {run.messages}")
            ended.append(run)
            if (day + 1) % 100 == 0:
                print(f"{day + 1} runs, archive {archive.stat().st_size >> 10} KiB", flush=True)
        report(ended, archive)


def report(ended, archive):
    tenth = max(1, len(ended) // 10)
    first, last = ended[1:1 + tenth], ended[-tenth:]
    growth = []
    for name in ("seconds", "cpu", "megabytes", "descriptors"):
        before, after = (statistics.median(getattr(run, name) for run in runs) for runs in (first, last))
        growth.append(after / before)
        print(f"{name:12} {before:10.3f} {after:10.3f}  {after / before:.2f}")
    walks, = rows(archive, "SELECT count(*) FROM walks")[0]
    changes, = rows(archive, "SELECT count(*) FROM changes")[0]
    print(f"{walks} walks, {changes} changes, archive {archive.stat().st_size >> 10} KiB")
    # Verification and the report read the whole history, so their time grows with it; memory and open files
    # must not.
    if growth[2] > 1.5 or growth[3] > 1.1:
        sys.exit("a run needs more memory or open files than the first ones")


if __name__ == "__main__":
    main()
