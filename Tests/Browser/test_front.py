"""The first screen: a newcomer's five questions."""

import pytest
from conftest import follow, report, until

INDEX = report("history") / "index.html"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def is_on_first_screen(page, locator):
    box = locator.bounding_box()
    return box is not None and 0 <= box["y"] and box["y"] + box["height"] <= page.viewport_size["height"]


def test_the_first_screen_of_a_desk_answers_five_questions(open_page):
    page = open_page(INDEX, viewport=DESK)
    for selector in (
        "#search", ".state", ".news li:nth-child(5)", ".growth .plot",
        "#most + ol li:nth-child(5)", "#longest + ol li:nth-child(3)",
    ):
        assert is_on_first_screen(page, page.locator(selector)), selector


def test_the_first_screen_of_a_phone_answers_them_or_leads_there(open_page):
    page = open_page(INDEX, viewport=PHONE)
    for selector in ("#search", ".state", ".news li:nth-child(4)"):
        assert is_on_first_screen(page, page.locator(selector)), selector
    for name, target in (("Growth", "#growth"), ("Most sites, longest serving", "#most"), ("All sites", "#sites")):
        link = page.locator(".jump").get_by_role("link", name=name)
        assert is_on_first_screen(page, link) and link.get_attribute("href") == target
        assert page.locator(target).count() == 1


def test_what_is_new_is_told_by_name_with_ways_to_people_and_sites(open_page):
    page = open_page(INDEX)
    assert page.locator(".news li").count() >= 5
    first = page.locator(".news li").first
    assert first.get_by_role("link").count() == 2
    name = first.get_by_role("link").first.inner_text()
    follow(page, first.get_by_role("link").first, "**/person/*")
    assert page.locator("h1").first.inner_text() == name


def test_leaders_have_the_most_sites_and_serve_longest(open_page):
    page = open_page(INDEX)
    counts = [int(text.split()[-2]) for text in page.locator("#most + ol li").all_inner_texts()]
    assert len(counts) == 5 and counts == sorted(counts, reverse=True)
    follow(page, page.locator("#most + ol a").first, "**/person/*")
    assert f"Moderates {counts[0]} site" in page.locator(".lede").first.inner_text()
    page.go_back()
    began = page.eval_on_selector_all("#longest + ol li", "items => items.map(item => [...item.querySelectorAll('time')].at(-1).dateTime.slice(0, 10))")
    assert len(began) == 5 and began == sorted(began)


def test_data_files_say_what_they_hold(open_page):
    page = open_page(INDEX)
    row = page.get_by_role("row", name="csv/moderators.csv")
    cells = row.get_by_role("cell").all_inner_texts()
    lines = (report("history") / "csv/moderators.csv").read_bytes().count(b"\r\n")
    assert cells[0] == "who moderates which site now" and int(cells[1].replace(",", "")) == lines - 1
    assert cells[2].endswith("kB")
    assert page.get_by_role("link", name="SHA256SUMS").count() == 1


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_jump_leads_to_its_part(open_page, viewport):
    page = open_page(INDEX, viewport=viewport)
    page.locator(".jump").get_by_role("link", name="All sites").click()
    until(page, "document.querySelector('#sites').getBoundingClientRect().top < 200")
