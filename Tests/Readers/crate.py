"""Validates an RO-Crate where there is no network: its context comes from the package `rocrate`."""

import pathlib
import sys
import urllib.request
from importlib.util import find_spec

import rdflib.parser
import urllib3
from requests.adapters import HTTPAdapter
from rocrate_validator import models, services

# The package has the context of 1.1, whose terms are those of 1.3 that deposits use.
ADDRESS = "https://w3id.org/ro/crate/1.3/context"
CONTEXT = pathlib.Path(find_spec("rocrate").origin).parent / "data/ro-crate.jsonld"
open_url, send = rdflib.parser._urlopen, HTTPAdapter.send


def context_or_url(request):
    address = request if isinstance(request, str) else request.full_url
    return urllib.request.urlopen(CONTEXT.as_uri()) if address == ADDRESS else open_url(request)


def send_context(adapter, request, **options):
    if request.url != ADDRESS:
        return send(adapter, request, **options)
    raw = urllib3.HTTPResponse(
        body=CONTEXT.open("rb"), headers={"Content-Type": "application/ld+json"}, status=200, preload_content=False)
    return adapter.build_response(request, raw)


rdflib.parser._urlopen, HTTPAdapter.send = context_or_url, send_context
settings = services.ValidationSettings(
    rocrate_uri=sys.argv[1], profile_identifier="ro-crate-1.3", requirement_severity=models.Severity.REQUIRED)
result = services.validate(settings)
for issue in result.get_issues():
    print(issue.severity.name, issue.check.identifier, issue.message)
sys.exit(1 if result.has_issues() else 0)
