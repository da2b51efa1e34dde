"""Measures what users feel, and what the contract bounds, in one call; `scripts/bench` runs it."""

import argparse
import gzip
import json
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

import pages
from measure import KEY, Table, alternate, median, run, sample_archive, sample_network, spread

HERE = Path(__file__).parent
UNLIMITED = ("--rate-limit", 0, "--quota", 0)
FAST = ("--rate", 100_000, "--concurrency", 32, "--json", "--max-age", "0s")


class Bench:
    def __init__(self, options, folder):
        self.program = options.program
        self.moderators = options.moderators
        self.folder = folder
        self.table = Table()

    def sync(self, api, archive, *options):
        return run(
            self.program, "sync", "--all", "--meta", "--api-url", api, "--archive", archive, *options,
            STACKEXCHANGE_KEY=KEY)

    def peer(self, api, archive):
        """The same by httpx and sqlite-utils: one reading, nothing proven, full-text search of names."""
        sites = self.folder / "sites.txt"
        with sqlite3.connect(archive) as database:
            sites.write_text("\n".join(row[0] for row in database.execute("SELECT site FROM sites")))
        printed = run(
            sys.executable, HERE / "peer_sync.py", "--api", api, "--sites", sites, "--key", KEY, "--fts",
            "--database", archive.with_suffix(".peer")).output
        return json.loads(printed)

    def memory(self, what, measured):
        self.table.add(f"memory of {what}", f"{measured.memory:.0f} MB", "", measured.memory, 64)

    # Sections.

    def first(self):
        """A first sync at the rate limit, and at latency."""
        with sample_network(self.program, "--sites", 180, *UNLIMITED) as api:
            ours = self.sync(api, self.folder / "rate.sqlite", "--rate", 20, "--json")
        least = json.loads(ours.output)["requests"] / 20
        self.table.add("180 sites at --rate 20", spread([ours.wall]), f"requests / rate {least:.2f} s",
                       ours.wall / least, 1.05)
        with sample_network(self.program, "--sites", 370, "--latency", 80, *UNLIMITED) as api:
            walls = [self.sync(api, self.folder / f"far{n}.sqlite", *FAST).wall for n in range(5)]
            theirs = self.peer(api, self.folder / "far0.sqlite")["wall"]
        rounds = -(-370 // 32)
        self.table.add("370 sites, 80 ms away, 32 in flight", spread(walls),
                       f"{rounds} rounds {rounds * 0.08:.2f} s", median(walls) / (rounds * 0.08), 1.3)
        self.table.add("that beside httpx", spread(walls), f"httpx {spread([theirs])}", median(walls) / theirs, 1)

    def rows(self):
        """The CPU and the memory of a large roster without a limit of the rate, second reading, evidence and index included."""
        archive = self.folder / "rows.sqlite"
        with sample_network(self.program, "--sites", 0, "--giant", 25_000, *UNLIMITED) as api:
            ours = self.sync(api, archive, *FAST)
            theirs = self.peer(api, archive)
        cpu, other = ours.cpu / 25_000 * 1e6, theirs["cpu"] / 25_000 * 1e6
        self.table.add("25,000 at once, CPU a row in µs", f"{cpu:.0f}", f"httpx {other:.0f}", cpu, 110)
        self.memory("that", ours)

    def year(self):
        """Answers of an archive with a year of nights, as whole processes, beside SQLite's shell."""
        archive = self.folder / "year.sqlite"
        sample_archive(self.program, archive, days=365)
        size = archive.stat().st_size / 1e6
        self.table.add("a year of nights", f"{size:.0f} MB", "", size, 20)
        verify = run(self.program, "verify", "--archive", archive).wall
        self.table.add("verify of that, in s", spread([verify]), "", verify, 3)
        with sqlite3.connect(archive) as database:
            name, account = database.execute(
                "SELECT max(display_name), account_id FROM moderators WHERE account_id > 0").fetchone()
        typo = name[:1] + name[2] + name[1] + name[3:]
        shell = ("sqlite3", archive, "SELECT * FROM moderators WHERE site = 'stackoverflow'")
        for command in (("search", name), ("search", "a"), ("search", typo), ("list", "stackoverflow"), ("show", account)):
            ours, theirs = alternate(20, (self.program, *command, "--archive", archive), shell)
            walls = [r.wall for r in ours]
            what = {name: "a name", "a": "a prefix", typo: "a typing error", account: "a person"}.get(command[1], command[1])
            self.table.add(f"{command[0]} {what}, in ms", spread(walls),
                           f"sqlite3 {spread([r.wall for r in theirs])}", median(walls) * 1000, 30)
        day = ("SELECT count(*) FROM tenures WHERE began_before < '2026-06-02'"
               " AND coalesce(ended_after >= '2026-06-01', 1)")
        ours, theirs = alternate(20, (self.program, "sql", day, "--archive", archive), ("sqlite3", archive, day))
        walls = [r.wall for r in ours]
        self.table.add("all sites as of a day, in ms", spread(walls),
                       f"sqlite3 {spread([r.wall for r in theirs])}", median(walls) * 1000, 150)

    def nights(self):
        """Nights without changes, and ten years of nights."""
        archive = self.folder / "still.sqlite"
        with sample_network(self.program, "--sites", 180, *UNLIMITED) as api:
            self.sync(api, archive, *FAST)
            before = pages_in_use(archive)
            for _ in range(20):
                self.sync(api, archive, *FAST)
        added = (pages_in_use(archive) - before) * 4096 / 20 / 180
        self.table.add("a night without changes, bytes a site", f"{added:.0f}", "", added, 250)
        archive = self.folder / "decade.sqlite"
        sample_archive(self.program, archive, days=3_650)
        size = archive.stat().st_size / 1e6
        self.table.add("ten years of nights", f"{size:.0f} MB", "", size, 160)
        verify = run(self.program, "verify", "--archive", archive)
        check = run("sqlite3", archive, "PRAGMA integrity_check").wall
        self.table.add("verify of that, in s", spread([verify.wall]), f"integrity_check {spread([check])}", verify.wall, 10)
        self.memory("verify of that", verify)

    def dump(self):
        """A dump of a wiki's logs with a million rows, beside what only unpacks and parses it."""
        archive, dump, copy = (self.folder / name for name in ("farm.sqlite", "logs.xml.gz", "read.sqlite"))
        with sample_network(self.program, "--network", "mediawiki", "--sites", 8, *UNLIMITED[:2]) as api:
            run(self.program, "sync", "--network", "wikimedia", "--all", "--api-url", api, "--archive", archive,
                "--contact", "bench@example.org", "--rate", 1_000)
        with sqlite3.connect(archive) as database:
            wiki = database.execute("SELECT max(site) FROM sites WHERE published_at IS NOT NULL").fetchone()[0]
        write_dump(dump, wiki, 1_000_000)
        ours, theirs = [], []
        for _ in range(3):
            shutil.copy(archive, copy)
            ours.append(run(self.program, "backfill", dump, "--archive", copy, allowed=(0, 3), discard=True))
            theirs.append(run("sh", "-c", f"gunzip -c {dump} | xmllint --stream --noout -", discard=True))
        walls, others = ([r.wall for r in runs] for runs in (ours, theirs))
        self.table.add("a dump of a million rows", spread(walls), f"gunzip, xmllint {spread(others)}",
                       median(walls) / median(others), 2)
        self.table.add("memory of that", f"{ours[0].memory:.0f} MB", "", ours[0].memory, 128)

    def million(self):
        """Memory on many moderators; how long it takes is no bound."""
        archive = self.folder / "large.sqlite"
        with sample_network(self.program, "--sites", sites_for(self.moderators), *UNLIMITED) as api:
            ours = self.sync(api, archive, *FAST)
        count = json.loads(ours.output)["moderators"]
        self.memory(f"a first sync of {count:,}", ours)
        for command in (("verify",), ("search", "a"), ("report", "--output", self.folder / "report")):
            self.memory(f"{command[0]} of that", run(self.program, *command, "--archive", archive, discard=True))
        shutil.rmtree(self.folder / "report")

    def pages(self):
        """The report of 120,000 people, and a site's page with many tenures, on a reader's machine."""
        many, few = self.report(sites_for(120_000), 1_000), self.report(0, 1_495)
        acts = (pages.scroll, pages.narrow, pages.sort)
        site = "sites/giant.html"
        with pages.browser() as chromium:
            for what, path, rows, own in (
                ("the first page", many / "index.html", ".news li", (pages.scroll,)),
                ("a search of 120,000 people", many / "index.html", ".news li", (pages.search("jurgen"),)),
                ("a search of a typing error", many / "index.html", ".news li", (pages.search("jurgne"),)),
                ("people", many / "people.html", "tbody tr", acts),
                ("changes", many / "changes.html", ".day li", (pages.scroll, pages.narrow)),
                ("a site with 2,000 tenures", many / site, "tbody tr", (*acts, pages.ask_for_a_year)),
                ("a site with 3,000 tenures", few / site, "tbody tr", (*acts, pages.ask_for_a_year)),
            ):
                firsts, longest = zip(*(pages.visit(chromium, path, rows, own) for _ in range(3)))
                for measured, values, bound in (("first rows", firsts, 1_000), ("longest task", longest, 200)):
                    seconds = [value / 1000 for value in values]
                    self.table.add(f"{what}: {measured}, in ms", spread(seconds), "", median(values), bound)

    def report(self, sites, size):
        """The report of two readings, between which all people of a large site were replaced."""
        archive, report = (self.folder / f"giant{size}{end}" for end in (".sqlite", ""))
        for count in (size, size + 1):
            with sample_network(self.program, "--sites", sites, "--giant", count, *UNLIMITED) as api:
                self.sync(api, archive, *FAST, "--accept-shrink")
        run(self.program, "report", "--archive", archive, "--output", report, discard=True)
        return report


def sites_for(moderators):
    """How many sites of the sample network have so many."""
    return 346 + max(0, moderators - 3_500) * 100 // 25_890


def write_dump(path, wiki, count):
    """The logs of a wiki as MediaWiki writes them, of which every fiftieth row is about rights."""
    item = (
        "  <logitem>\n    <id>{}</id>\n    <timestamp>2011-03-13T07:06:40Z</timestamp>\n    <contributor>\n"
        "      <username>Steward</username>\n      <id>1</id>\n    </contributor>\n    <comment>{}</comment>\n"
        "    <type>{}</type>\n    <action>{}</action>\n    <logtitle>{}</logtitle>\n"
        '    <params xml:space="preserve">{}</params>\n  </logitem>\n'
    )
    with gzip.open(path, "wt", compresslevel=1) as dump:
        dump.write(f"<mediawiki>\n  <siteinfo>\n    <dbname>{wiki}</dbname>\n  </siteinfo>\n")
        for number in range(1, count + 1):
            if number % 50:
                dump.write(item.format(number, "word " * 12, "delete", "delete", "Some page", ""))
            else:
                dump.write(item.format(number, "", "rights", "rights", f"User:User {number % 5_000}", "\nsysop"))
        dump.write("</mediawiki>\n")


def pages_in_use(archive):
    with sqlite3.connect(archive) as database:
        pages, free = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count"))
    return pages - free


SECTIONS = ("first", "rows", "year", "nights", "dump", "million", "pages")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all by default")
    parser.add_argument("--moderators", type=int, default=1_000_000, help="of the large archive")
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
