"""What keeps long pages quick on a slow machine: what is not in view is not laid out, and work is done in parts."""

import json
import pathlib
import re

import pytest
from conftest import PHONE, address, report, settle, until
from playwright.sync_api import expect

LONG = report("long") / "sites/stackoverflow.html"
SHOWN = "tbody tr:not([hidden], .group)"
# Whether an element is drawn now, wherever it stands.
IS_DRAWN = "one => one.checkVisibility({ contentVisibilityAuto: true })"


@pytest.mark.parametrize(("path", "items"), [
    ("long/sites/stackoverflow.html", "tbody tr:not(.group) th > a"), ("many/people.html", "tbody tr th > a"),
    ("history/sites/stackoverflow.html", ".timeline li > a"),
])
def test_on_a_phone_only_what_is_near_the_view_is_laid_out(open_page, path, items):
    name, rest = path.split("/", 1)
    page = open_page(report(name) / rest, viewport=PHONE)
    last = page.locator(items).last
    assert not last.evaluate(IS_DRAWN)
    last.scroll_into_view_if_needed()
    until(page, f"({IS_DRAWN})([...document.querySelectorAll({json.dumps(items)})].at(-1))")


def test_cards_say_which_column_a_cell_is_of(open_page):
    label = "one => getComputedStyle(one, '::before').content"
    page = open_page(LONG, viewport=PHONE)
    cells = page.locator("tbody tr:not(.group)").first.locator("td")
    assert cells.evaluate_all(f"all => all.map({label})")[2:4] == ['"Gold: "', '"Silver: "']
    assert open_page(LONG).locator("tbody tr:not(.group) td").first.evaluate(label) == "none"


def test_without_scripts_a_table_is_one_on_a_phone_too(open_page):
    page = open_page(LONG, viewport=PHONE, java_script_enabled=False)
    row = page.locator("tbody tr:not(.group)").first
    tops = {cell.bounding_box()["y"] for cell in row.locator("td").all()}
    assert len(tops) == 1


def test_what_is_typed_before_all_rows_are_read_is_looked_for_in_all(open_page):
    """In the first moment of the filter, while most of the 500 rows are still to be read."""
    page = open_page("about:blank")
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          const input = document.querySelector(".filter input");
          if (!input) return;
          observer.disconnect();
          globalThis.read = document.querySelectorAll("tbody tr[role=row]:not(.group)").length;
          input.value = "levi";
          input.dispatchEvent(new Event("input"));
        }).observe(document, { childList: true, subtree: true })""")
    page.goto(address(LONG))
    whole = open_page(LONG)
    expect(whole.locator("tbody tr[role=row]:not(.group)")).to_have_count(500)
    whole.get_by_label("Filter").fill("levi")
    for one in (page, whole):
        expect(one.locator("output").first).to_have_text(re.compile(r"\d+ of 500 people"))
    assert page.evaluate("read") < 100
    assert page.locator(SHOWN).all_inner_texts() == whole.locator(SHOWN).all_inner_texts() != []


def type_each(page, *texts):
    """Types one after the other, before the page can show what the one before finds."""
    page.evaluate("""texts => {
      const input = document.querySelector(".filter input");
      for (const text of texts) {
        input.value = text;
        input.dispatchEvent(new Event("input"));
      }
    }""", texts)


def test_what_is_typed_last_is_shown_in_its_order(open_page):
    page = open_page(LONG)
    rows = page.locator(SHOWN)
    expect(page.locator("tbody tr[role=row]:not(.group)")).to_have_count(500)
    before = rows.all_inner_texts()
    type_each(page, "levi")
    settle(page)
    found = rows.all_inner_texts()
    assert 0 < len(found) < 50
    type_each(page, "ana", "", "levi")
    settle(page)
    assert rows.all_inner_texts() == found
    type_each(page, "ana", "")
    settle(page)
    assert rows.all_inner_texts() == before


def test_what_is_saved_meanwhile_is_all_that_was_found(open_page):
    page = open_page(LONG)
    expect(page.locator("tbody tr[role=row]:not(.group)")).to_have_count(500)
    with page.expect_download() as saved:
        type_each(page, "levi")
        page.evaluate("Array.from(document.querySelectorAll('.filter button')).find(one => one.textContent.includes('CSV')).click()")
    names = [row.split(",")[0] for row in pathlib.Path(saved.value.path()).read_text(encoding="utf-8").splitlines()[1:]]
    assert names == page.locator(f"{SHOWN} th > a:first-of-type, {SHOWN} th > bdi").all_inner_texts() != []


def test_a_page_prints_all_that_it_has(open_page):
    """A sheet is drawn with everything on it, however far it was from the view."""
    page = open_page(LONG, viewport=PHONE)
    whole = len(page.pdf(width="390px"))
    page.evaluate("document.querySelectorAll('tr').forEach(one => { one.style.contentVisibility = 'visible' })")
    assert abs(len(page.pdf(width="390px")) - whole) < whole / 20


def test_everybody_is_on_a_long_answer(open_page, copy_of):
    site = copy_of("history") / "sites/stackoverflow.html"
    head, rest = site.read_text(encoding="utf-8").split('<script type="application/json">')
    tenures, tail = rest.split("</script>", 1)
    one = json.loads(tenures)[0]
    many = [[number, f"Person {number}", *one[2:5], 0, "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z", 0] for number in range(1_000)]
    site.write_text(f'{head}<script type="application/json">{json.dumps(many)}</script>{tail}', encoding="utf-8")
    page = open_page(address(site) + "#on=2025-06", viewport=PHONE)
    assert page.locator(".then output").inner_text().startswith("1,000 for certain, 0 perhaps.")
    expect(page.locator(".then .yes li")).to_have_count(1_000)
    numbers = page.eval_on_selector_all(".then .yes li", "all => all.map((one) => Number(one.dataset.holder))")
    assert numbers == list(range(1_000))
