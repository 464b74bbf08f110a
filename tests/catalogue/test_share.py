"""A page about armies as a link, and back."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tigersim.catalogue.share import FIELDS, ArmyState, state_of
from tigersim.errors import InvalidValue, TigersimError, UnknownName

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
BUDGETS = st.none() | st.integers(1, 10_000) | st.floats(0.01, 10_000)


@given(TEXTS, TEXTS, BUDGETS, TEXTS)
def test_what_is_written_is_read_back(a: str, b: str, budget: float | None, price_list: str) -> None:
    state = ArmyState(a, b, budget, price_list)
    assert state_of(state.fragment) == state
    assert state_of("#" + state.fragment) == state
    assert state.fragment.isascii()
    assert not set(state.fragment) & set(' "<>#+')


def test_the_form_that_the_page_reads() -> None:
    state = ArmyState("3 x T-34c, Regulars [ussr] + mortar", "2 x Tiger I", 27, "tenths")
    written = "a=3%20x%20T-34c%2C%20Regulars%20%5Bussr%5D%20%2B%20mortar&b=2%20x%20Tiger%20I&budget=27&list=tenths"
    assert state.fragment == written
    assert state.link("https://example.org/tigers/") == f"https://example.org/tigers/en/armies.html#{written}"
    assert ArmyState().fragment == ""
    assert ArmyState(budget=27.5).fragment == "budget=27.5"
    assert ArmyState(a="(it's) fine!~*").fragment == "a=(it's)%20fine!~*"  # as encodeURIComponent leaves them


def test_the_site_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIGERSIM_SITE", raising=False)
    assert ArmyState("KV-1").link("our site") == "our%20site/en/armies.html#a=KV-1"
    assert ArmyState("KV-1").link("https://example.org/a%20b") == "https://example.org/a%20b/en/armies.html#a=KV-1"
    assert ArmyState("KV-1").link() == "site/en/armies.html#a=KV-1"
    monkeypatch.setenv("TIGERSIM_SITE", "https://example.org")
    assert ArmyState("KV-1").link() == "https://example.org/en/armies.html#a=KV-1"


@pytest.mark.parametrize(
    ("fragment", "words"),
    [("c=1", "field of an address"), ("a=1&a=2", "stands twice"), ("a=%ff", "UTF-8"), ("budget=much", "number of VP"),
     ("budget=-3", "more than 0"), ("budget=nan", "more than 0")],
)  # fmt: skip
def test_one_clear_line_for_an_address_that_is_none(fragment: str, words: str) -> None:
    with pytest.raises(TigersimError, match=words):
        state_of(fragment)


def test_halves_of_characters_are_refused() -> None:
    with pytest.raises(InvalidValue, match="whole characters"):
        ArmyState("\ud800")
    with pytest.raises(UnknownName, match=", ".join(FIELDS)):
        state_of(unquote("x%3D1=2"))
