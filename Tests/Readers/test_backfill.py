"""The logs of wikis from dumps: the same rows as mwxml reads, and the same tenures as from the wikis themselves."""

import gzip
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from datetime import datetime, timezone
from functools import partial
from xml.sax.saxutils import escape

import mwxml
import phpserialize
import pytest

from archives import PROGRAM
from farm import Farm

SITES, DAY = 8, 60
SEEDS = int(os.environ.get("MODEXPORT_SEEDS", "3"))
# The oldest form of the groups of a row ends with the year.
OLD_FORMS = "2012"
TENURES = "SELECT network, site, user_id, display_name, kind, role, began_after, began_before, ended_after, ended_before FROM tenures"


def seconds(instant):
    return int(datetime.strptime(instant, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp())


def rfc3339(unix_seconds):
    return datetime.fromtimestamp(unix_seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def params(row):
    """The parameters of a row as a wiki stores them: in lines in its first years, serialised later."""
    told = row.get("params")
    if told is None:
        return ""
    if row["type"] == "renameuser":
        if row["timestamp"] < OLD_FORMS:
            return told["newuser"]
        return phpserialize.dumps(
            {"4::olduser": told["olduser"], "5::newuser": told["newuser"], "6::edits": told["edits"]}
        ).decode()
    lists = [told["oldgroups"], told["newgroups"]]
    ends = [[one["expiry"] for one in told[key]] for key in ("oldmetadata", "newmetadata")]
    if row["timestamp"] < OLD_FORMS and all(end == "infinity" for end in ends[0] + ends[1]):
        return "\n".join(", ".join(groups) for groups in lists)
    stored = [
        [{"expiry": None if end == "infinity" else "".join(filter(str.isdigit, end))} for end in some] for some in ends
    ]
    return phpserialize.dumps(
        {
            "4::oldgroups": dict(enumerate(lists[0])),
            "5::newgroups": dict(enumerate(lists[1])),
            "oldmetadata": dict(enumerate(stored[0])),
            "newmetadata": dict(enumerate(stored[1])),
        }
    ).decode()


def element(name, text, more=""):
    return f"      <{name}{more}>{escape(text)}</{name}>\n" if text else f"      <{name}{more} />\n"


OTHER = (
    "  <logitem>\n    <id>{}</id>\n    <timestamp>{}</timestamp>\n    <contributor>\n      <username>Ö &amp; Co</username>\n"
    "      <id>7</id>\n    </contributor>\n    <comment>content was: &lt;b&gt;'''x'''&lt;/b&gt; %s</comment>\n"
    "    <type>delete</type>\n    <action>delete</action>\n    <logtitle>Some page</logtitle>\n"
    '    <params xml:space="preserve" />\n  </logitem>\n'
) % ("word " * 12)


def write_dump(path, wiki, address, rows, others=0):
    """A dump of a wiki's logs as MediaWiki writes it, with rows of other logs between those."""
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as dump:
        dump.write('<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">\n')
        dump.write(f"  <siteinfo>\n    <sitename>Wiki</sitename>\n    <dbname>{wiki}</dbname>\n")
        dump.write(f"    <base>{escape(address)}</base>\n    <namespaces>\n")
        dump.write('      <namespace key="2" case="first-letter">User</namespace>\n    </namespaces>\n  </siteinfo>\n')
        for row in rows:
            # Ids of other rows lie between those of the log.
            for number in range(others):
                dump.write(OTHER.format(row["logid"] * (others + 1) - others + number, row["timestamp"]))
            dump.write("  <logitem>\n" + element("id", str(row["logid"] * (others + 1))))
            dump.write(element("timestamp", row["timestamp"]))
            dump.write("      <contributor>\n        <username>Steward</username>\n        <id>1</id>\n      </contributor>\n")
            dump.write(element("type", row["type"]) + element("action", row["action"]))
            if "title" in row:
                dump.write(element("logtitle", row["title"]))
                dump.write(element("params", params(row), ' xml:space="preserve"'))
            else:
                dump.write('      <text deleted="deleted" />\n')
            dump.write("  </logitem>\n")
        dump.write("</mediawiki>\n")


def dump_of(farm, wiki, path, last_row=None):
    """A dump of a wiki's logs; where a moment is given, with a last row of then, and so known until a second later."""
    rows = [row for kind in ("rights", "renameuser") for row in farm.log(wiki, kind)]
    rows.sort(key=lambda row: row["logid"])
    if last_row is not None:
        rows.append({"logid": 10_000, "timestamp": rfc3339(last_row), "type": "move", "action": "move"})
    write_dump(path, wiki, f"{farm.root}/{wiki}/wiki/Main_Page", rows)
    return path


def modexport(*arguments, code=0, at=None):
    """Runs the program, for which the time stands at a moment if one is given."""
    clock = {} if at is None else {"LD_PRELOAD": os.environ["MODEXPORT_CLOCK"], "CLOCK_AT": str(at)}
    run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=os.environ | clock)
    assert run.returncode == code, (arguments, run.returncode, run.stdout, run.stderr)
    return run.stdout


def last_read(archive):
    with sqlite3.connect(archive) as connection:
        return connection.execute("SELECT max(at) FROM entry").fetchone()[0]


def wikis(archive):
    with sqlite3.connect(archive) as connection:
        return [row[0] for row in connection.execute("SELECT site FROM sites WHERE published_at IS NOT NULL")]


def tenures(archive):
    """The rows of the view, without the moments at which the archive was read, and until which a log was."""
    with sqlite3.connect(archive) as connection:
        rows = connection.execute(TENURES).fetchall()
    last = rfc3339(1_767_225_600 + DAY * 86_400)
    return sorted(
        repr(row[:6] + tuple(date and min(date, last) for date in row[6:]))
        for row in (row[:8] + (None if row[9] is None else row[8], row[9]) for row in rows)
    )


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_a_dump_tells_what_the_wiki_tells(seed, tmp_path):
    """Every second dump was made before the archive was. The others end in the second of its last roster, as the logs
    of the wikis do, which are read in the same run: of somebody on no roster, but in the log, it matters which was last.
    """
    is_late = seed % 2 == 1
    run = partial(modexport, at=int(time.time()))
    farm = Farm(SITES, DAY, seed)
    try:
        told, dumped = str(tmp_path / "told.sqlite"), str(tmp_path / "dumped.sqlite")
        run(*farm.sync(dumped))
        run(*farm.sync(told, "--history", "200"))
        before = tenures(dumped)
        last_row = last_read(dumped) - 1 if is_late else None
        names = wikis(dumped)
        random.Random(seed).shuffle(names)
        names.sort(key=lambda name: name == farm.centre)
        for name in names:
            path = dump_of(farm, name, str(tmp_path / f"{name}.xml.gz"), last_row)
            more, code = (["--central"], 0) if name == farm.centre else ([], 3)
            answer = json.loads(run("backfill", path, "--archive", dumped, "--json", *more, code=code))
            assert answer["site"] == name and answer["kept"] > 0, answer
        if not is_late:
            # Whose tenures they are follows from rosters that were read while the log is known.
            run(*farm.sync(dumped, "--history", "1", "--max-age", "0s"))
            with sqlite3.connect(dumped) as connection:
                # The last hour is read again, and what the wiki itself tells is worth more than a dump.
                query = """SELECT count(*) FROM log_entry l JOIN entry e ON e.id = l.entry WHERE e.kind = 'log'
                    AND l.at < (SELECT newest_at - 3600 FROM history_log WHERE id = l.log)"""
                assert connection.execute(query).fetchone() == (0,)
        assert tenures(dumped) == tenures(told) != before, seed
        run("verify", "--archive", dumped)
        before = head(dumped)
        assert json.loads(run("backfill", path, "--archive", dumped, "--json", "--central"))["repeated"] == 1
        assert head(dumped) == before
    finally:
        farm.stop()


def head(archive):
    with sqlite3.connect(archive) as connection:
        return connection.execute("SELECT id, hex(chain) FROM entry ORDER BY id DESC LIMIT 1").fetchone()


def groups(text):
    return [one.strip() for one in text.split(",") if one.strip()]


def expected(item, roles):
    """The row of the archive for a row that mwxml reads."""
    name = item.page.title.replace("_", " ") if item.page else None
    stored = item.params or ""
    told = phpserialize.loads(stored.encode(), decode_strings=True) if stored.startswith("a:") else stored.split("\n")
    if item.type == "renameuser":
        if isinstance(told, dict):
            return ("rename", told["4::olduser"], told["5::newuser"], None, None)
        return ("rename", name, told[0] or None, None, None)

    def list_of(names, details=None):
        chosen = [(at, one) for at, one in names if one in roles]
        ends = {at: details[at]["expiry"] for at, _ in chosen} if details else {}
        return [
            {"role": one, "expiry": wiki_seconds(ends[at])} if ends.get(at) else {"lasts": True, "role": one}
            for at, one in chosen
        ]

    if isinstance(told, dict):
        before = list_of(told["4::oldgroups"].items(), told["oldmetadata"])
        after = list_of(told["5::newgroups"].items(), told["newmetadata"])
    elif len(told) > 1:
        before, after = (list_of(enumerate(groups(line))) for line in told[:2])
    else:
        before = after = None
    return ("rights", name, None, before, after)


def wiki_seconds(text):
    return int(datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=timezone.utc).timestamp())


def test_mwxml_reads_the_same_rows(tmp_path):
    farm = Farm(SITES, DAY, seed=5)
    try:
        archive = str(tmp_path / "archive.sqlite")
        modexport(*farm.sync(archive))
        wiki = next(name for name in wikis(archive) if name != farm.centre)
        path = dump_of(farm, wiki, str(tmp_path / "dump.xml.gz"), int(time.time()))
        modexport("backfill", path, "--archive", archive, code=3)
    finally:
        farm.stop()
    with sqlite3.connect(archive) as connection:
        site = connection.execute("SELECT id FROM site WHERE parameter = ?", (wiki,)).fetchone()
        rows = connection.execute(
            """SELECT e.id, at, kind, e.name, new_name, roles_before, roles_after FROM log_entry e
               JOIN history_log l ON l.id = e.log WHERE l.site = ?""",
            site,
        ).fetchall()
        roles = json.loads(connection.execute("SELECT roles FROM history_log WHERE site = ?", site).fetchone()[0])
    read = {row[0]: row[1:5] + tuple(one and json.loads(one) for one in row[5:]) for row in rows}
    with gzip.open(path) as file:
        items = list(mwxml.Dump.from_file(file).log_items)
    told = {
        item.id: (seconds(str(item.timestamp)), *expected(item, set(roles)))
        for item in items
        if item.type != "move" and not (item.page and "@" in (item.page.title or ""))
    }
    assert read == told and len(told) > 15


def test_a_long_dump_takes_little_memory(tmp_path):
    """MODEXPORT_ROWS=1000000 takes a minute."""
    farm = Farm(SITES, DAY, seed=6)
    try:
        archive = str(tmp_path / "archive.sqlite")
        modexport(*farm.sync(archive))
    finally:
        farm.stop()
    wiki = next(name for name in wikis(archive) if name != farm.centre)
    count = int(os.environ.get("MODEXPORT_ROWS", "50000")) // 50
    path = str(tmp_path / "dump.xml.gz")
    rows = [
        {
            "logid": number,
            "timestamp": rfc3339(1_300_000_000 + number * 60),
            "type": "rights",
            "action": "rights",
            "title": f"User:User {number % 5_000}",
            "params": {"oldgroups": [], "newgroups": ["sysop"], "oldmetadata": [], "newmetadata": [{"expiry": "infinity"}]},
        }
        for number in range(1, count + 1)
    ]
    write_dump(path, wiki, "https://wiki.example.org/wiki/Main_Page", rows, others=49)
    # A child counts what its parent had when it was started, and this process has more than the program.
    measure = (
        "import os, subprocess, sys; process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL); "
        "_, status, usage = os.wait4(process.pid, 0); "
        "print(usage.ru_maxrss, os.waitstatus_to_exitcode(status))"
    )
    command = [sys.executable, "-c", measure, PROGRAM, "backfill", path, "--quiet", "--archive", archive]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    most, code = map(int, run.stdout.split())
    assert code == 3, run.stderr
    assert most < 128 << 10, f"{most} KiB"
