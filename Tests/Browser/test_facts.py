"""Statements of the pages of a real history, each looked up in the archive."""

import random
import re
import sqlite3

import pytest
from conftest import REPORTS, report
from lxml import etree

H = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def archive():
    with sqlite3.connect(REPORTS / "history.sqlite") as database:
        yield database


def text(element):
    return "".join(element.itertext())


def times(element):
    return [time.get("datetime") for time in element.findall(H + "time")]


def instants(archive, *seconds):
    """Unix seconds as the pages write them; nothing for what is not there."""
    ask = "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', ?, 'unixepoch')"
    return [archive.execute(ask, (one,)).fetchone()[0] for one in seconds if one is not None]


# When the last reading was begun that has a member who left: they may have left while it was read.
LEFT_AFTER = """(SELECT w.started_at FROM reading w
   WHERE w.site = m.site AND w.published = 1 AND w.finished_at < m.left_at ORDER BY w.finished_at DESC LIMIT 1)"""


def stints(archive, member):
    """When somebody was there as one kind of user: `[absent before, first seen, last seen, left]` of each, all that the
    tenures and the changes between moderator and staff give, the oldest first."""
    tenures = archive.execute(
        """SELECT absent_before, first_seen, coalesce(last_seen, 1 << 40), left_at FROM held WHERE member = ?1
           ORDER BY first_seen""",
        (member,),
    ).fetchall()
    changes = archive.execute(
        """SELECT c.previous_walk_at, c.observed_at FROM dated_change c JOIN seat m ON m.site = c.site AND m.user_id = c.user_id
           WHERE m.id = ? AND c.kind = 'profile' AND c.detail LIKE '%"kind":%' ORDER BY c.id""",
        (member,),
    ).fetchall()
    found = []
    for absent, first, last, left in tenures:
        for previous, observed in changes:
            if first < observed <= last:
                found.append([absent, first, previous, observed])
                absent, first = previous, observed
        found.append([absent, first, last, left])
    return found


def rows_of_sites():
    for path in sorted(report("history").glob("sites/*.html")):
        for table in etree.parse(str(path)).iter(H + "table"):
            for row in table.iter(H + "tr"):
                if (row.get("id") or "").startswith("u"):
                    yield path.stem, table.get("data-id"), int(row.get("id")[1:]), row


def test_rows_of_sites_say_what_the_archive_says(archive):
    rows = list(rows_of_sites())
    for site, kind, user, row in random.Random(7).sample(rows, 150):
        member, name, reputation, first, absent, last, left = archive.execute(
            f"""SELECT m.id, m.display_name, m.reputation, m.first_seen, m.absent_before, {LEFT_AFTER}, m.left_at
               FROM seat m JOIN site s ON s.id = m.site WHERE s.parameter = ? AND m.user_id = ?""",
            (site, user),
        ).fetchone()
        cells = list(row)
        since = cells[1] if kind == "roster" else cells[2]
        said = (site, kind, user)
        assert text(cells[0][0]) == name, said
        told = stints(archive, member)
        if kind == "roster":
            absent, first = told[-1][:2]
        else:
            told = archive.execute("SELECT 1 FROM tenure WHERE member = ?", (member,)).fetchall()
        assert times(since) == instants(archive, absent, first), said
        assert ("or earlier" in (since.find(H + "time").tail or "")) == (absent is None), said
        assert len(list(since.iter(H + "li"))) == (len(told) if len(told) > 1 else 0), said
        shown = cells[2] if kind == "roster" else cells[4]
        assert int((shown.text or "0").replace(",", "")) == (reputation or 0), said
        if kind == "former":
            assert times(cells[3]) == instants(archive, last, left), said


def test_pages_of_people_say_what_the_archive_says(archive):
    people = [
        person
        for path in sorted(report("history").glob("person/*.html"))
        for person in etree.parse(str(path)).iter(H + "article")
    ]
    known = archive.execute("SELECT count(DISTINCT account_id) FROM seat WHERE account_id > 0").fetchone()[0]
    assert len(people) == known > 200
    for person in random.Random(8).sample(people, 50):
        members = archive.execute(
            f"""SELECT m.id, s.name, {LEFT_AFTER}, m.left_at
               FROM seat m JOIN site s ON s.id = m.site WHERE m.account_id = ?""",
            (int(person.get("id")[1:]),),
        ).fetchall()
        rows = [(name, *stints(archive, member)[-1][:2], last, left) for member, name, last, left in members]
        items = person.findall(f"{H}div/{H}ul[@aria-label='Sites']/{H}li")
        said = sorted((text(item[0]), times(item.find(H + "div"))) for item in items)
        assert said == sorted((row[0], instants(archive, *row[1:])) for row in rows), text(person.find(f".//{H}h1"))


def test_totals_are_those_of_the_archive(archive):
    index = (report("history") / "index.html").read_text(encoding="utf-8")
    seats, people = archive.execute(
        "SELECT count(*), count(DISTINCT account_id) FROM seat WHERE left_at IS NULL AND kind = 0"
    ).fetchone()
    assert f"{seats:,} moderators’ places, held by {people:,} people" in index
    changes = archive.execute("SELECT count(*) FROM change").fetchone()[0]
    assert re.search(rf"<b>{changes:,}</b> <span>Changes recorded", index)


def test_nothing_is_larger_than_it_must_be():
    pages = [path.stat().st_size for path in report("history").rglob("*.html")]
    assert max(pages) <= 300_000


def test_every_page_of_a_history_opens_without_a_word(open_page):
    page = open_page(report("history") / "index.html")
    paths = sorted(report("history").rglob("*.html"))
    for path in random.Random(9).sample(paths, 20):
        page.goto(path.as_uri())
        assert page.locator("h1").count() > 0
