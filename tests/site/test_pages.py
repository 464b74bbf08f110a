"""Pages of the site as files: every link leads somewhere, nothing is loaded, everything is in both languages."""

from __future__ import annotations

from gzip import compress
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.show.html_reader import Page as Read
from tests.site.pages_for_tests import FewUnits, chances_of_shots, written
from tigersim.catalogue.rulebook import rules
from tigersim.catalogue.rulesets import rulings
from tigersim.site.build import MOST_BYTES
from tigersim.site.pages import PAGES, unit_page
from tigersim.site.unit_facts import unit_facts
from tigersim.site.words import languages


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with chances_of_shots(tmp_path_factory):
        return written(tmp_path_factory.mktemp("site"), *(FewUnits if one is unit_page else one for one in PAGES))


@pytest.fixture(scope="module")
def read(folder: Path) -> dict[Path, Read]:
    return {file: Read(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}


def test_every_page_is_there_in_every_language(folder: Path) -> None:
    files = [{file.relative_to(folder / one) for file in (folder / one).rglob("*.html")} for one in languages()]
    assert len(languages()) >= 2
    assert all(one == files[0] for one in files)


def test_every_link_leads_to_a_file_and_every_anchor_to_an_element(read: dict[Path, Read]) -> None:
    anchors = {file: {given["id"] for _, given in page.elements if given.get("id")} for file, page in read.items()}
    followed = 0
    left_out = {f"{one.slug}.html" for one in unit_facts() if one.slug not in FewUnits.SLUGS}
    for file, page in read.items():
        for link in page.all("a"):
            address = urlsplit(str(link["href"]))
            assert not address.scheme, f"{file} leads away: {link['href']}"
            target = (file.parent / unquote(address.path)).resolve() if address.path else file
            if target.parent.name == "units" and target.name in left_out:
                continue
            assert target in anchors, f"{file} leads to {link['href']}"
            if address.fragment and "=" not in address.fragment:
                assert unquote(address.fragment) in anchors[target], f"{file} leads to {link['href']}"
                followed += 1
    assert followed > len(rules())


def test_pages_load_nothing_and_are_light(read: dict[Path, Read]) -> None:
    for file, page in read.items():
        loading = [given for tag, given in page.elements if tag != "a" for name in ("src", "href") if name in given]
        within = ("data:", "#")  # a symbol that the page defines itself
        assert all(str(given.get("src") or given.get("href")).startswith(within) for given in loading), file
        assert len(compress(file.read_bytes())) < MOST_BYTES


def test_every_rule_and_every_unclear_rule_stands_on_its_page(read: dict[Path, Read], folder: Path) -> None:
    for language in languages():
        for name, wanted in (("rules", rules()), ("readings", rulings())):
            anchors = {given.get("id") for _, given in read[folder / language / f"{name}.html"].elements}
            assert {one.id for one in wanted} <= anchors


def test_ids_of_a_page_stand_once(read: dict[Path, Read]) -> None:
    for file, page in read.items():
        ids = [given["id"] for _, given in page.elements if given.get("id")]
        assert len(ids) == len(set(ids)), file
