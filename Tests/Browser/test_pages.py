"""What holds for every kind of page."""

import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, address_shown, pages_of, report

KINDS = [
    ("small", "index.html"), ("small", "people.html"), ("small", "changes.html"),
    ("small", "sites/3dprinting.html"), ("small", "sites/cooking.html"),
    ("small", "person/503.html"), ("many", "person/1.html"), ("empty", "index.html"), ("empty", "people.html"),
    ("empty", "changes.html"), ("many", "index.html"),
    ("small", "numbers.html"), ("empty", "numbers.html"), ("many", "numbers.html"),
    ("two", "people/2.html"), ("many", "changes.html"), ("many", "sites/stackoverflow.html"),
]
SCHEMES = [(*kind, scheme) for kind in KINDS for scheme in ("light", "dark")]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
         # It would read the style a second time, which the policy of the pages forbids.
         "preload": False}


@pytest.mark.parametrize(("name", "path", "scheme"), SCHEMES)
def test_axe_finds_no_violation(open_page, name, path, scheme):
    page = open_page(report(name) / path, color_scheme=scheme)
    page.wait_for_timeout(50)
    result = Axe().run(page, options=RULES)
    assert result.violations_count == 0, result.generate_report()


@pytest.mark.parametrize(("name", "path"), KINDS)
def test_nothing_is_wider_than_a_phone(open_page, name, path):
    page = open_page(report(name) / path, viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize(("name", "path"), KINDS)
def test_every_page_reads_without_scripts(open_page, name, path):
    page = open_page(report(name) / path, java_script_enabled=False)
    # On a page of many people each has a heading.
    assert page.locator("h1").count() == (page.locator("article:not(.day)").count() or 1)
    assert page.locator("main").inner_text().strip()


def test_dark_is_dark(open_page):
    def brightness(scheme):
        page = open_page(report("small") / "index.html", color_scheme=scheme)
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in re.findall(r"\d+", color)[:3])

    assert brightness("dark") < 120 < 600 < brightness("light")


def test_a_chart_is_no_stop_and_stands_in_a_table(open_page):
    page = open_page(report("history") / "numbers.html")
    assert page.locator("svg [tabindex]").count() == 0
    # Bars of a timeline say in words what they show.
    charts = page.locator("figure:not(:has(.timeline))")
    assert charts.count() == page.locator("figure details table").count() > 1
    assert page.locator(".timeline li").count() == page.locator(".timeline li title").count()
    assert page.locator("svg text.value").first.is_visible()


def test_the_table_of_sites_is_soon_reached_by_keyboard(open_page):
    page = open_page(report("small") / "index.html")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-id=sites]') !== null"):
            return
    raise AssertionError("the table was not reached")


def test_a_timeline_shows_what_is_certain_and_what_is_not(open_page):
    page = open_page(report("small") / "sites/3dprinting.html")
    rows = page.locator(".timeline li")
    # The robot is none of them.
    assert rows.count() == 4
    returned = page.locator(".timeline li", has_text="HYPERLINK")
    assert returned.locator("rect:not(.p)").count() == 2
    # Left, and came back: both between two readings.
    assert returned.locator("rect.p").count() == 2
    assert returned.locator("text").count() == 1
    assert "joined between 18 Nov and 20 Nov 2026" in returned.locator("title").text_content()
    boxes = [rect.bounding_box() for rect in returned.locator("rect").all()]
    track = returned.locator("svg").bounding_box()
    assert all(box["width"] > 0 for box in boxes)
    assert all(track["x"] - 1 <= box["x"] and box["x"] + box["width"] <= track["x"] + track["width"] + 1 for box in boxes)


@pytest.mark.parametrize("options", [{"viewport": PHONE}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_bars_are_drawn_everywhere(open_page, options):
    page = open_page(report("small") / "person/503.html", **options)
    bar = page.locator(".timeline rect:not(.axis rect, .p)").last
    box = bar.bounding_box()
    assert box["height"] > 6 and box["width"] > 1
    assert bar.evaluate("one => getComputedStyle(one).fill") != page.evaluate(
        "getComputedStyle(document.body).backgroundColor"
    )


def test_forced_colours_mark_only_the_page_that_is_open(open_page):
    page = open_page(report("small") / "people.html", forced_colors="active")
    colours = page.eval_on_selector_all(
        ".top nav a", "links => links.map(link => getComputedStyle(link).borderBottomColor)"
    )
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert [colour != paper for colour in colours] == [False, True, False, False]


@pytest.mark.parametrize(("path", "link"), [
    ("sites/3dprinting.html", "#u5"), ("sites/3dprinting.html", "#u12"), ("changes.html", "#d2026-11-20"),
])
def test_rows_and_changes_have_links_of_their_own(open_page, path, link):
    page = open_page(report("small") / path)
    page.locator(f"a[href='{link}']").click()
    assert address_shown(page).endswith(path + link)
    assert page.locator(f"{link}:target").is_visible()


def test_every_name_leads_to_the_person_and_back_to_the_site(open_page):
    page = open_page(report("small") / "changes.html")
    page.get_by_role("link", name="Ana & Co").click()
    page.wait_for_url("**/person/504.html")
    assert page.locator("h1").inner_text() == "Ana & Co"
    page.get_by_role("link", name="3D Printing").first.click()
    page.wait_for_url("**/sites/3dprinting.html")
    page.locator("#roster").scroll_into_view_if_needed()
    page.get_by_role("link", name="Seán O’Brien").first.click()
    page.wait_for_url("**/person/501.html")


def test_printing_shows_rows_and_no_controls(open_page):
    page = open_page(report("history") / "people.html")
    page.emulate_media(media="print")
    assert page.locator(".filter:visible").count() == 0
    # "Page 1 of 200" stays, the ways to the others go.
    plain = open_page(report("two") / "people/2.html")
    plain.emulate_media(media="print")
    assert plain.get_by_text("Page 2 of 2").first.is_visible()
    assert not plain.locator(".pager a").first.is_visible()


@pytest.mark.parametrize("path", ["index.html", "people.html", "changes.html", "sites/all.html"])
@pytest.mark.parametrize("scripts", [True, False])
def test_nothing_hostile_runs(open_page, path, scripts):
    page = open_page(report("hostile") / path, java_script_enabled=scripts)
    if not scripts:
        assert page.locator("tbody tr, .day [id^=c]").count() >= 200
        return
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.evaluate(
        """async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
            scrollTo(0, y);
            await new Promise(requestAnimationFrame);
          }
          for (const element of document.querySelectorAll("main *")) {
            for (const name of ["mouseover", "focus", "pointerenter", "toggle", "load", "error"]) {
              element.dispatchEvent(new Event(name));
            }
          }
        }"""
    )
    attributes = page.evaluate(
        "[...document.querySelectorAll('main *')].flatMap(one => one.getAttributeNames())"
    )
    assert not [name for name in set(attributes) if name.startswith("on")]
    # The one script is what a day is answered from.
    scripts = page.eval_on_selector_all("main script", "all => all.map((one) => [one.type, one.matches('main > script:only-of-type')])")
    assert scripts in ([], [["application/json", True]])
    assert page.locator("main iframe, main img, main object, main link").count() == 0
    addresses = page.evaluate("[...document.querySelectorAll('main a')].map(one => one.getAttribute('href'))")
    schemes = {re.split("[/?#]", address)[0] for address in addresses if ":" in re.split("[/?#]", address)[0]}
    assert schemes <= {"http:", "https:"}


def test_pages_of_hostile_sites_run_nothing(open_page):
    page = open_page(report("hostile") / "index.html")
    paths = [path for path in pages_of("hostile") if path.startswith("sites/")]
    assert len(paths) > 200
    for path in paths[::4]:
        page.goto((report("hostile") / path).as_uri())
        assert page.locator("h1").count() == 1


@pytest.mark.parametrize("name", ["small", "empty", "hostile", "many"])
def test_tidy_has_nothing_to_say(name):
    pages = [path for path in pages_of(name) if name != "many" or not re.search(r"/\d{2,}", path)]
    result = subprocess.run(
        ["tidy", "-quiet", "-errors", "--drop-empty-elements", "no", *pages],
        cwd=report(name), capture_output=True, text=True, check=False,
    )
    # Older ones do not know this attribute of ARIA 1.1.
    said = [line for line in result.stderr.splitlines() if '"aria-current"' not in line]
    assert said[:20] == []
    assert result.returncode < 2
