"""The page's script without a browser: its machines, and all of it on a small document, run by node's own test runner.

Both its sources and what the browser gets, which is built from them, have to pass.
"""

import os
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from support import PUBLIC

TESTS = sorted((Path(__file__).parent / "script").glob("*.test.mjs"))


@pytest.mark.parametrize("folder", [None, PUBLIC], ids=["source", "built"])
@pytest.mark.parametrize("tests", TESTS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_the_script_alone(tests, folder):
    # The node that Playwright brings along; its runner must not take itself for a part of another one.
    node, _ = compute_driver_executable()
    environment = {name: value for name, value in os.environ.items() if name not in ("NODE_TEST_CONTEXT", "SCRIPTS")}
    if folder:
        environment["SCRIPTS"] = folder.as_uri()
    run = subprocess.run([node, "--test", "--test-reporter=spec", tests], capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    # No file without tests passes for one that was run.
    assert "ℹ pass 0" not in run.stdout and "ℹ fail 0" in run.stdout, run.stdout
