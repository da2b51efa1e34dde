"""Opens reports in Chromium, from files, and watches what the pages do."""

import os
import pathlib
import shutil
import time

import pytest
from playwright.sync_api import sync_playwright

REPORTS = pathlib.Path(os.environ["MODEXPORT_BROWSER_REPORTS"])
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 375, "height": 700}


def report(name):
    return REPORTS / name


def address(path):
    return path.as_uri()


def pages_of(name):
    """Every page of a report, by its path within it."""
    root = report(name)
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html"))


def until(page, expression):
    """Waits until something holds in the page. The policy forbids the `eval` of wait_for_function."""
    deadline = time.monotonic() + 10
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"never came true: {expression}"
        page.wait_for_timeout(20)


def settle(page):
    """Waits until each table shows the rows that were asked for last."""
    until(page, "document.querySelector('[aria-busy]') === null")


def address_shown(page):
    """The address of the page now: `page.url` follows a script that changes it a moment later."""
    return page.evaluate("location.href")


def follow(page, link, path):
    """Clicks a link and waits until the page that it leads to is read whole: a click returns before that."""
    link.click()
    page.wait_for_url(path)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"],
        )
        yield browser
        browser.close()


class Watch:
    """What a page must never do, and what it asked for."""

    def __init__(self, page):
        self.errors = []
        self.requests = []
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", lambda dialog: self.errors.append("a dialog opened"))
        page.add_init_script("globalThis.run = () => { throw new Error('it ran') }")

    def on_console(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    @property
    def foreign_requests(self):
        return [url for url in self.requests if not url.startswith("file:")]

    def scripts(self):
        """The data files that were asked for."""
        return [url.rsplit("/people/", 1)[1] for url in self.requests if "/people/" in url and url.endswith(".js")]


@pytest.fixture
def open_page(browser):
    """Opens a page of a report; at the end nothing may have gone wrong in any."""
    opened = []

    def open_page(path, quiet=True, **options):
        context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **options})
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.watch = Watch(page)
        opened.append((context, page, quiet))
        page.goto(path if isinstance(path, str) else address(path))
        return page

    yield open_page
    for context, page, quiet in opened:
        if quiet:
            assert page.watch.errors == []
        assert page.watch.foreign_requests == []
        context.close()


@pytest.fixture
def copy_of(tmp_path):
    """A copy of a report, to be damaged."""

    def copy_of(name):
        return pathlib.Path(shutil.copytree(report(name), tmp_path / name))

    return copy_of
