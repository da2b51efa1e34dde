"""The changes as announcements, what chooses among them, and links to them."""

import pathlib
import re
import sqlite3
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, REPORTS, address, address_shown, follow, pages_of, report, until
from test_pages import RULES

ARCHIVE = REPORTS / "history.sqlite"
END = "document.querySelector('#changes-end').dataset.state === 'end'"


def rows(sql, *values):
    with sqlite3.connect(f"file:{ARCHIVE}?mode=ro", uri=True) as archive:
        return archive.execute(sql, values).fetchall()


def to_the_end(page):
    for _ in range(300):
        if page.evaluate(END):
            return
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_timeout(30)
    raise AssertionError("the end never came")


def visible_ids(page):
    """The numbers of all changes that can be seen, those in closed details too."""
    return page.evaluate(
        "[...document.querySelectorAll('.day [id^=c]')].filter(one => !one.closest('[hidden]')).map(one => Number(one.id.slice(1)))"
    )


@pytest.mark.parametrize("options", [
    {}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": PHONE},
    {"viewport": {"width": 720, "height": 450}}, {"java_script_enabled": False},
])
def test_axe_finds_nothing_in_two_years_of_changes(open_page, options):
    scripts = options.get("java_script_enabled", True)
    page = open_page(report("history") / "changes.html", **{**options, "java_script_enabled": True} if scripts else options)
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    if scripts:
        result = Axe().run(page, options=RULES)
        assert result.violations_count == 0, result.generate_report()


@pytest.mark.parametrize("path", ["changes.html", "changes/*"])
def test_links_of_older_days_lead_to_pages(open_page, path):
    """From the page at the top of the report and from that of a month, which stands in a folder."""
    root = report("history")
    start = sorted(root.glob(path + (".html" if path.endswith("*") else "")))[-1]
    page = open_page(start)
    to_the_end(page)
    links = page.evaluate("[...new Set([...document.querySelectorAll('.day a[href]')].map(one => one.href.split('#')[0]))]")
    assert len(links) > 50 and all(unquote(link).startswith(root.as_uri()) for link in links)
    assert [link for link in links if not pathlib.Path(unquote(link[len("file://"):])).exists()] == []


def test_a_card_tells_a_day_with_its_interval_once(open_page):
    page = open_page(report("history") / "changes.html")
    day = page.locator(".day").first
    last, before = rows("SELECT max(observed_at), max(previous_walk_at) FROM changes")[0]
    counts = dict(rows("SELECT kind, count(*) FROM changes WHERE substr(observed_at, 1, 10) = ? GROUP BY 1", last[:10]))
    head = day.locator("> p").inner_text()
    assert head.startswith("30 days since the last look, on ")
    assert f"{counts['joined']} joined" in head and f"{counts['left']} left" in head
    assert day.get_attribute("id") == f"d{last[:10]}"
    assert before[:4] in head and day.locator(".when").count() == 0


def test_all_changes_are_reached_by_scrolling_and_each_once(open_page):
    page = open_page(report("history") / "changes.html")
    to_the_end(page)
    found = page.evaluate("[...document.querySelectorAll('.day [id^=c]')].map(one => Number(one.id.slice(1)))")
    assert sorted(found) == [row[0] for row in rows("SELECT id FROM changes ORDER BY id")]
    assert found == sorted(found, reverse=True) or len(set(found)) == len(found)
    days = page.locator(".day").evaluate_all("days => days.map(day => day.id)")
    assert days == sorted(days, reverse=True) and len(set(days)) == len(days)


def test_all_changes_are_there_without_scripts(open_page):
    page = open_page(report("history") / "changes.html", java_script_enabled=False)
    found = []
    for _ in range(100):
        found += [int(one[1:]) for one in re.findall(r'id="(c\d+)"', page.content())]
        following = page.locator(".pager").first.get_by_text("Next")
        if not following.count():
            break
        title, here = page.title(), page.url
        follow(page, following, lambda url: url != here)
        assert page.title() != title
    assert sorted(found) == [row[0] for row in rows("SELECT id FROM changes ORDER BY id")]


def test_kinds_site_and_person_are_kept_in_the_address(open_page):
    site = rows("SELECT site FROM changes WHERE kind = 'left' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1")[0][0]
    page = open_page(address(report("history") / "changes.html") + f"#kind=left&site={site}")
    to_the_end(page)
    expected = rows("SELECT id FROM changes WHERE kind = 'left' AND site = ? ORDER BY id", site)
    assert sorted(visible_ids(page)) == [row[0] for row in expected]
    assert page.locator("output").inner_text() == f"{len(expected)} found"
    page.locator(".chips .only:visible").click()
    until(page, "!location.hash.includes('site')")
    page.go_back()
    until(page, "location.hash.includes('site')")
    # The page follows the address a moment later.
    page.locator(".chips .only:visible").wait_for()


def chips(page):
    """The kinds, with the numbers that stand on them."""
    return [
        (chip.evaluate("one => one.firstChild.textContent.trim()"), chip.locator("span").text_content())
        for chip in page.locator(".chips button[aria-pressed]").all()
    ]


def test_counts_of_kinds_follow_what_is_chosen_besides(open_page):
    names = {"joined": "Joined", "left": "Left", "returned": "Came back", "renamed": "Renamed"}
    total = dict(rows("SELECT kind, count(*) FROM changes GROUP BY 1"))
    site = rows("SELECT site FROM changes GROUP BY 1 ORDER BY count(*), 1 LIMIT 1")[0][0]
    page = open_page(report("history") / "changes.html")
    told = dict(chips(page))
    assert all(told[names[kind]] == f"{total[kind]:,}" for kind in names)
    page = open_page(address(report("history") / "changes.html") + f"#site={site}")
    # No number stands there as long as older months are not read; then that of the site.
    own = dict(rows("SELECT kind, count(*) FROM changes WHERE site = ? GROUP BY 1", site))
    expected = {name: str(own.get(kind, 0)) for kind, name in names.items()}
    assert all(dict(chips(page))[name] in ("", count) for name, count in expected.items())
    to_the_end(page)
    until(page, "document.querySelector('.chips button span').textContent !== ''")
    told = dict(chips(page))
    assert {name: told[name] for name in expected} == expected
    # A page of an older month never has all.
    path = sorted(path for path in pages_of("history") if path.startswith("changes/"))[0]
    page = open_page(address(report("history") / path) + f"#site={site}")
    to_the_end(page)
    page.wait_for_timeout(100)
    assert all(count == "" for _, count in chips(page))


def test_the_page_of_a_person_leads_to_their_changes(open_page):
    account = rows("SELECT account_id FROM changes GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1")[0][0]
    pages = [path for path in pages_of("history") if path.startswith("person/")]
    name = f"person/{account}.html"
    if name in pages:
        page = open_page(report("history") / name)
    else:
        folder = report("history")
        name = next(path for path in pages if f'id="p{account}"' in (folder / path).read_text(encoding="utf-8"))
        page = open_page(address(folder / name) + f"#p{account}")
    page.locator("a:visible", has_text="All changes of this person").click()
    page.wait_for_url("**/changes.html#person=*")
    to_the_end(page)
    expected = rows("SELECT id FROM changes WHERE account_id = ? ORDER BY id", account)
    assert sorted(visible_ids(page)) == [row[0] for row in expected]


def test_words_find_sites_and_people(open_page):
    page = open_page(report("history") / "changes.html")
    site, name = rows("SELECT site, name FROM sites JOIN changes USING (network, site) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1")[0]
    page.get_by_role("searchbox").fill(name.upper())
    to_the_end(page)
    shown = set(visible_ids(page))
    expected = {row[0] for row in rows("SELECT id FROM changes WHERE site = ?", site)}
    assert expected <= shown


@pytest.mark.parametrize("start", ["changes.html", "second"])
@pytest.mark.parametrize("kind", ["joined", "profile"])
def test_old_links_lead_to_the_page_that_has_the_change(open_page, start, kind):
    old = rows("SELECT min(id) FROM changes WHERE kind = ?", kind)[0][0]
    path = start
    if start == "second":
        path = sorted(path for path in pages_of("history") if path.startswith("changes/"))[-1]
    page = open_page(address(report("history") / path) + f"#c{old}")
    page.wait_for_selector(f"#c{old}:visible")
    until(page, "!location.search")
    assert page.evaluate(f"document.getElementById('c{old}').getBoundingClientRect().top") < 900
    assert address_shown(page).endswith(f"#c{old}")


def test_a_link_to_a_day_leads_there(open_page):
    day = rows("SELECT min(substr(observed_at, 1, 10)) FROM changes")[0][0]
    page = open_page(address(report("history") / "changes.html") + f"#d{day}")
    page.wait_for_selector(f"#d{day}:visible")
    assert page.locator(f"#d{day}:target").count() == 1


def test_a_change_that_is_not_there_is_told(open_page):
    page = open_page(address(report("history") / "changes.html") + "#c999999")
    until(page, "document.querySelector('output').textContent.includes('not in this archive')")


def test_months_lead_to_their_page_and_keep_the_choice(open_page):
    page = open_page(address(report("history") / "changes.html") + "#kind=left")
    bars = page.locator(".months li")
    first, last = rows("SELECT min(substr(observed_at, 1, 7)), max(substr(observed_at, 1, 7)) FROM changes")[0]
    (year, month), (last_year, last_month) = (map(int, day.split("-")) for day in (first, last))
    assert bars.count() == (last_year - year) * 12 + last_month - month + 1
    last = page.locator(".months a").last
    last.scroll_into_view_if_needed()
    last.click()
    page.wait_for_url("**/changes/*.html#kind=left")
    until(page, "document.querySelector('[aria-pressed=true]') !== null")
    assert page.locator("[aria-pressed=true]").count() == 1


def test_a_file_that_is_missing_is_told_and_tried_again(open_page, copy_of):
    folder = copy_of("history")
    name = sorted((folder / "changes").glob("2*.js"))[-1]
    name.rename(folder / "kept.js")
    page = open_page(folder / "changes.html", quiet=False)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_selector("#changes-end .retry")
    (folder / "kept.js").rename(name)
    page.locator("#changes-end .retry").click()
    to_the_end(page)


def test_print_says_which_pages_these_are(open_page):
    page = open_page(report("history") / "changes.html")
    page.emulate_media(media="print")
    pager = page.locator(".pager").first
    assert re.search(r"Pages? 1( to \d+)? of \d+", pager.inner_text())
    assert not page.locator(".chips").is_visible() and not page.locator(".months").is_visible()


@pytest.mark.parametrize("part", [1, 0.5])
def test_back_returns_to_the_same_place(open_page, part):
    page = open_page(report("history") / "changes.html")
    to_the_end(page)
    links = "document.querySelectorAll('.day > div > h3 a')"
    index = int((page.evaluate(f"{links}.length") - 1) * part)
    # The number of a link is the same once as many days are read.
    top = f"{links}[{index}]?.getBoundingClientRect().top"
    page.evaluate(f"{links}[{index}].scrollIntoView({{ block: 'center', behavior: 'instant' }})")
    page.evaluate(f"addEventListener('click', () => sessionStorage.setItem('top', {top}), true)")
    follow(page, page.locator(".day > div > h3 a").nth(index), "**/sites/*.html")
    page.go_back()
    page.wait_for_url("**/changes.html")
    until(page, f"Math.abs({top} - sessionStorage.getItem('top')) < 10")


def test_no_page_of_changes_is_large():
    for path in pages_of("history"):
        assert (report("history") / path).stat().st_size <= 300_000, path
