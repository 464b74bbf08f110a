"""The circumstances of a shot: one value, the same names as keywords, and wrong ones told with what is meant."""

from inspect import signature
from typing import Any

import pytest

from tigersim import odds, simulate
from tigersim.errors import UnknownName
from tigersim.odds.circumstances import USUAL, AllKeywords, Circumstances, MatrixKeywords, ShotKeywords
from tigersim.odds.resolve import resolve_shot

PUBLIC = [getattr(odds, name) for name in odds.__all__ if name[0].islower()] + [simulate.shots]


def test_every_circumstance_is_a_keyword_and_no_other() -> None:
    assert set(AllKeywords.__annotations__) == set(USUAL) == set(Circumstances._fields)
    named = set(signature(odds.shot).parameters) - {"attacker", "target", "card", "circumstances"}
    assert named | set(ShotKeywords.__annotations__) == set(USUAL) | {"second_target", "neighbour"}
    assert set(MatrixKeywords.__annotations__) | {"distance"} == set(USUAL) | {"second_target", "neighbour"}


def test_defaults_are_those_of_a_shot_about_which_nothing_is_said() -> None:
    usual = signature(odds.shot).parameters
    assert {name: usual[name].default for name in ("distance", "aspect", "cover", "ruleset")} == {
        name: USUAL[name] for name in ("distance", "aspect", "cover", "ruleset")
    }
    assert odds.shot("Tiger I", "M4 Sherman", **(USUAL | {})).exact == odds.shot("Tiger I", "M4 Sherman").exact


@pytest.mark.parametrize(
    ("ask", "given", "meant"),
    [
        (lambda **given: odds.shot("Tiger I", "KV-1", **given), {"found_covr": True}, "odds.shot; did you mean found"),
        (lambda **given: resolve_shot("Tiger I", "KV-1", **given), {"wepon": "mg"}, "did you mean weapon"),
        (lambda **given: odds.shot_matrix(["Tiger I"], ["KV-1"], **given), {"covr": "wood"}, "odds.shot_matrix; did"),
        (lambda **given: odds.duel("Tiger I", "KV-1", **given), {"weapon": "mg"}, "did you mean weapons"),
        (lambda **given: odds.melee("Partisans", "KV-1", **given), {"follower": ()}, "did you mean followers"),
        (lambda **given: odds.activation("Tiger I", "KV-1", **given), {"onroad": True}, "did you mean on_road"),
        (lambda **given: simulate.shots("Tiger I", "KV-1", **given), {"neighbour": "KV-1"}, "simulate.shots"),
    ],
)  # fmt: skip
def test_an_unknown_keyword_is_named_with_the_one_that_is_meant(ask: Any, given: dict[str, Any], meant: str) -> None:
    with pytest.raises(UnknownName, match=f"unknown keyword '{next(iter(given))}' in .*{meant}"):
        ask(**given)


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_signatures_are_short_and_the_help_has_every_keyword(function: Any) -> None:
    parameters = signature(function).parameters.values()
    assert sum(each.kind is not each.VAR_KEYWORD for each in parameters) <= 8
    for each in parameters:
        if each.kind is each.VAR_KEYWORD:
            keywords = function.__globals__[str(each.annotation).removeprefix("Unpack[").removesuffix("]")]
            missing = [name for name in keywords.__annotations__ if name not in function.__doc__]
            assert missing == []
