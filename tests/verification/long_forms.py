"""The whole suite in its long forms: every case, and the samples that tell small faults from luck.

    python -m tests.verification.long_forms [what pytest takes]

Some twelve minutes on two cores, and the compiling.  Run it before a release, and for the files that hold what was
changed (``python -m tests.verification.long_forms tests/odds``).
"""

from __future__ import annotations

import os
import subprocess
import sys


def main() -> int:
    return subprocess.call(
        [sys.executable, "-m", "pytest", *sys.argv[1:]], env={**os.environ, "TIGERSIM_LONG_FORMS": "1"}
    )


if __name__ == "__main__":
    sys.exit(main())
