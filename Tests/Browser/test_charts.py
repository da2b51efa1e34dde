"""Figures and the map of sites that share moderators: by mouse, touch and keyboard, on paper, and as numbers."""

import csv
import io

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, report
from test_pages import RULES

PAGES = ["numbers.html", "together.html"]
LOOKS = [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": PHONE}, {"java_script_enabled": False}]


@pytest.fixture
def numbers(open_page):
    return lambda **options: open_page(report("history") / "numbers.html", **options)


def chart(page, name):
    return page.locator(f"#{name}")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("look", LOOKS[:4])
def test_axe_finds_no_violation_in_figures(open_page, path, look):
    page = open_page(report("history") / path, **look)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    if path == "numbers.html":
        chart(page, "network-size").locator(".plot").focus()
    result = Axe().run(page, options=RULES)
    assert result.violations_count == 0, result.generate_report()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("look", LOOKS)
def test_figures_fit_and_are_drawn(open_page, path, look):
    page = open_page(report("history") / path, **look)
    width = look.get("viewport", {"width": 1280})["width"]
    if look.get("java_script_enabled", True):
        assert page.evaluate("document.documentElement.scrollWidth") == width
    for shape in page.locator(".plot, .map").all():
        assert shape.bounding_box()["height"] > 150
        assert shape.locator("rect, path").count() > 0
    assert all(title.inner_text().strip() for title in page.locator("figcaption h3").all())
    assert (report("history") / path).stat().st_size < 300_000


def test_each_drawing_is_one_stop_and_arrows_walk_in_it(numbers):
    page = numbers()
    figure = chart(page, "network-size")
    plot = figure.locator(".plot")
    assert figure.locator(".plot [tabindex], .plot a, .plot button").count() == 0
    rows = figure.locator("tbody tr")
    plot.focus()
    tip = figure.locator(".tip")
    assert rows.last.locator("th").text_content() in tip.inner_text()
    page.keyboard.press("Home")
    first = [cell.strip() for cell in rows.first.locator("th, td").all_text_contents()]
    assert all(text in tip.inner_text() for text in first)
    assert all(text in plot.get_attribute("aria-valuetext") for text in first)
    page.keyboard.press("ArrowRight")
    assert rows.nth(1).locator("th").text_content() in tip.inner_text()
    page.keyboard.press("Tab")
    assert not tip.is_visible()


def test_pointing_tells_the_day_and_the_numbers(numbers):
    page = numbers()
    figure = chart(page, "coming-and-going")
    plot = figure.locator(".plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    told = figure.locator(".tip").inner_text()
    months = [row.strip() for row in figure.locator("tbody th").all_text_contents()]
    assert told.split("\n")[0] in months[len(months) // 2 - 1 : len(months) // 2 + 1]
    tip = figure.locator(".tip").bounding_box()
    assert 0 <= tip["x"] and tip["x"] + tip["width"] <= 1280
    page.mouse.move(5, 5)
    assert not figure.locator(".tip").is_visible()


def test_a_tap_tells_the_same_on_a_phone(numbers):
    page = numbers(viewport=PHONE, has_touch=True)
    figure = chart(page, "network-size")
    figure.locator(".plot").scroll_into_view_if_needed()
    figure.locator(".plot").tap(position={"x": 20, "y": 60})
    tip = figure.locator(".tip").bounding_box()
    assert tip["width"] > 20 and 0 <= tip["x"] and tip["x"] + tip["width"] <= PHONE["width"]


def test_months_without_a_change_are_drawn_and_sums_are_those_of_the_title(numbers):
    page = numbers()
    rows = chart(page, "coming-and-going").locator("tbody tr time")
    days = [row.get_attribute("datetime") for row in rows.all()]
    first, last = (int(day[:4]) * 12 + int(day[5:7]) for day in (days[0], days[-1]))
    assert len(days) == last - first + 1
    places = [float(row.get_attribute("data-x")) for row in chart(page, "coming-and-going").locator("tbody tr").all()]
    assert places == sorted(places) and 0 < places[0] and places[-1] < 100


def test_numbers_are_saved_as_csv(numbers):
    page = numbers()
    figure = chart(page, "network-size")
    figure.get_by_text("Show the numbers").click()
    with page.expect_download() as download:
        figure.get_by_role("button", name="Save the numbers as CSV").click()
    assert download.value.suggested_filename == "network-size.csv"
    rows = list(csv.reader(io.StringIO(download.value.path().read_text())))
    assert rows[0] == ["Since", "Moderators", "Staff"]
    assert len(rows) == figure.locator("tbody tr").count() + 1
    assert rows[1][0].startswith("2024-12-") and all(value.isdigit() for value in rows[1][1:])


def test_figures_print_in_full(numbers):
    page = numbers()
    chart(page, "network-size").locator(".plot").focus()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("figure.chart details[open]").count() == page.locator("figure.chart").count() > 3
    assert page.locator(".tip:visible, .cross:visible, .save:visible").count() == 0


def test_a_figure_has_an_address(numbers):
    page = numbers()
    chart(page, "network-size").locator(".here").click()
    assert page.url.endswith("#network-size")
    assert page.locator("figure:target").is_visible()


def test_the_map_says_what_the_list_says(open_page):
    page = open_page(report("history") / "together.html")
    pairs = page.locator(".pairs li")
    assert page.locator(".map rect:not(.at)").count() == 2 * pairs.count() > 4
    page.locator(".map").focus()
    texts = set(pairs.all_text_contents())
    told = page.locator(".told")
    seen = set()
    for key in ["Home", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "End", "ArrowUp"]:
        page.keyboard.press(key)
        assert told.text_content() in texts
        seen.add(told.text_content())
    assert len(seen) > 2
    # The frame is on the diagonal's other side as well: both cells tell of one pair.
    cell = page.locator(".map rect:not(.at)").first
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert told.text_content() == pairs.first.text_content()
    assert told.locator("a[href^='person/']").count() >= 1
    told.locator("a[href^='person/']").first.click()
    page.wait_for_url("**/person/*")


def test_the_map_needs_no_script(open_page):
    page = open_page(report("history") / "together.html", java_script_enabled=False)
    assert "shares" in page.locator(".pairs li").first.inner_text()
    assert page.locator(".told").count() == 0
