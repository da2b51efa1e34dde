"""Measures modexport beside what people would use instead, in one call; `scripts/bench` runs it.

All figures are ratios of medians of runs on this machine, one after the other. What is absolute
(MB, moderators per second of CPU) has the figure itself as its ratio.
"""

import argparse
import json
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from measure import KEY, Table, alternate, median, repeat, run, sample_network, spread

HERE = Path(__file__).parent
UNLIMITED = ("--rate-limit", 0, "--quota", 0)
VIEWS = (
    "sites", "moderators", "former_moderators", "tenures", "observations", "people", "changes", "walks", "pages",
    "runs")
FAST = ("--rate", 1000, "--concurrency", 32, "--quiet", "--max-age", "0s")


class Bench:
    def __init__(self, options, folder):
        self.program = options.program
        self.moderators = options.moderators
        self.runs = options.runs
        self.folder = folder
        self.table = Table()
        self.large = None

    def sync(self, api, archive, *options):
        return run(
            self.program, "sync", "--all", "--meta", "--api-url", api, "--archive", archive, *options,
            STACKEXCHANGE_KEY=KEY)

    def fresh(self, name):
        path = self.folder / name
        for old in self.folder.glob(f"{name}*"):
            old.unlink()
        return path

    def peer(self, api, sites, *options):
        command = (sys.executable, HERE / "peer_sync.py", "--api", api, "--sites", sites, "--key", KEY)
        printed = run(*command, "--database", self.fresh("peer.sqlite"), *options).output
        return json.loads(printed)

    def sites_of(self, archive):
        path = self.folder / "sites.txt"
        with sqlite3.connect(archive) as database:
            path.write_text("\n".join(row[0] for row in database.execute("SELECT site FROM sites")))
        return path

    # Sections.

    def wire(self):
        """A network of small sites far away, beside httpx and sqlite-utils."""
        with sample_network(self.program, "--sites", 370, "--latency", 80, *UNLIMITED) as api:
            ours, theirs = [], []
            for _ in range(self.runs):
                archive = self.fresh("wire.sqlite")
                ours.append(self.sync(api, archive, *FAST))
                theirs.append(self.peer(api, self.sites_of(archive)))
        walls = [r.wall for r in ours], [r["wall"] for r in theirs]
        self.table.add(
            "370 sites, 80 ms away, 32 in flight", spread(walls[0]), f"httpx {spread(walls[1])}",
            median(walls[0]) / median(walls[1]), 0.5)
        memory = median([r.memory for r in ours]), median([r["memory"] for r in theirs])
        self.table.add(
            "memory of that", f"{memory[0]:.1f} MB", f"httpx {memory[1]:.1f} MB",
            memory[0] / memory[1], 1)
        rounds = -(-370 // 32)
        self.table.add(
            "that beside the latency alone", spread(walls[0]),
            f"{rounds} rounds of 80 ms {rounds * 0.08:.2f} s", median(walls[0]) / (rounds * 0.08), 1.3)
        cpu = median([r.cpu for r in ours]) / 372
        their_cpu = median([r["cpu"] for r in theirs]) / 370
        self.table.add(
            "CPU a request of that", f"{cpu * 1000:.2f} ms", f"httpx {their_cpu * 1000:.2f} ms",
            cpu / their_cpu, 1)
        self.written("that", median([r.written for r in ours]), archive)

    def written(self, what, megabytes, archive):
        """Rows for what a first sync wrote, and for the size of its file."""
        size = archive.stat().st_size / 1e6
        self.table.add(f"written by {what}", f"{megabytes:.0f} MB", f"its file {size:.1f} MB", megabytes / size, 4)
        with sqlite3.connect(archive) as database:
            pages, free = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count"))
            plain = self.fresh("plain.sqlite")
            database.execute("ATTACH ? AS plain", (str(plain),))
            database.execute("CREATE TABLE plain.moderators AS SELECT * FROM main.moderators")
        self.table.add(f"file of {what}", f"{size:.1f} MB", f"its pages in use {(pages - free) * 4096 / 1e6:.1f} MB",
                       pages / max(1, pages - free), 1.25)
        table = plain.stat().st_size / 1e6
        self.table.add(f"file of {what}", f"{size:.1f} MB", f"a table of its moderators {table:.1f} MB", size / table, 2)

    def profiles(self):
        """One site of 25,000 moderators with texts of 1.5 kB, beside httpx and sqlite-utils with full-text search."""
        with sample_network(
            self.program, "--sites", 0, "--giant", 25_000, "--profiles", 1_500, *UNLIMITED
        ) as api:
            ours, theirs = [], []
            for _ in range(min(self.runs, 3)):
                archive = self.fresh("profiles.sqlite")
                ours.append(self.sync(api, archive, *FAST))
                theirs.append(self.peer(api, self.sites_of(archive), "--fts", "--filter", "withbody"))
        cpu, other = median([r.cpu for r in ours]) / 25_000, median([r["cpu"] for r in theirs]) / 25_000
        self.table.add(
            "25,000 with long profiles, CPU a row", f"{cpu * 1e6:.0f} µs", f"httpx {other * 1e6:.0f} µs", cpu / other, 1)
        memory = median([r.memory for r in ours])
        self.table.add("memory of that", f"{memory:.0f} MB", "", memory, 64)
        self.written("25,000 with long profiles", median([r.written for r in ours]), archive)

    def backoff(self):
        """Waits that are enforced, with 1 and with 32 requests in flight."""
        walls = {}
        for in_flight in (1, 8, 32):
            network = ("--sites", 60, "--latency", 80, "--backoff-every", 8, "--backoff", "2s")
            with sample_network(self.program, *network, *UNLIMITED) as api:
                archive = self.fresh("backoff.sqlite")
                walls[in_flight] = self.sync(api, archive, "--concurrency", in_flight, "--quiet").wall
        for in_flight in (8, 32):
            self.table.add(
                f"enforced backoff, {in_flight} in flight", spread([walls[in_flight]]),
                f"1 in flight {spread([walls[1]])}", walls[in_flight] / walls[1], 1.1)

    def rate(self):
        """180 sites at 20 requests a second."""
        with sample_network(self.program, "--sites", 180, *UNLIMITED) as api:
            ours = self.sync(api, self.fresh("rate.sqlite"), "--json")
        least = json.loads(ours.output)["requests"] / 20
        self.table.add(
            "180 sites at --rate 20", spread([ours.wall]), f"requests / rate {least:.2f} s",
            ours.wall / least, 1.05)

    def wikis(self):
        """900 wikis, each with lists of its own, of which eight have 25,000 sysops; without a rate."""
        latency, in_flight = 50, 8
        network = ("--network", "mediawiki", "--sites", 900, "--latency", latency, "--rate-limit", 0)
        with sample_network(self.program, *network) as api:
            ours = run(
                self.program, "sync", "--network", "wikimedia", "--all", "--api-url", api,
                "--archive", self.fresh("wikis.sqlite"), "--contact", "ops@example.org",
                "--rate", 1000, "--concurrency", in_flight, "--recheck-after", "0s", "--json")
        least = json.loads(ours.output)["requests"] * latency / 1000 / in_flight
        self.table.add(
            f"900 wikis, {latency} ms away, {in_flight} in flight", spread([ours.wall]),
            f"latency × requests / {in_flight} {least:.2f} s", ours.wall / least, 1.2)

    def scale(self):
        """The first sync of many moderators, beside httpx and sqlite-utils with full-text search."""
        sites = 346 + max(0, self.moderators - 3_500) * 100 // 25_890
        archive = self.fresh("large.sqlite")
        self.large = archive
        with sample_network(self.program, "--sites", sites, *UNLIMITED) as api:
            fast = ("--rate", 100_000, "--concurrency", 32, "--json")
            ours = self.sync(api, archive, *fast)
            theirs = self.peer(api, self.sites_of(archive), "--fts")
        count = json.loads(ours.output)["moderators"]
        speed, other = count / ours.cpu, theirs["moderators"] / theirs["cpu"]
        what = f"first sync of {count:,}, a second of CPU"
        self.table.add(what, f"{speed:,.0f}", f"httpx {other:,.0f}", speed / other, 1, least=True)
        self.table.add(what, f"{speed:,.0f}", "", speed, 40_000, least=True)
        self.table.add("memory of that", f"{ours.memory:.0f} MB", "", ours.memory, 96)
        self.written("that", ours.written, archive)

    def search(self):
        """Commands on the large archive, beside what SQLite's shell answers to the same question, or to
        that for the right name where the word has a typing error."""
        archive = self.archive()
        name = self.rare_name(archive)
        typo = name[:2] + name[3] + name[2] + name[4:]

        def matches(words):
            return f"SELECT rowid FROM search_name WHERE search_name MATCH '{words}'"

        commands = [
            ("search of a rare name", ("search", name), matches(name), 4),
            ("search of a common prefix", ("search", "a"), matches("a*"), 2),
            ("search with a typing error", ("search", typo), matches(name), 5),
            ("list of 84 moderators", ("list", "stackoverflow"),
             "SELECT * FROM moderators WHERE site = 'stackoverflow'", 4),
        ]
        for what, command, question, bound in commands:
            ours, shell = alternate(
                20, (self.program, *command, "--archive", archive), ("sqlite3", archive, question))
            walls, theirs = [r.wall for r in ours], [r.wall for r in shell]
            self.table.add(
                what, spread(walls), f"sqlite3 {spread(theirs)}", median(walls) / median(theirs),
                bound)
            memory = max(r.memory for r in ours)
            self.table.add(f"memory of {what}", f"{memory:.1f} MB", "", memory, 40)

    def start(self):
        """Short commands as whole processes, beside the start of SQLite's shell."""
        archive = self.fresh("small.sqlite")
        with sample_network(self.program, *UNLIMITED) as api:
            self.sync(api, archive, *FAST)
        with sqlite3.connect(archive) as database:
            name = database.execute("SELECT max(display_name) FROM moderators").fetchone()[0]
        version, search, shell = alternate(
            100, (self.program, "--version"), (self.program, "search", name, "--archive", archive),
            ("sqlite3", ":memory:", "SELECT 1"))
        for what, ours, bound in (("--version", version, 2), ("search of a small archive", search, 4)):
            walls = [r.wall for r in ours], [r.wall for r in shell]
            self.table.add(
                what, spread(walls[0]), f"sqlite3 :memory: {spread(walls[1])}",
                median(walls[0]) / median(walls[1]), bound)
            memory = max(r.memory for r in ours)
            self.table.add(f"memory of {what}", f"{memory:.1f} MB", "", memory, 40)

    def whole(self):
        """Commands that read the whole large archive, beside questions to SQLite's shell."""
        archive = self.archive()
        commands = [
            ("people", ("people",), "SELECT count(*) FROM member", 20, 0.5),
            ("sql, rows of a view", ("sql", "--csv", "SELECT * FROM moderators LIMIT 200000"),
             "SELECT * FROM moderators LIMIT 200000", 2, None),
        ]
        for what, command, question, bound, seconds in commands:
            ours, shell = alternate(
                self.runs, (self.program, *command, "--archive", archive),
                ("sqlite3", "-csv", archive, question))
            walls = [r.wall for r in ours], [r.wall for r in shell]
            self.table.add(
                what, spread(walls[0]), f"sqlite3 {spread(walls[1])}",
                median(walls[0]) / median(walls[1]), bound)
            if seconds:
                self.table.add("seconds of that", spread(walls[0]), "", median(walls[0]), seconds)
            memory = max(r.memory for r in ours)
            self.table.add(f"memory of {what}", f"{memory:.1f} MB", "", memory, 64)
        check = run("sqlite3", archive, "PRAGMA integrity_check").wall
        verify = run(self.program, "verify", "--archive", archive)
        self.table.add(
            "verify", spread([verify.wall]), f"sqlite3, integrity_check {spread([check])}",
            verify.wall / check, 10)
        self.table.add("memory of verify", f"{verify.memory:.0f} MB", "", verify.memory, 64)

    def publish(self):
        """A roster of 25,000 published again, beside a bare upsert with an FTS5 trigger."""
        archive = self.fresh("publish.sqlite")
        ours = []
        for day in range(self.runs + 1):
            # In its first 120 days the sample network changes the most.
            network = ("--sites", 0, "--giant", 25_000, "--day", day * 24)
            with sample_network(self.program, *network, *UNLIMITED) as api:
                log = self.sync(api, archive, *FAST[:4], "--max-age", "0s", "-v", "--log-format", "json")
            lines = [json.loads(line) for line in log.messages.splitlines()]
            last = next(line for line in lines if line["event"] == "roster_published")
            if day:
                ours.append(last["seconds"])
        theirs = [self.bare_upsert(archive) for _ in range(self.runs)]
        self.table.add(
            f"25,000 published again, {last['changes']} changes", spread(ours),
            f"bare upsert {spread(theirs)}", median(ours) / median(theirs), 3)

    def report(self):
        """Reports of the large archive, beside the exports of SQLite's shell."""
        archive = self.archive()
        one = self.shell_csv(archive, "moderators")
        every = self.shell_csv(archive, *VIEWS)
        target = self.folder / "report"
        csv = run(self.program, "report", "--archive", archive, "--output", target, "--format", "csv")
        whole = run(self.program, "report", "--archive", archive, "--output", target)
        self.table.add(
            "report --format csv", spread([csv.wall]), f"sqlite3, same views {spread([every])}",
            csv.wall / every, 1.5)
        self.table.add(
            "report", spread([whole.wall]), f"sqlite3, moderators {spread([one])}", whole.wall / one, 15)
        self.table.add("memory of that", f"{whole.memory:.0f} MB", "", whole.memory, 128)
        day = run(
            self.program, "report", "--archive", archive, "--output", target, "--as-of", "2100-01-01")
        self.table.add(
            "report --as-of", spread([day.wall]), f"report {spread([whole.wall])}",
            day.wall / whole.wall, 3)
        self.table.add("memory of that", f"{day.memory:.0f} MB", "", day.memory, 128)

    def export(self):
        """All views of the large archive as a stream for PostgreSQL, beside the CSV of SQLite's shell."""
        archive = self.archive()
        every = self.shell_csv(archive, *VIEWS)
        stream = run(self.program, "export", "--format", "postgres", "--archive", archive, discard=True)
        self.table.add(
            "export --format postgres", spread([stream.wall]), f"sqlite3, same views as CSV {spread([every])}",
            stream.wall / every, 2)
        self.table.add("memory of that", f"{stream.memory:.0f} MB", "", stream.memory, 96)

    # What they need.

    def shell_csv(self, archive, *views):
        """The seconds that SQLite's shell takes to print views as CSV."""
        shell = ("sqlite3", "-csv", "-header", archive, ".once /dev/null")
        return sum(run(*shell, f"SELECT * FROM {view}").wall for view in views)

    def archive(self):
        if self.large is None:
            self.scale()
        return self.large

    def rare_name(self, archive):
        """A name of one word that one moderator has."""
        with sqlite3.connect(archive) as database:
            return database.execute(
                """SELECT min(lower(display_name)) FROM moderators
                WHERE display_name GLOB '[a-z]*[0-9]' AND display_name NOT GLOB '*[^a-z0-9]*'
                GROUP BY lower(display_name) HAVING count(*) = 1 LIMIT 1"""
            ).fetchone()[0]

    def bare_upsert(self, archive):
        with sqlite3.connect(archive) as database:
            rows = database.execute("SELECT * FROM moderators").fetchall()
        path = self.fresh("bare.sqlite")
        columns = [f"c{number}" for number in range(len(rows[0]))]
        places = ", ".join("?" * len(columns))
        changes = ", ".join(f"{c} = excluded.{c}" for c in columns)
        upsert = (
            f"INSERT INTO moderators VALUES ({places}) ON CONFLICT (c1, c2) DO UPDATE SET {changes}")
        database = sqlite3.connect(path)
        database.executescript(
            f"""PRAGMA journal_mode = WAL;
            CREATE TABLE moderators ({", ".join(columns)}, PRIMARY KEY (c1, c2));
            CREATE VIRTUAL TABLE found USING fts5(c4, content = 'moderators');
            CREATE TRIGGER inserted AFTER INSERT ON moderators BEGIN
              INSERT INTO found (rowid, c4) VALUES (new.rowid, new.c4);
            END;
            CREATE TRIGGER updated AFTER UPDATE ON moderators BEGIN
              INSERT INTO found (found, rowid, c4) VALUES ('delete', old.rowid, old.c4);
              INSERT INTO found (rowid, c4) VALUES (new.rowid, new.c4);
            END;"""
        )
        with database:
            database.executemany(upsert, rows)
        begin = time.perf_counter()
        with database:
            database.executemany(upsert, rows)
        seconds = time.perf_counter() - begin
        database.close()
        return seconds


SECTIONS = (
    "wire", "profiles", "backoff", "rate", "wikis", "start", "scale", "search", "whole", "publish", "report", "export")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all by default")
    parser.add_argument("--moderators", type=int, default=1_000_000, help="of the large archive")
    parser.add_argument("--runs", type=int, default=5, help="of what is measured several times")
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--page", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    for section in options.sections:
        if section not in SECTIONS:
            parser.error(f"there is no section {section}; choose of {', '.join(SECTIONS)}")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        for section in options.sections or SECTIONS:
            getattr(bench, section)()
    # What was measured in several calls does not belong into one table.
    if not options.sections:
        head = options.page.read_text().partition("| measured")[0]
        options.page.write_text(head + bench.table.markdown)


if __name__ == "__main__":
    main()
