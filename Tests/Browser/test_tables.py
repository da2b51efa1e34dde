"""Tables that are sorted and filtered, and what the address says of it."""

import csv
import io
import json
import pathlib
import re
import sqlite3

from conftest import PHONE, REPORTS, address, address_shown, report
from playwright.sync_api import expect

SITE = report("many") / "sites/stackoverflow.html"


def archive(sql):
    with sqlite3.connect(f"file:{REPORTS / 'history.sqlite'}?mode=ro", uri=True) as connection:
        return connection.execute(sql).fetchall()


def column(page, number, table="roster"):
    return page.eval_on_selector_all(
        f"table[data-id={table}] tbody tr:not([hidden], .group)",
        f"rows => rows.map(row => row.cells[{number}].textContent)",
    )


def numbers(page, number, table="roster"):
    return [int(text.split("+")[0].replace(",", "")) for text in column(page, number, table)]


def click(page, heading):
    page.get_by_role("columnheader", name=heading).get_by_role("button").first.click()


def test_a_click_on_a_heading_sorts_and_another_turns_it_round(open_page):
    page = open_page(SITE)
    click(page, "Gold")
    # Moderators and staff stay together.
    gold = numbers(page, 3)
    staff = page.locator("tbody").nth(1).locator("tr:not(.group)").count()
    assert staff == 2 and len(gold) == 60
    assert gold == sorted(gold[:-staff], reverse=True) + sorted(gold[-staff:], reverse=True)
    click(page, "Gold")
    assert numbers(page, 3) == sorted(gold[:-staff]) + sorted(gold[-staff:])
    assert page.get_by_role("columnheader", name="Gold").get_attribute("aria-sort") == "ascending"


def test_the_filter_takes_words_in_any_order_and_without_accents(open_page):
    page = open_page(SITE)
    page.get_by_label("Filter").fill("levi oyvind")
    assert [name.split("\n")[0] for name in column(page, 0)][0].startswith("Øyvind Levi")
    assert len(column(page, 0)) == 1
    assert page.locator("output").inner_text() == "1 of 60 people"


def test_order_and_filter_stand_in_the_address(open_page):
    page = open_page(SITE)
    click(page, "Gold")
    page.get_by_label("Filter").fill("ana")
    shown = column(page, 0)
    assert address_shown(page).endswith("#roster.sort=-gold&roster.q=ana")
    again = open_page(address_shown(page))
    assert column(again, 0) == shown
    assert again.get_by_label("Filter").input_value() == "ana"


def test_the_back_button_takes_back_a_filter_and_then_an_order(open_page):
    page = open_page(SITE)
    before = column(page, 0)
    click(page, "Gold")
    by_gold = column(page, 0)
    page.get_by_label("Filter").press_sequentially("ana")
    page.go_back()
    assert column(page, 0) == by_gold
    assert page.get_by_label("Filter").input_value() == ""
    page.go_back()
    assert column(page, 0) == before
    page.go_forward()
    assert column(page, 0) == by_gold


def test_a_link_to_a_moderator_still_leads_to_the_row(open_page):
    page = open_page(address(SITE) + "#u55")
    assert page.locator("#u55").is_visible()
    assert page.evaluate("scrollY") > 0


def test_sorting_works_on_a_phone(open_page):
    page = open_page(report("many") / "index.html", viewport=PHONE)
    click(page, "Moderators")
    sizes = numbers(page, 1, "sites")
    assert sizes == sorted(sizes, reverse=True)


def test_a_filter_looks_at_what_is_in_view(open_page):
    page = open_page(SITE)
    # "pumps" stands only in texts that are closed, "2016" only in dates.
    for text in ("pumps", "2016"):
        page.get_by_label("Filter").fill(text)
        assert page.locator("output").first.inner_text() == "0 of 60 people"
        assert page.locator("tr.group").first.is_hidden()
    page.get_by_label("Filter").fill("koln")
    assert page.locator("output").first.inner_text() == "20 of 60 people"


def test_times_sort_by_time(open_page):
    page = open_page(report("small") / "sites/3dprinting.html")
    click(page, "Moderator since")
    times = page.eval_on_selector_all(
        "table[data-id=roster] tbody:first-of-type tr:not(.group) td:nth-child(2) time:last-of-type",
        "times => times.map(time => time.dateTime)",
    )
    assert len(times) == 2 and times == sorted(times)


def test_the_slash_leads_to_the_filter(open_page):
    page = open_page(SITE)
    page.keyboard.press("/")
    page.keyboard.type("levi/")
    assert page.get_by_label("Filter").input_value() == "levi/"


def download(page, name):
    with page.expect_download() as saved:
        page.locator(".filter", has=page.get_by_label("Filter")).first.get_by_role("button", name=name).click()
    return pathlib.Path(saved.value.path()).read_bytes().decode("utf-8")


def test_the_rows_that_are_shown_are_saved_as_csv_and_json(open_page):
    page = open_page(SITE)
    page.get_by_label("Filter").fill("ana")
    click(page, "Gold")
    rows = list(csv.reader(io.StringIO(download(page, "CSV"))))
    objects = json.loads(download(page, "JSON"))
    assert rows[0] == ["name", "moderator_since", "reputation", "gold", "silver", "bronze", "account_since", "role", "user"]
    assert len(rows) == 4 and [row[0] for row in rows[1:]] == [one["name"] for one in objects]
    assert [one["gold"] for one in objects] == numbers(page, 3)
    assert objects[0]["name"].startswith("Ana ") and objects[0]["account_since"] == "2016-01-12T20:00:00Z"
    assert objects[0]["reputation"] == int(rows[1][2]) > 1_000_000


def test_saved_rows_say_when_and_who_as_exactly_as_the_page(open_page):
    """Of each row the bounds of its time, its group and its user, as the view of tenures has them."""
    page = open_page(report("history") / "sites/stackoverflow.html")
    rows = json.loads(download(page, "JSON"))
    expected = dict(archive(
        "SELECT user_id, coalesce(began_after, '..') || '/' || began_before FROM tenures WHERE site = 'stackoverflow' AND ended_before IS NULL"))
    # Of somebody who was something else before, the page tells since when they are what they are: see test_facts.
    others = {user for (user,) in archive("SELECT user_id FROM changes WHERE site = 'stackoverflow' AND detail LIKE '%\"kind\"%'")}
    told = {row["user"]: row["moderator_since"] for row in rows}
    assert told.keys() == expected.keys() and len(told.keys() - others) > 40
    assert {user: told[user] for user in told if user not in others} == {user: expected[user] for user in expected if user not in others}
    assert any(since.startswith("../") for since in told.values()) and any(since.startswith("20") for since in told.values())
    kinds = dict(archive("SELECT user_id, kind FROM moderators WHERE site = 'stackoverflow'"))
    titles = {"moderator": "Moderators", "staff": "Staff with moderator powers", "community": "The Community account, a robot"}
    assert {row["user"]: row["role"] for row in rows} == {user: titles[kind] for user, kind in kinds.items()}
    former = page.locator(".filter", has=page.get_by_role("button", name="JSON")).last
    with page.expect_download() as saved:
        former.get_by_role("button", name="JSON").click()
    left = json.loads(pathlib.Path(saved.value.path()).read_bytes())
    ends = archive(
        "SELECT user_id, max(ended_after || '/' || ended_before) FROM tenures t WHERE site = 'stackoverflow' AND NOT EXISTS "
        "(SELECT 1 FROM tenures WHERE site = t.site AND user_id = t.user_id AND ended_before IS NULL) GROUP BY 1")
    assert {row["user"]: row["left"] for row in left} == dict(ends)
    assert len(left) > 5 and set(left[0]) == {"name", "role", "joined", "left", "reputation_when_last_seen", "user"}


def test_the_button_says_that_csv_has_apostrophes(open_page):
    page = open_page(SITE)
    button = page.get_by_role("button", name="CSV").first
    assert "apostrophe" in button.get_attribute("title")
    expect(button).to_have_accessible_description(re.compile("has an apostrophe before it"))
    hostile = open_page(report("hostile") / "sites/all.html")
    names = {row["name"] for row in json.loads(download(hostile, "JSON"))}
    assert {"=1+1", "+1+1", "-1+1", "@SUM(1)"} <= names
    cells = {row[0] for row in csv.reader(io.StringIO(download(hostile, "CSV")))}
    assert {"'=1+1", "'+1+1", "'-1+1", "'@SUM(1)"} <= cells


def test_sites_say_their_network_where_there_are_several(open_page):
    page = open_page(report("networks") / "index.html")
    assert sorted(set(column(page, 1, "sites"))) == ["discourse", "stackexchange"]
    assert page.get_by_role("columnheader", name="Network").count() == 1
    one = open_page(report("many") / "index.html")
    assert one.get_by_role("columnheader", name="Network").count() == 0


def test_a_link_always_has_a_text_that_can_be_seen(open_page):
    unseen = "[...document.querySelectorAll('a')].filter(one => !/[^\\s\\p{Default_Ignorable_Code_Point}\\p{M}\\p{Cc}]/u.test(one.textContent)).length"
    for path in ("sites/all.html", "people.html", "changes.html", "index.html"):
        page = open_page(report("hostile") / path)
        page.wait_for_timeout(300)
        assert page.evaluate(unseen) == 0, path


def test_no_cell_of_a_csv_is_a_formula(open_page):
    page = open_page(report("hostile") / "sites/all.html")
    rows = list(csv.reader(io.StringIO(download(page, "CSV"))))
    assert len(rows) > 100
    assert not [row[0] for row in rows if row[0].startswith(("=", "+", "-", "@"))]


def test_a_facet_shows_a_group_and_stands_in_the_address(open_page):
    page = open_page(SITE)
    choice = page.get_by_label("Role")
    staff = [text for text in choice.locator("option").all_inner_texts() if text.startswith("Staff")]
    assert staff == ["Staff with moderator powers (2)"]
    choice.select_option(index=2)
    assert len(column(page, 0)) == 2
    assert page.locator("output").first.inner_text() == "2 of 60 people"
    again = open_page(address_shown(page))
    assert len(column(again, 0)) == 2
    page.go_back()
    assert len(column(page, 0)) == 60


def test_the_site_with_the_name_that_was_typed_comes_first(open_page):
    page = open_page(report("many") / "index.html")
    page.get_by_label("Filter").fill("o")
    page.get_by_label("Filter").fill("photo")
    assert column(page, 0, "sites")[0] == "Photo"
    page.get_by_label("Filter").fill("")
    names = column(page, 0, "sites")
    assert names == sorted(names) and len(names) == 16


def test_heads_stay_in_view(open_page):
    page = open_page(SITE)
    page.evaluate("scrollTo(0, document.querySelector('table[data-id=roster]').getBoundingClientRect().top + 900)")
    box = page.get_by_role("columnheader", name="Gold").first.bounding_box()
    assert 0 <= box["y"] < 5


def test_rows_are_cards_on_a_phone(open_page):
    for path in (SITE, report("many") / "index.html"):
        page = open_page(path, viewport=PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate("document.querySelector('.sortable').tBodies[0].getBoundingClientRect().top - document.querySelector('.sortable > thead').getBoundingClientRect().bottom") < 1
        wide = page.evaluate(
            "[...document.querySelectorAll('.sortable td')].filter(cell => cell.getBoundingClientRect().right > innerWidth).length"
        )
        assert wide == 0
        assert page.get_by_role("row").count() > 10


def test_no_table_is_wider_than_its_frame(open_page):
    """The history has names of sixty letters without a space."""
    for width in 1010, 1200, 1440:
        page = open_page(report("history") / "sites/stackoverflow.html", viewport={"width": width, "height": 700})
        excess = page.eval_on_selector_all(
            ".scroll:has(> .sortable)", "all => all.map(one => one.scrollWidth - one.clientWidth)")
        assert excess and max(excess) <= 0, width


def test_a_list_that_is_longer_than_a_page_goes_on_on_others(open_page):
    """2,450 people on pages of 500, each sorted and filtered by itself."""
    ids = []
    for number in range(1, 6):
        name, count = (f"stackoverflow~{number}" if number > 1 else "stackoverflow"), (500 if number < 5 else 450)
        text = (report("long") / f"sites/{name}.html").read_text(encoding="utf-8")
        own = re.findall(r'<tr id="(u\d+)">', re.search(r"<table.*?</table>", text, re.S)[0])
        assert len(own) == count
        ids += own
    assert len(set(ids)) == 2_450
    page = open_page(report("long") / "sites/stackoverflow.html")
    page.get_by_label("Filter").first.fill("levi oyvind")
    expect(page.locator(".filter output").first).to_contain_text("of 500 people of this page")
    assert column(page, 0) and all("Øyvind Levi" in name for name in column(page, 0))
    page.get_by_role("link", name="Next").first.click()
    expect(page.locator("h1")).to_contain_text("Moderators of Stackoverflow")
    expect(page.locator("table tbody tr:not(.group)")).to_have_count(500)
