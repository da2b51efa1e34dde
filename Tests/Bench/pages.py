"""Pages of a report on a reader's machine: a phone's window, and a CPU at a quarter of its speed."""

import os
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

PHONE = {"width": 390, "height": 844}
SLOWDOWN = 4
# When the first row was drawn, and the tasks that kept the page from answering for 50 ms or more.
WATCH = """
globalThis.watched = { tasks: [] };
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) watched.tasks.push([startTime, duration]);
}).observe({ type: "longtask", buffered: true });
const look = () => {
  if (document.querySelector("ROWS")) setTimeout(() => { watched.rows = performance.now(); });
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@contextmanager
def browser():
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def rest(page):
    """Waits until the page has done nothing long for half a second."""
    count = None
    while count != (count := page.evaluate("watched.tasks.length")):
        page.wait_for_timeout(500)


def visit(chromium, path, rows, acts):
    """Opens a page and uses it. Returns the milliseconds until rows were drawn, and of the longest task after that."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.add_init_script(WATCH.replace("ROWS", rows))
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(path.as_uri())
    rest(page)
    for act in acts:
        act(page)
        rest(page)
    first, tasks = page.evaluate("[watched.rows, watched.tasks]")
    context.close()
    return first, max((length for start, length in tasks if start >= first), default=0)


# What readers do.


def scroll(page):
    for _ in range(10):
        page.mouse.wheel(0, 3_000)
        page.wait_for_timeout(100)


def narrow(page):
    box = page.locator(".filter input").first
    box.press_sequentially("ana", delay=50)
    rest(page)
    box.fill("")


def sort(page):
    page.locator("thead button").nth(2).click()


def ask_for_a_year(page):
    """The year in which the archive was made: everybody is on the answer."""
    page.locator("#on").press_sequentially(page.locator(".then").get_attribute("data-since")[:4], delay=50)


def search(text):
    def act(page):
        page.locator("#search").press_sequentially(text, delay=50)
        page.locator(f".search[data-query='{text}']").wait_for()

    return act
