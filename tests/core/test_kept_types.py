"""Records of the engine are kept by where they are declared, and are the same when they are read."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from numba import typeof
from numba.core import serialize, types

from tigersim.core import layout
from tigersim.core.compile.dispatchers import INNER_CODE
from tigersim.core.compile.repeats import as_ours

pytestmark = pytest.mark.skipif(not INNER_CODE, reason="nothing is installed")

OURS = {
    "battle": typeof(layout.battles(1)).dtype,
    "unit": typeof(layout.battles(1).unit).dtype,  # a part of a battle
    "table": typeof(layout.tables(1)).dtype,
    "work": typeof(layout.work()).dtype,
}


@pytest.mark.parametrize("record", OURS.values(), ids=OURS)
def test_a_record_is_kept_in_few_bytes_and_read_as_it_was(record: types.Record) -> None:
    kept = as_ours(serialize.dumps)(record)
    read = pickle.loads(kept)
    assert read == record
    assert (read.size, read.aligned, read.fields) == (record.size, record.aligned, record.fields)
    assert len(kept) < 200 < len(serialize.dumps(record))


def test_a_record_of_others_is_written_out() -> None:
    record = typeof(np.zeros(1, dtype=[("first", "i8"), ("second", "f8")])).dtype
    kept = as_ours(serialize.dumps)(record)
    assert b"second" in kept
    assert pickle.loads(kept) == record
