"""What holds for every kind of page."""

import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, pages_of, report

KINDS = [
    ("small", "index.html"), ("small", "people.html"), ("small", "changes.html"),
    ("small", "sites/3dprinting.html"), ("small", "sites/cooking.html"),
    ("small", "sites/meta.cooking.html"), ("empty", "index.html"), ("empty", "people.html"),
    ("empty", "changes.html"), ("many", "index.html"), ("many", "people.html"),
    ("two", "people/2.html"), ("many", "changes.html"), ("many", "sites/stackoverflow.html"),
]
SCHEMES = [(*kind, scheme) for kind in KINDS for scheme in ("light", "dark")]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


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
    assert page.locator("h1").count() == 1
    assert page.locator("main").inner_text().strip()


def test_dark_is_dark(open_page):
    def brightness(scheme):
        page = open_page(report("small") / "index.html", color_scheme=scheme)
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in re.findall(r"\d+", color)[:3])

    assert brightness("dark") < 120 < 600 < brightness("light")


def test_figures_of_a_chart_show_on_focus_and_stand_in_a_table(open_page):
    page = open_page(report("many") / "index.html")
    bar = page.locator("svg g[tabindex]").first
    label = bar.locator("text.value")
    assert not label.is_visible()
    bar.focus()
    assert label.is_visible()
    assert page.locator("figure").count() == page.locator("figure details table").count() > 1


def test_a_line_tells_how_a_reputation_moved(open_page):
    page = open_page(report("many") / "sites/stackoverflow.html")
    line = page.get_by_role("img", name=re.compile(r"from [\d,]+ on \d{4}-\d\d-\d\d to [\d,]+ on"))
    assert line.count() == 60


def test_the_figures_of_a_line_show_on_hover_and_focus_and_stand_in_a_table(open_page):
    page = open_page(report("many") / "sites/stackoverflow.html")
    line = page.locator(".line").nth(3)
    shown = "one => getComputedStyle(one, '::after').content"
    assert line.evaluate(shown) == "none"
    line.focus()
    assert line.get_attribute("aria-label") in line.evaluate(shown)
    page.locator(".line").nth(5).hover()
    assert page.locator(".line").nth(5).evaluate(shown) != "none"
    # Where the pointer rests on a point, that one's own.
    assert re.fullmatch(r"[\d,]+ on \d{4}-\d\d-\d\d", line.locator("circle title").first.text_content())
    table = page.locator("table[data-id=lines]")
    assert not table.is_visible()
    page.get_by_text("The lines as a table", exact=True).click()
    assert table.is_visible()
    assert table.locator("tbody tr").count() == page.locator(".line circle").count() == 60 * 9


@pytest.mark.parametrize(("path", "link"), [
    ("sites/3dprinting.html", "#u5"), ("sites/3dprinting.html", "#u12"), ("sites/3dprinting.html", "#c4"),
])
def test_rows_and_changes_have_links_of_their_own(open_page, path, link):
    page = open_page(report("small") / path)
    page.locator(f"a[href='{link}']").click()
    assert page.url.endswith(path + link)
    assert page.locator(f"{link}:target").is_visible()


def test_a_change_of_all_leads_to_its_place_on_the_page_of_its_site(open_page):
    page = open_page(report("small") / "changes.html")
    page.locator(".when a").first.click()
    page.wait_for_url("**/sites/3dprinting.html#c5")


def test_an_about_me_keeps_its_harmless_elements(open_page):
    page = open_page(report("many") / "sites/stackoverflow.html")
    page.get_by_text("About", exact=True).first.click()
    assert page.locator(".profile strong").first.inner_text() == "pumps"
    assert page.locator(".profile a").first.get_attribute("rel") == "nofollow noopener"


def test_printing_shows_rows_and_no_controls(open_page):
    page = open_page(report("many") / "people.html")
    page.wait_for_selector(".rows .name")
    page.emulate_media(media="print")
    assert not page.locator("#people-list .filter").is_visible()
    assert page.evaluate("document.documentElement.scrollHeight") < 10_000


@pytest.mark.parametrize("path", ["index.html", "people.html", "changes.html", "sites/all.html"])
@pytest.mark.parametrize("scripts", [True, False])
def test_nothing_hostile_runs(open_page, path, scripts):
    page = open_page(report("hostile") / path, java_script_enabled=scripts)
    if not scripts:
        assert page.locator("tbody tr, .journal li").count() >= 200
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
    assert page.locator("main script, main iframe, main img, main object, main link").count() == 0
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
