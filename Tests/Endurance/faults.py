"""What can go wrong in a night, drawn by seed."""

import shutil
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

HOUR, YEAR = 3_600, 365 * 86_400

# What the sample network can do to a client. Left out are `joins`, `leaves`, `swaps`, `site-vanishes`, `odd-text` and
# `double-escape`, by which the network says something else of itself, consistently, and those that only take time.
ANYWHERE = """http500 http503 http429 http403 html200 internal-error unavailable site-error redirect empty-roster
  lost-items@:1 total-wrong total-missing more-stuck null-fields unknown-values decomposed malformed-json
  content-type uncompressed gzip-cut gzip-bomb reset body-cut cached cached-long stale-via huge-total bomb moved-away
  odd-location gone long-wait clock-ahead clock-behind""".split()
EVERYWHERE = ["lockout=600s", "quota=5", "backoff=600s,100%", "sites-cut", "sites-short", "deprecation", "sunset"]
# Each costs the limit of time of a request.
AT_A_SITE = ["stall", "endless"]


@dataclass
class Fault:
    name: str
    # How the night may end: 0 where the fault came too late or does no harm.
    codes: tuple
    # Runs a `Night`.
    happen: Callable
    # The options of the sample network.
    server: tuple = ()


def draw(dice, sites):
    # Servers have the most faults.
    kind = dice.choice(("signal", "room", "server", "server", "server", "absent", "clock", "reader"))
    if kind == "signal":
        # Until the program has asked for a signal, it is ended by the signal itself.
        name, codes = dice.choice((("SIGKILL", (-9,)), ("SIGTERM", (143, -15)), ("SIGHUP", (129, -1))))
        return Fault(name, (0, *codes), lambda night: night.interrupted(getattr(signal, name)))
    if kind == "room":
        name, happen = dice.choice((("full disk", Night.on_a_full_disk), ("file limit", Night.with_a_file_limit)))
        return Fault(name, (0, 73), happen)
    if kind == "server":
        site = dice.choice((None, dice.choice(sites)))
        text = dice.choice(ANYWHERE + (AT_A_SITE if site else EVERYWHERE))
        if site:
            text = text.replace("@", f"@{site}") if "@" in text else f"{text}@{site}"
        return Fault(f"server: {text}", (0, 1, 3, 69, 75), Night.run, ("--fault", text))
    if kind == "absent":
        return Fault("absent server", (69,), Night.without_a_server)
    if kind == "clock":
        shift = dice.choice((-1, 1)) * dice.choice((dice.randrange(1, 24) * HOUR, dice.randrange(1, 10) * YEAR))
        name = "clock ahead" if shift > 0 else "clock behind"
        return Fault(name, (1,), lambda night: night.run(shift=night.program.shift + shift))
    return Fault("reader", (0,), Night.beside_a_reader)


class Night:
    """One run of the nightly job, which takes so many seconds; `place` has the archive, the report and the copy.

    A whole night proves, reports and copies the archive, too."""

    def __init__(self, program, place, api, dice, is_whole, seconds):
        self.program, self.place, self.api, self.dice = program, place, api, dice
        self.is_whole, self.seconds = is_whole, seconds
        self.archive = place / "modexport.sqlite"

    def run(self, **options):
        command = ("sync", "--quiet")
        if self.is_whole:
            report, copy = self.place / "report", self.place / "copy.sqlite"
            command = ("mirror", "--output", report, "--backup", copy, "--keep", "30d")
        return self.program.run(
            *command, "--all", "--meta", "--archive", self.archive, "--api-url", self.api, "--rate", 1000,
            "--recheck-after", "0s", "--retries", 1, "--retry-delay", "10ms", "--max-wait", "1s", "--timeout", "5s",
            **options)

    def interrupted(self, number):
        return self.run(interrupt=(number, self.dice.uniform(0, self.seconds)))

    def with_a_file_limit(self):
        blocks = self.dice.randrange(1, self.archive.stat().st_size * 2 // 1024)
        return self.run(prefix=("bash", "-c", f'ulimit -f {blocks}; trap "" XFSZ; exec "$@"', "-"))

    def on_a_full_disk(self):
        """A file on the same disk takes the room, but for a little."""
        room = shutil.disk_usage(self.place).free
        left = self.dice.randrange(0, self.archive.stat().st_size * 2)
        filler = self.place.parent / "filler"
        subprocess.run(["fallocate", "-l", str(max(4_096, room - left)), filler], check=True)
        try:
            return self.run()
        finally:
            filler.unlink()

    def without_a_server(self):
        # A port at which nobody listens, and nobody else can.
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            self.api = f"http://127.0.0.1:{other.getsockname()[1]}/2.3"
            return self.run()

    def beside_a_reader(self):
        with closing(sqlite3.connect(f"file:{self.archive}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            database.execute("SELECT count(*) FROM entry").fetchone()
            return self.run()
