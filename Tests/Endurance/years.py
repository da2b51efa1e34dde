"""Plays years of nights: the nightly job on one archive, while the clock and the sample network are a day further each
night, and something goes wrong in every third.

Every 28th night proves the archive, writes the report and makes a copy; the others only sync, since what proves and
reports all of the history takes hours in ten years. The fault of a whole night is followed by `verify`: the archive
must agree with its evidence, and the report and the copy be whole or absent. The night after a fault must end with 0
and print nothing. At the end nothing may be lost, nothing false, and no night may have sent a mail that nobody need
read.
"""

import argparse
import hashlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from datetime import datetime, timezone
from pathlib import Path

from faults import Night, draw
from program import Program, rows
from truth import DAY, DAY_ZERO, KINDS, World, day_of

# When the job begins, in seconds after midnight.
HOUR_OF_NIGHT = 3 * 3_600
# The most characters of a mail.
LONGEST_MAIL = 600
MOST_MEGABYTES, MOST_SECONDS_TO_VERIFY = 160, 10
# How often what the first nights needed the last ones may need. Verification and the report read all of the history, so
# that their time grows with it.
MOST_GROWTH = {"megabytes": 1.5, "descriptors": 1.1}
QUESTIONS = 400


class Years:
    def __init__(self, options, program, place):
        self.options, self.program, self.place = options, program, place
        self.archive = place / "modexport.sqlite"
        self.world = World()
        # Nights without a fault, by whether they were whole.
        self.calm = {False: [], True: []}
        self.good_days, self.faults = [], Counter()
        self.failures = Counter()

    def fail(self, kind, what):
        self.failures[kind] += 1
        if self.failures[kind] <= 20:
            print(f"{kind}: {what}", flush=True)

    def play(self):
        for day in range(self.options.nights):
            dice = random.Random(f"{self.options.seed} {day}")
            self.program.shift = DAY_ZERO + day * DAY + HOUR_OF_NIGHT - int(time.time())
            fault = draw(dice, list(self.world.days)) if day % 3 == 2 else None
            server = fault.server if fault else ()
            network = ("--sites", self.options.sites, "--seed", self.options.seed, "--day", day, *server)
            is_whole = day % self.options.whole_every == 0
            with self.program.sample_network(*network) as api:
                self.world.look(day, api)
                earlier = self.calm[is_whole]
                night = Night(self.program, self.place, api, dice, is_whole, earlier[-1].seconds if earlier else 1)
                if fault:
                    self.suffer(day, fault, fault.happen(night), is_whole)
                else:
                    self.rest(day, night.run(), is_whole)
            if (day + 1) % 100 == 0:
                print(f"{day + 1} nights, archive {self.megabytes:.1f} MB", flush=True)

    @property
    def megabytes(self):
        return self.archive.stat().st_size / 1e6

    def rest(self, day, run, is_whole):
        """What must hold after a night without a fault, whatever was before."""
        self.calm[is_whole].append(run)
        self.judge_mail(f"night {day}", day, run, is_whole)
        if run.code:
            self.fail("help needed", f"night {day} ended with {run.code}: {run.messages}")
        if not is_whole:
            return
        files = {self.archive.name + ending for ending in ("", ".lock", "-wal", "-shm")}
        known = files | {"report", "copy.sqlite", "copy.sqlite.lock"}
        if left := {path.name for path in self.place.iterdir()} - known:
            self.fail("left behind", f"night {day}: {left}")

    def suffer(self, day, fault, run, is_whole):
        """What must hold after a night with a fault."""
        self.faults[fault.name.split("@")[0], run.code] += 1
        what = f"night {day}, {fault.name}"
        if self.options.verbose:
            print(f"{what}: {run.code} {run.messages.strip()}", flush=True)
        self.judge_mail(what, day, run, is_whole)
        if run.code not in fault.codes:
            self.fail("exit code", f"{what} ended with {run.code}: {run.messages}")
        if not is_whole:
            return
        for archive in (self.archive, self.place / "copy.sqlite"):
            if archive.exists() and (verify := self.program.run("verify", "--archive", archive)).code:
                self.fail("damage", f"{what}: {archive.name}: {verify.messages}")
        report = self.place / "report"
        if report.exists() and not has_all_files(report):
            self.fail("damage", f"{what}: the report is not whole")

    def judge_mail(self, what, day, run, is_whole):
        """A run that ends with 0 prints nothing, another one its reasons: `mirror` one short line, `sync` one a site.
        One that is killed cannot."""
        if run.code == 0:
            self.good_days.append(day)
        lines = len(run.messages.splitlines())
        is_short = lines <= 1 and len(run.messages) <= LONGEST_MAIL
        if (lines > 0) != (run.code > 0) or (is_whole and not is_short):
            self.fail("mail", f"{what}, ended with {run.code}: {run.messages}")

    def audit(self):
        readings = self.readings()
        for day in self.good_days:
            for site in self.world.days:
                if day not in readings[site]:
                    self.fail("lost", f"{site} was not read on day {day}, which ended with 0")
        expected = self.world.changes({site: sorted(days) for site, days in readings.items()})
        changes = rows(self.archive, "SELECT site, user_id, kind, observed_at FROM changes")
        found = Counter(
            (site, user, kind, day_of(seconds(at))) for site, user, kind, at in changes if kind in KINDS)
        for change in expected - found:
            self.fail("lost", f"no change {change}")
        for change in found - expected:
            self.fail("false", f"a change {change}")
        self.ask(readings, random.Random(self.options.seed))
        return sum(map(len, readings.values())), len(changes)

    def readings(self):
        """By site, the days on which it was read."""
        days = defaultdict(set)
        for site, at in rows(self.archive, "SELECT site, read_at FROM observations"):
            days[site].add(day_of(seconds(at)))
        return days

    def ask(self, readings, dice):
        for _ in range(min(QUESTIONS, self.options.nights * self.options.sites)):
            site = dice.choice(list(self.world.days))
            # Of who came after the last reading nothing is known.
            day = dice.randint(0, max(readings[site]))
            date = datetime.fromtimestamp(DAY_ZERO + day * DAY, timezone.utc).date()
            code, results = self.program.results(
                "list", site, "--as-of", date, "--json", "--archive", self.archive)
            if code not in (0, 3):
                self.fail("false", f"{site} on {date}: the question ended with {code}")
                continue
            for falsehood in self.world.falsehoods(site, day, json.loads(results)):
                self.fail("false", f"{site} on {date}: {falsehood}")

    def report(self, readings, changes):
        verify = self.program.run("verify", "--archive", self.archive)
        for (name, code), count in sorted(self.faults.items()):
            print(f"{name:30} ended with {code:4}  {count} times")
        for is_whole, words in ((False, "synced"), (True, "also proven, reported and copied")):
            # The first night reads everything for the first time.
            if runs := self.calm[is_whole][is_whole:]:
                self.compare(runs, words)
        if self.megabytes > MOST_MEGABYTES:
            self.fail("size", f"the archive has {self.megabytes:.1f} MB")
        if verify.code or verify.seconds > MOST_SECONDS_TO_VERIFY:
            self.fail("verify", f"it ended with {verify.code} after {verify.seconds:.1f} s: {verify.messages}")
        calm = sum(map(len, self.calm.values()))
        print(f"\n{self.options.nights} nights, {calm} of them calm; {readings} readings, {changes} changes")
        print(f"archive {self.megabytes:.1f} MB, verified in {verify.seconds:.2f} s")
        print(", ".join(f"{self.failures[kind]} {words}" for kind, words in (
            ("lost", "lost"), ("false", "false"), ("mail", "mails that nobody need read"))))

    def compare(self, runs, words):
        """The first tenth of these nights beside the last."""
        tenth = max(1, len(runs) // 10)
        print(f"\n{f'{len(runs)} nights {words}':44} {'first tenth':>12} {'last tenth':>12}, medians")
        for name in ("seconds", "cpu", "megabytes", "descriptors"):
            first, last = (
                statistics.median(getattr(run, name) for run in part) for part in (runs[:tenth], runs[-tenth:]))
            print(f"{name:44} {first:12.3f} {last:12.3f}")
            if last > first * MOST_GROWTH.get(name, float("inf")):
                self.fail("growth", f"{name} from {first} to {last}")


def seconds(instant):
    return int(datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp())


def has_all_files(report):
    sums = (report / "SHA256SUMS").read_text().splitlines()
    return all(
        hashlib.sha256((report / name).read_bytes()).hexdigest() == digest
        for digest, name in (line.split("  ", 1) for line in sums))


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/endure years", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--program", "--clock", "--disk"):
        parser.add_argument(name, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--nights", type=int, default=3_650, metavar="N", help="4 to 3652")
    parser.add_argument("--sites", type=int, default=180, metavar="N", help="sites of the network")
    parser.add_argument("--whole-every", type=int, default=28, metavar="N", help="prove, report and copy so often")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the network and of the faults")
    parser.add_argument("--verbose", action="store_true", help="print what each fault did")
    options = parser.parse_args()
    if not 4 <= options.nights <= 3_652:
        parser.error("--nights is 4 to 3652: the sample network has no more days")
    print(f"seed {options.seed}", flush=True)
    place = Path(options.disk) / "place"
    place.mkdir()
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        years = Years(options, Program(options.program, options.clock, folder), place)
        years.play()
        years.report(*years.audit())
    print(f"{(time.perf_counter() - begin) / options.nights:.2f} s a night, all included")
    if years.failures:
        sys.exit("failed: " + ", ".join(f"{count} {kind}" for kind, count in years.failures.items()))


if __name__ == "__main__":
    main()
