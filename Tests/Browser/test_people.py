"""The list of everybody, and what a hundred thousand people take."""

import json
import re

import pytest
from conftest import PHONE, address, address_shown, follow, report, settle, until

PEOPLE = report("many") / "people.html"
COUNT = 100_000


def names(page):
    return page.locator("#people tbody tr:visible th a").all_inner_texts()


def test_everybody_stands_once_in_the_order_of_the_table():
    root = report("many")
    pages = [root / "people.html", *(root / f"people/{number}.html" for number in range(2, COUNT // 500 + 1))]
    texts = [path.read_text(encoding="utf-8") for path in pages]
    accounts = [account for text in texts for account in re.findall(r'<tr id="p(\d+)">', text)]
    assert accounts == [str(index * 7 + 1) for index in range(COUNT)]


def test_without_scripts_there_are_plain_pages(open_page):
    page = open_page(PEOPLE, java_script_enabled=False)
    assert page.locator("tbody tr").count() == 500
    follow(page, page.get_by_role("link", name="Next").first, "**/people/2.html")
    assert page.locator("tbody tr").count() == 500
    follow(page, page.get_by_role("link", name="Last").first, "**/people/200.html")
    assert page.get_by_text("Page 200 of 200").first.is_visible()
    follow(page, page.get_by_role("link", name="Previous").first, "**/people/199.html")


def test_the_list_fits_a_phone(open_page):
    page = open_page(report("history") / "people.html", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_link_to_a_person_leads_to_the_row(open_page):
    page = open_page(address(PEOPLE) + f"#p{333 * 7 + 1}")
    box = page.locator("tr:target").bounding_box()
    assert 0 <= box["y"] < 900


def test_a_click_on_a_name_opens_the_person(open_page):
    page = open_page(PEOPLE)
    link = page.locator("tbody th a").nth(4)
    name = link.inner_text()
    link.click()
    page.wait_for_url("**/person/*.html#p29")
    assert page.locator("h1:visible").all_inner_texts() == [name]
    assert page.title() == name
    # The head of the page is in view.
    assert page.locator(".top").bounding_box()["y"] >= 0


def test_a_person_stands_alone_without_scripts_too(open_page):
    number = 77_777 * 7 + 1
    path = report("many") / f"person/{number % 2000 + 1}.html"
    page = open_page(address(path) + f"#p{number}", java_script_enabled=False)
    assert page.locator("article:visible").count() == 1
    assert page.locator("h1:visible").inner_text().split()[-1] != ""
    everybody = open_page(path, java_script_enabled=False)
    assert everybody.locator("article:visible").count() == 50


def test_people_are_sorted_by_every_column_and_the_order_stands_in_the_address(open_page):
    page = open_page(report("history") / "people.html")
    numbers = lambda column: [int(text.replace(",", "") or 0) for text in page.locator(f"tbody tr td:nth-of-type({column})").all_inner_texts()]
    page.get_by_role("columnheader", name="Reputation").get_by_role("button").click()
    until(page, "document.querySelector('[aria-sort]') !== null")
    settle(page)
    by_reputation = numbers(2)
    assert by_reputation == sorted(by_reputation, reverse=True) and len(by_reputation) > 20
    assert address_shown(page).endswith("#people.sort=-reputation")
    page.get_by_role("columnheader", name="Reputation").get_by_role("button").click()
    settle(page)
    assert numbers(2) == sorted(by_reputation)
    page.get_by_role("columnheader", name="Sites").get_by_role("button").click()
    settle(page)
    assert numbers(1) == sorted(numbers(1), reverse=True)


@pytest.mark.parametrize("path", ["history/people.html", "long/sites/stackoverflow.html"])
def test_the_first_tap_on_csv_saves_all_rows_and_nothing_moves(open_page, path):
    name, rest = path.split("/", 1)
    page = open_page(report(name) / rest, viewport=PHONE, has_touch=True)
    page.wait_for_timeout(200)
    rows = page.locator("tbody tr:not(.group)").count() if name == "history" else 500
    button = page.locator(".filter").first.get_by_role("button", name="CSV")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    with page.expect_download() as saved:
        page.touchscreen.tap(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    assert saved.value.path().read_bytes().count(b"\r\n") == rows + 1
    assert button.bounding_box() == before


def test_people_of_several_networks_have_a_column(open_page):
    page = open_page(report("networks") / "people.html")
    assert page.get_by_role("columnheader", name="Network").count() == 1
    with page.expect_download() as saved:
        page.get_by_role("button", name="JSON").first.click()
    rows = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert sorted(row["name"] for row in rows if row["network"] == "discourse") == ["Dora", "Emil"]
    assert open_page(report("history") / "people.html").get_by_role("columnheader", name="Network").count() == 0
