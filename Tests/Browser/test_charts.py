"""Figures: by mouse, touch and keyboard, on paper, and as numbers."""

import csv
import io
import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, address_shown, report
from test_pages import RULES

PAGES = ["numbers.html"]
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
    for shape in page.locator(".plot").all():
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


def test_bars_stand_in_the_table_and_are_as_long_as_their_numbers(numbers):
    figure = chart(numbers(), "moderators-of-a-site")
    assert figure.locator(".plot").count() == 0
    counts = [int(text.replace(",", "")) for text in figure.locator("tbody td").all_text_contents()]
    widths = [bar.bounding_box()["width"] for bar in figure.locator("tbody rect").all()]
    assert len(counts) == len(widths) > 3 and min(counts) > 0
    assert all(abs(width / max(widths) - count / max(counts)) < 0.02 for width, count in zip(widths, counts))


def test_a_tap_tells_the_same_on_a_phone(numbers):
    page = numbers(viewport=PHONE, has_touch=True)
    figure = chart(page, "network-size")
    figure.locator(".plot").scroll_into_view_if_needed()
    figure.locator(".plot").tap(position={"x": 20, "y": 60})
    tip = figure.locator(".tip").bounding_box()
    assert tip["width"] > 20 and 0 <= tip["x"] and tip["x"] + tip["width"] <= PHONE["width"]


def test_numbers_are_saved_as_csv(numbers):
    page = numbers()
    figure = chart(page, "network-size")
    figure.get_by_text("Show the numbers").click()
    with page.expect_download() as download:
        figure.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "network-size.csv"
    rows = list(csv.reader(io.StringIO(download.value.path().read_text())))
    assert rows[0] == ["Since", "Moderators", "Staff"]
    assert len(rows) == figure.locator("tbody tr").count() + 1
    assert rows[1][0].startswith("2024-12-") and all(value.isdigit() for value in rows[1][1:])
    with page.expect_download() as download:
        figure.get_by_role("button", name="JSON").click()
    objects = json.loads(download.value.path().read_text())
    assert [[str(value) for value in one.values()] for one in objects] == rows[1:]


def test_every_figure_saves_the_numbers_of_its_table(numbers):
    page = numbers()
    figures = page.locator("figure.chart").all()
    assert len(figures) == 3
    for figure in figures:
        figure.locator("details").evaluate("one => { one.open = true }")
        with page.expect_download() as download:
            figure.get_by_role("button", name="CSV").click()
        rows = list(csv.reader(io.StringIO(download.value.path().read_text())))
        table = figure.locator("tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.querySelector('time')?.dateTime ?? cell.textContent.trim()))")
        plain = [row[:1] + [cell.replace(",", "") for cell in row[1:]] for row in table]
        assert rows == [table[0], *plain[1:]]


def test_figures_print_in_full(numbers):
    page = numbers()
    chart(page, "network-size").locator(".plot").focus()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("figure.chart details[open]").count() == page.locator("figure.chart").count() == 3
    assert page.locator(".tip:visible, .cross:visible, .export:visible").count() == 0


def test_a_figure_has_an_address(numbers):
    page = numbers()
    chart(page, "network-size").locator(".here").click()
    assert address_shown(page).endswith("#network-size")
    assert page.locator("figure:target").is_visible()


TOUCHING = """selector => {
  const problems = [];
  for (const axis of document.querySelectorAll(selector)) {
    const all = [...axis.querySelectorAll("text.x, text:not([class]), text.minor, text.from, text.until")];
    const shown = all.filter(one => one.getClientRects().length && one.textContent);
    const boxes = shown.map(one => [one.getBoundingClientRect(), one.textContent]).sort((a, b) => a[0].left - b[0].left);
    for (let index = 1; index < boxes.length; index += 1) {
      if (boxes[index - 1][0].right + 3 > boxes[index][0].left) problems.push([boxes[index - 1][1], boxes[index][1]].join(" | "));
    }
    if (!boxes.length) problems.push("no label");
  }
  return problems;
}"""


@pytest.mark.parametrize("name", ["years-1", "years-2", "years-3", "years-5", "years-10", "history"])
@pytest.mark.parametrize("width", [320, 390, 660, 970, 1440])
def test_no_two_labels_of_an_axis_of_time_touch(open_page, name, width):
    page = open_page(report(name) / "index.html", viewport={"width": width, "height": 900})
    assert page.locator(".plot text.x").count() > 0
    assert page.evaluate(TOUCHING, ".plot > svg:first-child:has(.x)") == []
    site = "sites/stackoverflow.html" if name == "history" else "sites/3dprinting.html"
    page = open_page(report(name) / site, viewport={"width": width, "height": 900})
    assert page.locator(".timeline > .axis").count() > 0
    assert page.evaluate(TOUCHING, ".timeline > .axis") == []


def test_a_line_that_is_too_short_to_be_seen_is_a_point(open_page):
    """What was counted at the last reading, long after the one before, stands below its words."""
    page = open_page(report("years-3") / "index.html", viewport={"width": 1440, "height": 900})
    figure = chart(page, "network-size")
    assert "Nothing was read where the line is broken." in figure.inner_text()
    for style, words in (("m", "moderators"), ("s", "staff")):
        dot = figure.locator(f"circle.{style}").bounding_box()
        label = figure.locator("text.value", has_text=words).bounding_box()
        assert dot["width"] > 4
        assert label["x"] <= dot["x"] + dot["width"] / 2 <= label["x"] + label["width"] + 1
        assert 0 < dot["y"] - label["y"] < 24
    assert open_page(report("history") / "index.html").locator("#network-size circle").count() == 0
