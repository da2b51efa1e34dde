"""The page of a site answers a day, a month or a year, as the archive's own view does."""

import sqlite3

import pytest
from conftest import PHONE, REPORTS, address, report

SITE = report("history") / "sites/stackoverflow.html"


def truth(beginning, end):
    """Who held the role for certain and who perhaps: two conditions over the view of tenures."""
    sql = """SELECT user_id, began_before < :end AND ended_after >= :beginning FROM tenures
             WHERE site = 'stackoverflow' AND coalesce(began_after, '') < :end
               AND coalesce(ended_before, '9') > :beginning"""
    with sqlite3.connect(f"file:{REPORTS / 'history.sqlite'}?mode=ro", uri=True) as connection:
        rows = connection.execute(sql, {"beginning": beginning, "end": end}).fetchall()
    sure = {user for user, is_sure in rows if is_sure}
    return sure, {user for user, _ in rows} - sure


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
    ],
)
def test_the_address_asks_for_a_time(open_page, text, beginning, end):
    page = open_page(f"{address(SITE)}#on={text}")
    assert answer(page) == truth(beginning, end) != (set(), set())


def test_a_time_that_nobody_looked_at_is_named(open_page):
    page = open_page(SITE)
    page.get_by_label("On a day, in a month or in a year").fill("2019")
    assert "#on=2019" in page.url
    assert "Nobody looked before" in page.locator(".then output").inner_text()
    assert answer(page)[0] == set()
    page.get_by_label("On a day, in a month or in a year").fill("2019-02-30")
    assert "Give a day, a month or a year" in page.locator(".then output").inner_text()


def test_the_drawing_marks_the_day(open_page):
    page = open_page(f"{address(SITE)}#on=2025-06", viewport=PHONE)
    assert page.locator(".timeline .chosen").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
