"""The page of a site answers a day, a month or a year, as the table of the report and the command do."""

import csv
import json
import os
import subprocess

import pytest
from conftest import PHONE, REPORTS, address, address_shown, report

SITE = report("history") / "sites/stackoverflow.html"


PROGRAM = os.environ.get("MODEXPORT_PROGRAM", ".build/debug/modexport")


def truth(beginning, end):
    """Who held the role for certain and who perhaps: two conditions over the table of tenures."""
    with open(report("history") / "csv/tenures.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["site"] == "stackoverflow"]
    sure = {int(row["user_id"]) for row in rows if row["began_before"] < end and row["ended_after"] >= beginning}
    known = {int(row["user_id"]) for row in rows if row["began_after"] < end and (row["ended_before"] or "99999") > beginning}
    return sure, known - sure


def listed(text):
    """The same as the command says it."""
    command = [PROGRAM, "list", "stackoverflow", "--as-of", text, "--json", "--archive", REPORTS / "history.sqlite"]
    rows = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    return tuple({row["user_id"] for row in rows if row["known"] == known} for known in ("yes", "maybe"))


def names(text):
    """What the command calls everybody on that day."""
    command = [PROGRAM, "list", "stackoverflow", "--as-of", text, "--json", "--archive", REPORTS / "history.sqlite"]
    rows = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    return {row["user_id"]: row["display_name"] for row in rows}


def answer(page):
    def of(known):
        return {int(one) for one in page.eval_on_selector_all(f".then .{known} li", "all => all.map((one) => one.dataset.holder)")}

    return of("yes"), of("maybe")


@pytest.mark.parametrize(
    ("text", "beginning", "end"),
    [
        ("2025-02-15", "2025-02-15T00:00:00Z", "2025-02-16T00:00:00Z"),
        ("2025-06", "2025-06-01T00:00:00Z", "2025-07-01T00:00:00Z"),
        ("2026", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2026-11-24", "2026-11-24T00:00:00Z", "2026-11-25T00:00:00Z"),
        ("2031", "2031-01-01T00:00:00Z", "2032-01-01T00:00:00Z"),
        ("9999-12-31", "9999-12-31T00:00:00Z", "9999-12-31T24:00:00Z"),
    ],
)
def test_the_address_asks_for_a_time(open_page, text, beginning, end):
    page = open_page(f"{address(SITE)}#on={text}")
    assert answer(page) == listed(text) == truth(beginning, end) != (set(), set())
    items = page.eval_on_selector_all(".then li", "all => all.map((one) => [Number(one.dataset.holder), one.firstChild.textContent])")
    assert dict(items) == names(text)


def test_it_says_that_a_log_hides_whom_some_rows_are_about(open_page):
    words = "so that others can have held a role"
    hiding = SITE.with_name("hiding.html")
    try:
        text = SITE.read_text(encoding="utf-8")
        hiding.write_text(text.replace(" data-readings=", ' data-hides="1" data-readings='), encoding="utf-8")
        page = open_page(f"{address(hiding)}#on=2025-02-15")
        assert words in page.locator(".then output").inner_text()
    finally:
        hiding.unlink()
    assert words not in open_page(f"{address(SITE)}#on=2025-02-15").locator(".then output").inner_text()


def test_a_time_that_nobody_looked_at_is_named(open_page):
    page = open_page(SITE)
    page.get_by_label("On a day, in a month or in a year").fill("2019")
    assert "#on=2019" in address_shown(page)
    assert "Nobody looked before" in page.locator(".then output").inner_text()
    assert answer(page)[0] == set()
    page.get_by_label("On a day, in a month or in a year").fill("2019-02-30")
    assert "Give a day, a month or a year" in page.locator(".then output").inner_text()


def test_the_drawing_marks_the_day(open_page):
    page = open_page(f"{address(SITE)}#on=2025-06", viewport=PHONE)
    assert page.locator(".timeline .chosen").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
