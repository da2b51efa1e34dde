"""Stops the program in the middle of its steps, and expects that the next run needs no help.

Each trial runs one of mirror, report, prune and backup on a copy of an archive, and one thing happens to it
at a random moment: SIGKILL, SIGTERM, SIGHUP, a full disk, a limit on file sizes, a clock that was set back, or
another time zone. After it the archive must verify, hold every roster that it held before, the report and
the copy must be whole or absent, and one further run of the same command must end with 0.
"""

import argparse
import hashlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from program import Program, rows

STEPS = ("mirror", "report", "prune", "backup")
EVENTS = ("kill", "term", "hangup", "full disk", "file limit", "clock", "time zone")
# How a step may end: 0 where the event came too late or does no harm.
CODES = {
    "kill": (0, -9), "term": (0, 143, -15), "hangup": (0, 129, -1), "full disk": (0, 73), "file limit": (0, 73),
    "clock": (0, 1), "time zone": (0,),
}
SIGNALS = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "hangup": signal.SIGHUP}


class Trial:
    def __init__(self, program, api, model, place, random):
        self.program, self.api, self.place, self.random = program, api, place, random
        for old in place.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        self.archive = place / "modexport.sqlite"
        shutil.copy(model, self.archive)
        self.rosters = self.read_rosters()
        self.changes = self.read_changes()

    def read_rosters(self):
        """By site, when the roster was read, and its size."""
        sql = "SELECT site, published_at, moderators FROM sites WHERE published_at IS NOT NULL"
        return {site: (date, count) for site, date, count in rows(self.archive, sql)}

    def read_changes(self):
        return rows(self.archive, "SELECT * FROM changes ORDER BY id")

    def arguments(self, step):
        common = ("--archive", self.archive)
        match step:
            case "mirror":
                return ("mirror", *common, "--api-url", self.api, "--rate", 1000, "--max-age", "0s",
                        "--recheck-after", "0s", "--retries", 1, "--output", self.place / "report",
                        "--backup", self.place / "copy.sqlite", "--keep", "1d")
            case "report":
                return ("report", *common, "--output", self.place / "report")
            case "prune":
                return ("prune", *common, "--keep", "0s", "--yes")
            case "backup":
                return ("backup", *common, self.place / "copy.sqlite")

    def happen(self, step, event, seconds):
        """Runs the step with the event; returns its exit code."""
        arguments = self.arguments(step)
        if event in SIGNALS:
            process = self.program.start(*arguments)
            time.sleep(self.random.uniform(0, seconds))
            process.send_signal(SIGNALS[event])
            process.communicate(timeout=120)
            return process.returncode
        if event == "file limit":
            blocks = self.random.randrange(1, self.archive.stat().st_size * 2 // 1024)
            return self.program.run(
                *arguments, prefix=("bash", "-c", f'ulimit -f {blocks}; trap "" XFSZ; exec "$@"', "-")).code
        if event == "full disk":
            return self.fill(arguments)
        if event == "clock":
            shift = self.random.choice((-86400 * 400, -3600, -30))
            # Setting a clock does not change the monotonic one.
            return self.program.run(
                *arguments, prefix=("faketime", "-f", f"{shift:+d}s"), FAKETIME_DONT_FAKE_MONOTONIC="1").code
        return self.program.run(*arguments, TZ=self.random.choice(("Asia/Tokyo", "Pacific/Apia", "Nowhere"))).code

    def fill(self, arguments):
        """A file on the same disk takes the room, but for a little."""
        room = shutil.disk_usage(self.place).free
        left = self.random.randrange(0, 1 << 20)
        filler = self.place.parent / "filler"
        with filler.open("wb") as file:
            subprocess.run(["fallocate", "-l", str(max(4096, room - left)), file.name], check=True)
        try:
            return self.program.run(*arguments).code
        finally:
            filler.unlink()

    def expect(self, what, is_so):
        if not is_so:
            raise AssertionError(what)

    def check(self, step):
        """What must hold whatever happened."""
        verify = self.program.run("verify", "--archive", self.archive)
        self.expect(f"the archive verifies: {verify.messages}", verify.code == 0)
        now = self.read_rosters()
        for site, (date, _) in self.rosters.items():
            self.expect(f"the roster of {site} is kept", site in now and now[site][0] >= date)
        self.expect("changes are kept", self.read_changes()[:len(self.changes)] == self.changes)
        report = self.place / "report"
        if report.exists():
            self.expect("the report is whole", is_whole(report))
        copy = self.place / "copy.sqlite"
        if copy.exists():
            self.expect("the copy verifies", self.program.run("verify", "--archive", copy).code == 0)
        again = self.program.run(*self.arguments(step))
        self.expect(f"the next run ends well: {again.code} {again.messages}", again.code == 0)
        known = {self.archive.name, f"{self.archive.name}.lock", "report", "copy.sqlite", "copy.sqlite.lock"}
        left = {path.name for path in self.place.iterdir()} - known
        self.expect(f"nothing is left behind: {left}", not left)


def is_whole(report):
    sums = (report / "SHA256SUMS").read_text().splitlines()
    return all(
        hashlib.sha256((report / name).read_bytes()).hexdigest() == digest
        for digest, name in (line.split("  ", 1) for line in sums))


def main():
    parser = argparse.ArgumentParser(prog="scripts/endure kills", description=__doc__)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--disk", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=100, help="trials")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    failed = 0
    codes = {}
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        model = Path(folder) / "model.sqlite"
        for day in (0, 40):
            with program.sample_network("--sites", 12, "--day", day) as api:
                run = program.run(
                    "sync", "--all", "--archive", model, "--api-url", api, "--rate", 1000, "--max-age", "0s",
                    "--recheck-after", "0s")
                if run.code:
                    sys.exit(f"the model could not be made: {run.messages}")
        place = options.disk / "place"
        place.mkdir(exist_ok=True)
        with program.sample_network("--sites", 12, "--day", 80) as api:
            usual = {}
            for trial in range(options.count):
                random_ = random.Random(f"{options.seed} {trial}")
                step, event = random_.choice(STEPS), EVENTS[trial % len(EVENTS)]
                subject = Trial(program, api, model, place, random_)
                if step not in usual:
                    usual[step] = program.run(*subject.arguments(step)).seconds
                    subject = Trial(program, api, model, place, random_)
                code = subject.happen(step, event, usual[step])
                codes.setdefault((event, step), []).append(code)
                try:
                    subject.expect(f"the exit code is one of {CODES[event]}", code in CODES[event])
                    subject.check(step)
                except AssertionError as error:
                    failed += 1
                    print(f"trial {trial}, {event} during {step} (ended with {code}): {error}", flush=True)
    for (event, step), ended in sorted(codes.items()):
        print(f"{event:10} {step:8} {' '.join(map(str, ended))}")
    print(f"{options.count - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
