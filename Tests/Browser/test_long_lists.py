"""The list of a site that has more people than fit on a page: all of them in a box that reads files beside the page."""

import csv
import io
import json
import pathlib
import re

from conftest import PHONE, address, follow, report, until

ROOT = report("long")
SITE = ROOT / "sites/stackoverflow.html"
COUNT = 2_450
STAFF = 62
READ = "document.querySelectorAll('.filter .facet').length > 0"


def ready(page):
    until(page, "document.querySelectorAll('.long .rows .seat').length > 0 && !document.querySelector('.long [data-state=waiting]')")
    return page


def read(page):
    """All files were read."""
    ready(page)
    until(page, READ)
    return ready(page)


def told(page, words):
    """What is shown is told with the next frame."""
    until(page, f"document.querySelector('.filter output').textContent === {json.dumps(words)}")


def names(page):
    return page.locator(".long .rows .seat:not(.group) > :first-child > a:first-child").all_inner_texts()


def rows_of_files():
    for path in sorted((ROOT / "sites/stackoverflow/rows").glob("*.js"), key=lambda one: int(one.stem)):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f'modexport.take("rows/{path.stem}",[') and text.endswith("]);\n")
        yield from json.loads("[" + text[len("modexport.take(") : -3] + "]")[1]


def test_the_files_hold_the_rows_of_the_plain_pages_in_their_order():
    rows = list(rows_of_files())
    assert len(rows) == COUNT
    plain = []
    for path in [SITE] + [ROOT / f"sites/stackoverflow~{number}.html" for number in range(2, 14)]:
        table = re.search(r"<table.*?</table>", path.read_text(encoding="utf-8"), re.S)[0]
        plain += re.findall(r'<tr id="u\d+">.*?</tr>\n', table, re.S)
    # Byte for byte, but for the marks around attributes.
    assert [row.replace('"', "'") for row in plain] == rows
    assert len({re.match(r"<tr id='(u\d+)'>", row)[1] for row in rows}) == COUNT


def test_each_row_is_shown_once_at_its_place(open_page):
    page = ready(open_page(SITE))
    seen = page.evaluate(
        """async () => {
          const box = document.querySelector(".long"), seen = {};
          const frame = () => new Promise(requestAnimationFrame);
          for (let top = 0; top < box.scrollHeight; top += box.clientHeight) {
            box.scrollTop = top;
            do await frame(); while (box.querySelector("[data-state=waiting]"));
            await frame();
            for (const row of box.querySelectorAll(".rows .seat")) {
              seen[row.getAttribute("aria-rowindex")] = (row.querySelector(".here") ?? row).textContent;
            }
            if (box.querySelectorAll(".seat").length > 80) throw new Error("too many rows");
          }
          return seen;
        }"""
    )
    # The heads are the first row; two rows are the titles of the groups.
    assert [int(place) for place in seen] == list(range(2, COUNT + 4))
    assert seen["2"] == "Moderators" and seen[str(COUNT - STAFF + 3)] == "Staff with moderator powers"
    ids = [text.replace("#", "u") for text in seen.values() if text.startswith("#")]
    assert ids == [re.match(r"<tr id='(u\d+)'>", row)[1] for row in rows_of_files()]


def test_a_filter_and_an_order_look_at_all_rows(open_page):
    page = read(open_page(SITE))
    page.get_by_label("Filter").fill("sharma zoe")
    found = [row for row in rows_of_files() if "Zoë Sharma" in row]
    told(page, f"{len(found)} of 2,450 people")
    assert names(page) and all("Zoë Sharma" in name for name in names(page))
    page.get_by_role("columnheader", name="Gold").get_by_role("button").click()
    again = read(open_page(page.url))
    assert names(again) == names(page)
    page.get_by_label("Filter").fill("")
    told(page, "2,450 of 2,450 people")
    gold = page.locator(".long .rows .seat:not(.group) > :nth-child(4)").all_inner_texts()
    assert gold[:20] == ["49"] * 20
    page.get_by_label("Role").select_option(index=2)
    told(page, f"{STAFF} of 2,450 people")
    page.go_back()
    told(page, "2,450 of 2,450 people")


def test_what_is_shown_is_saved(open_page):
    page = read(open_page(SITE))
    page.get_by_label("Filter").fill("kowalska")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").first.click()
    rows = list(csv.reader(io.StringIO(pathlib.Path(saved.value.path()).read_bytes().decode("utf-8"))))
    expected = [row for row in rows_of_files() if re.search("Kowalska[< ]", row)]
    columns = ["name", "moderator_since", "reputation", "gold", "silver", "bronze", "account_since", "role", "user"]
    assert rows[0] == columns
    assert {row[8] for row in rows[1:]} == {re.match(r"<tr id='u(\d+)'>", row)[1] for row in expected}
    assert len(rows) - 1 == len(expected) > 50
    assert all("Kowalska" in row[0] and row[6] == "2016-01-12T20:00:00Z" for row in rows[1:])


def test_the_address_of_a_row_leads_to_it(open_page):
    page = open_page(address(SITE) + "#u2201")
    until(page, "document.querySelector('.long .marked')")
    assert "#2201" in page.locator(".long .marked").inner_text()
    assert page.locator(".long .marked").is_visible()


def test_what_a_row_has_more_is_told_in_a_dialog(open_page):
    page = ready(open_page(SITE))
    page.get_by_role("button", name="About").first.click()
    assert page.locator("dialog").inner_text().startswith("Seán O’Brien")
    assert "I answer questions about pumps" in page.locator("dialog").inner_text()
    page.get_by_role("button", name="Close").click()
    assert page.locator("dialog").is_hidden()


def test_a_file_that_is_missing_is_told_and_can_be_tried_again(open_page, copy_of):
    root = copy_of("long")
    file = root / "sites/stackoverflow/rows/2.js"
    file.rename(file.with_suffix(".gone"))
    page = open_page(root / "sites/stackoverflow.html", quiet=False)
    until(page, "document.querySelector('output .problem')")
    assert page.locator("output .problem").inner_text() == "stackoverflow/rows/2.js is missing or cannot be read."
    assert names(page)
    file.with_suffix(".gone").rename(file)
    page.get_by_role("button", name="Try again").first.click()
    until(page, READ)


def test_a_phone_shows_rows_within_its_width(open_page):
    page = ready(open_page(SITE, viewport=PHONE))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("(box => box.scrollWidth - box.clientWidth)(document.querySelector('.long'))") <= 0


def test_without_scripts_the_plain_pages_have_everybody(open_page):
    page = open_page(SITE, java_script_enabled=False)
    assert page.locator("table[data-id=roster] tbody tr:not(.group)").count() == 200
    follow(page, page.get_by_role("link", name="Next").first, "**~2.html")
    assert page.locator("table tbody tr:not(.group)").count() == 200


def test_print_shows_rows_that_are_there_and_says_how_many(open_page):
    page = read(open_page(SITE))
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".long .rows .seat").count() == 2_000
    assert page.locator(".cut").first.inner_text() == "Printed are the first 2,000 of 2,452 rows; all of them are on further pages."
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    until(page, "document.querySelectorAll('.long .rows .seat').length < 100")
