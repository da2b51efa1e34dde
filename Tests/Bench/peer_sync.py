"""Mirrors rosters as a good script does: httpx in parallel, sqlite-utils, pages until has_more ends.

It reads each roster once, proves nothing and keeps no history. Prints one JSON object.
"""

import argparse
import asyncio
import json
import resource
import time
from pathlib import Path

import httpx
import sqlite_utils

BEGIN = time.perf_counter()


async def roster(client, places, site, key):
    """All items of one site's roster, page after page."""
    items, page, more = [], 1, True
    while more:
        query = {
            "site": site, "page": page, "pagesize": 100, "sort": "creation", "order": "asc", "filter": options.filter}
        async with places:
            answer = await client.get("/users/moderators", params=query | key)
        answer.raise_for_status()
        body = answer.json()
        items += body["items"]
        page, more = page + 1, body["has_more"]
    return site, items


def row(site, item):
    """One row of a table; what is nested stays JSON."""
    flat = {k: json.dumps(v) if isinstance(v, (dict, list)) else v for k, v in item.items()}
    return {"site": site} | flat


async def mirror(options):
    key = {"key": options.key} if options.key else {}
    sites = Path(options.sites).read_text().split()
    table = sqlite_utils.Database(options.database)["moderators"]
    places = asyncio.Semaphore(options.workers)
    limits = httpx.Limits(max_connections=options.workers)
    async with httpx.AsyncClient(base_url=options.api, limits=limits, timeout=60) as client:
        # Some at a time, so that what waits to be written stays small.
        for start in range(0, len(sites), 500):
            tasks = [roster(client, places, site, key) for site in sites[start : start + 500]]
            for task in asyncio.as_completed(tasks):
                site, items = await task
                with table.db.conn:
                    rows = (row(site, item) for item in items)
                    table.upsert_all(rows, pk=("site", "user_id"), alter=True)
    if options.fts:
        table.enable_fts(["display_name", "site"], create_triggers=True)
    return table.count


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--api", required=True)
parser.add_argument("--sites", required=True, help="a file with one site a line")
parser.add_argument("--database", required=True)
parser.add_argument("--workers", type=int, default=32)
parser.add_argument("--key", default="")
parser.add_argument("--filter", default="default", help="of the API; `withbody` has the texts of profiles")
parser.add_argument("--fts", action="store_true")
options = parser.parse_args()
count = asyncio.run(mirror(options))
usage = resource.getrusage(resource.RUSAGE_SELF)
print(
    json.dumps(
        {
            "moderators": count,
            "wall": time.perf_counter() - BEGIN,
            "cpu": usage.ru_utime + usage.ru_stime,
            "memory": usage.ru_maxrss / 1024,
        }
    )
)
