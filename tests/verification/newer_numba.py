"""Whether a newer numba is out than the package allows, and what to do then.

    python -m tests.verification.newer_numba

The gate prints it and never fails for it: what others publish does not break what has landed.
"""

from __future__ import annotations

import re
import subprocess
import sys

from tigersim.core.compile.settings import NEWEST

WHAT_TO_DO = """
numba {version} is not one of the versions that tigersim was tried with. To admit it:

1. Install it, and set NEWEST in tigersim/core/compile/settings.py and the bound "numba>=...,<..." in pyproject.toml.
2. pytest tests/core/test_inner_code.py tests/core/test_numba.py tests/core/test_interrupted.py: has numba still what
   inner_code.py and dispatchers.py in tigersim/core/compile put theirs in place of (NEEDED; add_overload,
   get_call_template and _compile_for_args of a dispatcher; config.CACHE_DIR, read when a function is made)?
   pytest tests/core/test_ready.py: does it still hand over the arguments of its functions for C as ready.py does?
3. pytest tests/core/test_transcripts.py and python -m tests.verification.same_bits: are battles the same to the bit?
4. tigersim bench, under the old version and the new one in turn: are compiling and battles as fast?

Until then TIGERSIM_PLAIN_NUMBA=1, which an untried version gets by itself, plays the same battles, only slower.
"""


def newest_published() -> tuple[int, int] | None:
    """Version of the newest numba that pip finds; None where it cannot be asked."""
    command = [sys.executable, "-m", "pip", "index", "versions", "numba", "--disable-pip-version-check"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout
    except subprocess.TimeoutExpired:
        return None
    found = re.match(r"numba \((\d+)\.(\d+)", said)
    return (int(found[1]), int(found[2])) if found else None


def main() -> None:
    newest = newest_published()
    if newest is None:
        print("pip could not be asked for the newest numba")
    elif newest > NEWEST:
        print(WHAT_TO_DO.format(version=".".join(map(str, newest))))
    else:
        print("no numba is out that was not tried")


if __name__ == "__main__":
    main()
