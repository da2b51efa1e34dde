"""The list of everybody: a hundred thousand rows of which a few are in the page."""

import json
import re
import unicodedata

import pytest
from conftest import PHONE, address, follow, report, until

PEOPLE = report("many") / "people.html"
COUNT = 100_000
READY = "[...document.querySelectorAll('.rows .person')].length > 5 && !document.querySelector('.rows [data-state=waiting]')"


def ready(page):
    until(page, READY)
    return page


def names(page):
    return page.locator(".rows .name").all_inner_texts()


def output(page):
    return page.locator("#people-list output").inner_text()


def search(page, text):
    page.get_by_label("Search").fill(text)
    until(page, "/people$/.test(document.querySelector('#people-list output').textContent)")


def data_of(root, kind):
    """What the data files of a report hold, in their order."""
    files = sorted((root / "people" / kind).glob("[0-9]*.js"), key=lambda path: int(path.stem))
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f'modexport.take("{kind}/{path.stem}",') and text.endswith(");\n")
        yield json.loads("[" + text[len("modexport.take(") : -3] + "]")[1:]


def test_the_scroll_bar_has_the_length_of_all_from_the_start(open_page):
    page = open_page(PEOPLE)
    row = page.locator(".heads .person").bounding_box()["height"]
    page.wait_for_selector(".rows .person")
    assert page.evaluate("document.documentElement.scrollHeight") > COUNT * row * 0.95
    assert ready(page).watch.scripts() == ["rows/1.js", "rows/2.js"]


def test_scrolling_to_the_end_shows_each_row_once_and_asks_for_each_file_once(open_page):
    page = ready(open_page(PEOPLE))
    seen = page.evaluate(
        """async () => {
          const seen = new Map(), most = { rows: 0, ms: 0 };
          const frame = () => new Promise(requestAnimationFrame);
          const settled = async () => {
            do await frame(); while (document.querySelector(".rows [data-state=waiting]"));
          };
          // The first three thousand rows, a screen at a time, then the last ones.
          const jumps = [];
          const height = document.querySelector(".rows .person").getBoundingClientRect().height;
          for (let y = 0; y < 3000 * height; y += innerHeight) jumps.push(y);
          const end = document.documentElement.scrollHeight;
          for (let y = end - 60 * height; y <= end + height; y += innerHeight / 2) jumps.push(y);
          for (const y of jumps) {
            const start = performance.now();
            scrollTo(0, y);
            await frame();
            most.ms = Math.max(most.ms, performance.now() - start);
            await settled();
            for (const row of document.querySelectorAll(".rows .person")) {
              const place = row.getAttribute("aria-rowindex");
              const name = row.querySelector(".name").textContent;
              if ((seen.get(place) ?? name) !== name) throw new Error(`${place} changed`);
              seen.set(place, name);
            }
            most.rows = Math.max(most.rows, document.querySelectorAll(".rows .person").length);
          }
          return { places: [...seen.keys()].map(Number), names: [...seen.values()], most };
        }"""
    )
    places = sorted(seen["places"])
    assert places[:3000] == list(range(2, 3002)) and places[-1] == COUNT + 1
    assert len(set(seen["names"])) == len(seen["names"])
    assert seen["most"]["rows"] < 200
    assert page.locator("body *").count() < 1500
    files = page.watch.scripts()
    assert len(files) == len(set(files)) and len(files) < 20


def test_the_files_hold_everybody_once_in_the_order_of_the_plain_pages():
    root = report("many")
    people = [person for _, rows in data_of(root, "rows") for person in rows]
    assert len(people) == COUNT == len({person[0] for person in people})
    plain = re.findall(r'<tr id="p(\d+)">', (root / "people/7.html").read_text(encoding="utf-8"))
    assert [str(person[0]) for person in people[3000:3500]] == plain
    accounts = [account for (some,) in data_of(root, "order") for account in some.split(" ")]
    assert accounts == [str(person[0]) for person in people]
    named = {person[0]: person[1] for (some,) in data_of(root, "names") for person in some}
    assert named == {person[0]: person[1] for person in people}


def test_rows_that_are_not_there_yet_are_placeholders(open_page):
    page = ready(open_page(PEOPLE))
    page.evaluate(
        """() => {
          const append = document.head.append.bind(document.head);
          document.head.append = (script) => {
            if (script.src.endsWith("/150.js")) globalThis.release = () => append(script);
            else append(script);
          };
        }"""
    )
    height = page.locator(".rows .person").first.bounding_box()["height"]
    page.evaluate(f"scrollTo(0, {74_700 * height})")
    page.wait_for_selector(".rows [data-state=waiting] .blank")
    assert page.locator(".rows [aria-label=loading]").count() > 5
    page.evaluate("release()")
    ready(page)
    assert page.locator(".rows .blank").count() == 0
    assert page.locator(".rows .name").count() > 5


def test_a_file_that_fails_says_why_and_can_be_tried_again(open_page, copy_of):
    root = copy_of("many")
    file = root / "people/rows/1.js"
    file.rename(root / "people/rows/1.gone")
    page = open_page(root / "people.html", quiet=False)
    page.wait_for_selector(".rows .problem")
    assert page.locator(".rows .problem").first.inner_text() == (
        "people/rows/1.js is missing or cannot be read."
    )
    (root / "people/rows/1.gone").rename(file)
    page.get_by_role("button", name="Try again").first.click()
    page.wait_for_selector(".rows .name")
    assert page.locator(".rows .problem").count() == 0
    assert page.watch.scripts().count("rows/1.js") == 2


def test_a_damaged_file_says_so(open_page, copy_of):
    root = copy_of("many")
    (root / "people/names/2.js").write_text('modexport.take("names/2",["cut', encoding="utf-8")
    page = open_page(root / "people.html", quiet=False)
    page.get_by_label("Search").fill("ana")
    page.wait_for_selector("output .problem")
    assert output(page).startswith("people/names/2.js is damaged.")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sean obrien", "Seán O’Brien"), ("O'BRIEN Seán", "Seán O’Brien"), ("wal oyv", "Øyvind Wałęsa"),
        ("Đặng NGUYEN", "Đặng Nguyễn"), ("jr tolk", "J.R. Tolkien"), ("strasser", "Straßer"),
        ("李 小龍", "李 小龍"), ("כהן מרים", "מרים כהן"), ("ёлкина ольга", "Ольга Ёлкина"),
        ("παπαδοπουλοσ", "Παπαδόπουλος"), ("isil", "Işıl"),
    ],
)
def test_the_search_finds_what_people_type(open_page, text, found):
    page = open_page(PEOPLE)
    search(page, text)
    ready_names = page.wait_for_selector(".rows .name")
    assert found in ready_names.inner_text()
    assert int(output(page).split(" of ")[0].replace(",", "")) < COUNT / 10


def has_words(name):
    """Whether anything of a name is left when it is folded."""
    ignored = "'.`‘’‛ʹʻʼʽˈ׳′ꞌ·・"
    kinds = ("L", "N", "Mc", "So")
    return any(unicodedata.category(one).startswith(kinds) and one not in ignored for one in unicodedata.normalize("NFKD", name))


def test_the_page_folds_as_the_program_does(open_page):
    """Each name, searched for as it is written, is among those found."""
    root = report("hostile")
    people = [person for _, rows in data_of(root, "rows") for person in rows]
    # The box takes one line; quotation marks make a phrase of what is between them.
    single = [(person[1], has_words(person[1])) for person in people if not re.search('[\r\n"]', person[1])]
    assert len(single) > 150
    page = open_page(root / "people.html")
    found = page.evaluate(
        """async names => {
          const input = document.querySelector("#people-list input");
          const output = document.querySelector("#people-list output");
          const found = [];
          for (const name of names) {
            input.value = name;
            input.dispatchEvent(new Event("input"));
            do await new Promise(requestAnimationFrame); while (output.textContent.startsWith("Searching"));
            found.push(output.textContent);
          }
          return found;
        }""",
        [name for name, _ in single],
    )
    for (name, words), said in zip(single, found):
        if name.strip():
            assert said.startswith("0 of") == (not words), (name, said)


def test_nothing_found_is_said_and_letters_are_needed(open_page):
    page = open_page(PEOPLE)
    search(page, "xyzzy")
    assert output(page) == "0 of 100,000 people"
    search(page, "?!")
    assert output(page) == "0 of 100,000 people"
    page.get_by_label("Search").fill("")
    ready(page)
    assert output(page) == ""


def test_results_are_scrolled_like_everything(open_page):
    page = open_page(PEOPLE)
    search(page, "ana")
    total = int(output(page).split(" of ")[0].replace(",", ""))
    page.keyboard.press("Tab")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_selector(f".rows .person[aria-rowindex='{total + 1}'] .name")
    assert all("an" in name.lower() for name in names(page))
    files = page.watch.scripts()
    assert len(files) == len(set(files))


def test_a_search_stands_in_the_address_and_back_ends_it(open_page):
    page = ready(open_page(PEOPLE))
    page.evaluate("scrollTo(0, 40000)")
    until(page, "history.state?.top === 40000")
    first = names(ready(page))
    page.get_by_label("Search").press_sequentially("ana sm")
    until(page, "/people$/.test(document.querySelector('#people-list output').textContent)")
    assert page.url.endswith("#q=ana+sm")
    other = open_page(page.url)
    until(other, "/people$/.test(document.querySelector('#people-list output').textContent)")
    assert "Ana Smith" in names(ready(other))[0]
    assert other.get_by_label("Search").input_value() == "ana sm"
    page.go_back()
    until(page, "scrollY === 40000")
    assert names(ready(page)) == first
    assert page.get_by_label("Search").input_value() == ""


def test_back_from_another_page_returns_to_the_same_rows(open_page):
    page = ready(open_page(PEOPLE))
    page.evaluate("scrollTo(0, 900000)")
    until(page, "history.state?.top === 900000")
    before = names(ready(page))
    page.locator(".top a", has_text="Changes").evaluate("link => link.click()")
    page.wait_for_url("**/changes.html")
    page.go_back()
    until(page, "scrollY === 900000")
    assert names(ready(page)) == before


def test_a_link_to_a_person_leads_to_the_row_wherever_it_is(open_page):
    page = open_page(address(PEOPLE) + f"#p{77_777 * 7 + 1}")
    page.wait_for_selector(".rows .marked .name")
    box = page.locator(".rows .marked").bounding_box()
    assert 0 < box["y"] < 900
    assert page.locator(".rows .marked").get_attribute("aria-rowindex") == "77779"
    unknown = open_page(address(PEOPLE) + "#p5")
    until(unknown, "/^Account 5 is not among those/.test(document.querySelector('output').textContent)")


def test_the_keyboard_reaches_rows_beyond_the_view(open_page):
    page = ready(open_page(PEOPLE))
    page.get_by_label("Search").focus()
    for _ in range(120):
        page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.closest('.person')?.getAttribute('aria-rowindex')")
    assert int(focused) > 5
    assert page.evaluate("(() => { const box = document.activeElement.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight })()")


def test_somebody_with_many_sites_shows_them_all_on_request(open_page):
    page = ready(open_page(PEOPLE))
    page.get_by_role("button", name="and 13 more").first.click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("link").count() == 16
    page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_without_scripts_there_are_plain_pages(open_page):
    page = open_page(PEOPLE, java_script_enabled=False)
    assert page.locator("tbody tr").count() == 500
    follow(page, page.get_by_role("link", name="Next").first, "**/people/2.html")
    assert page.locator("tbody tr").count() == 500
    follow(page, page.get_by_role("link", name="Last").first, "**/people/200.html")
    assert page.get_by_text("Page 200 of 200").first.is_visible()
    follow(page, page.get_by_role("link", name="Previous").first, "**/people/199.html")


def test_the_list_fits_a_phone(open_page):
    page = ready(open_page(PEOPLE, viewport=PHONE))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.locator(".rows .person").count() < 100


def test_a_click_on_a_name_opens_the_person(open_page):
    page = ready(open_page(PEOPLE))
    link = page.locator(".rows .name a").nth(4)
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


def test_the_heads_leave_no_gap_while_scrolling(open_page):
    page = ready(open_page(PEOPLE))
    page.evaluate("scrollTo(0, 5000)")
    page.wait_for_timeout(100)
    bar = page.locator("#people-list .bar").bounding_box()
    heads = page.locator("#people-list .heads").bounding_box()
    table = page.locator("#people-list .people").bounding_box()
    assert bar["y"] == 0 and bar["width"] >= table["width"]
    assert bar["y"] + bar["height"] >= heads["y"]


def test_paper_says_what_is_left_out(open_page):
    page = ready(open_page(PEOPLE))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    shown = page.locator(".rows .person").count()
    assert shown >= 500
    assert page.locator(".cut").inner_text() == (
        f"The first {shown:,} of 100,000. All of them are in csv/people.csv."
    )
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    ready(page)
    assert page.locator(".rows .person").count() < 200
    small = open_page(report("small") / "people.html")
    small.wait_for_selector(".rows .name")
    small.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert small.locator(".cut").is_hidden()


def test_people_are_sorted_by_every_column_and_the_order_stands_in_the_address(open_page):
    page = ready(open_page(report("history") / "people.html"))
    shown = "[...document.querySelectorAll('.rows .person')].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex).map(row => row.querySelector('SELECTOR').textContent)"
    numbers = lambda selector: [int(text.replace(",", "") or 0) for text in page.evaluate(shown.replace("SELECTOR", selector))]
    page.get_by_role("columnheader", name="Reputation").get_by_role("button").click()
    until(page, "document.querySelector('[aria-sort]') !== null && /people$/.test(document.querySelector('#people-list output').textContent)")
    by_reputation = numbers(".reputation")
    assert by_reputation == sorted(by_reputation, reverse=True) and len(by_reputation) > 20
    assert page.url.endswith("#sort=-reputation")
    page.get_by_role("columnheader", name="Reputation").get_by_role("button").click()
    ready(page)
    assert numbers(".reputation") == sorted(numbers(".reputation"))
    page.get_by_role("columnheader", name="Sites").get_by_role("button").click()
    ready(page)
    assert numbers(".count") == sorted(numbers(".count"), reverse=True)
    page.go_back()
    page.go_back()
    ready(page)
    assert numbers(".reputation") == by_reputation


@pytest.mark.parametrize(("path", "place"), [("many/people.html", ".tools"), ("long/sites/stackoverflow.html", ".filter")])
def test_the_first_tap_on_csv_saves_all_rows_and_nothing_moves(open_page, path, place):
    name, rest = path.split("/", 1)
    page = open_page(report(name) / rest, viewport=PHONE, has_touch=True)
    page.wait_for_timeout(200)
    button = page.locator(place).first.get_by_role("button", name="CSV")
    assert button.is_enabled()
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    with page.expect_download() as saved:
        page.touchscreen.tap(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    lines = saved.value.path().read_bytes().count(b"\r\n")
    assert lines == (COUNT + 1 if name == "many" else 1_001)
    assert button.bounding_box() == before


def test_facets_can_be_chosen_before_names_are_read(open_page):
    page = ready(open_page(PEOPLE))
    options = page.get_by_label("Who").locator("option").all_inner_texts()
    assert options == ["all", "moderators", "staff only"]
    assert [file for file in page.watch.scripts() if file.startswith("names/")] == []


def test_people_of_several_networks_have_a_facet(open_page):
    page = open_page(report("networks") / "people.html")
    page.get_by_label("Network").select_option("discourse")
    until(page, "document.querySelector('#people-list output').textContent === '2 of 6 people'")
    assert "network=discourse" in page.url
    until(page, "!document.querySelector('.rows [data-state=waiting]')")
    assert sorted(names(page)) == ["Dora", "Emil"]
    with page.expect_download() as saved:
        page.locator(".tools").get_by_role("button", name="JSON").click()
    rows = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert sorted((row["network"], row["account"], row["name"]) for row in rows) == [("discourse", 7, "Emil"), ("discourse", 501, "Dora")]
    assert ready(open_page(PEOPLE)).get_by_label("Network").count() == 0


def test_facets_of_people_have_counts_and_their_rows_are_saved(open_page):
    page = ready(open_page(report("history") / "people.html"))
    page.get_by_label("Who").focus()
    until(page, "/staff only \\(\\d/.test(document.querySelector('.tools select').textContent)")
    options = page.get_by_label("Who").locator("option").all_inner_texts()
    counts = [int(text.split("(")[1][:-1].replace(",", "")) for text in options[1:]]
    page.get_by_label("Who").select_option(index=2)
    until(page, f"document.querySelector('#people-list output').textContent.startsWith('{counts[1]} of ')")
    assert "kind=staff+only" in page.url
    with page.expect_download() as saved:
        page.locator(".tools").get_by_role("button", name="JSON").click()
    rows = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert len(rows) == counts[1] and set(rows[0]) == {"account", "name", "sites", "reputation", "moderates"}
    assert all(row["account"] > 0 for row in rows)
    page.get_by_label("Search").fill("zzzz")
    until(page, "document.querySelector('#people-list output').textContent.startsWith('0 of')")
    assert page.get_by_role("link", name="Search everybody").get_attribute("href") == "index.html#q=zzzz"
